package io.github.foggara.connector.file.output;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.job.JobDefinitionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Where the output of one run is written and published. The working directory stands beside the target, so that one
 * rename publishes it; before that it is renamed once to {@code sealed}, so that no writer can open a file in what
 * is about to be published. That it is sealed also says that it may have been decided; what is not sealed was not.
 */
record OutputPlace(Path target, Path working, Path sealed) {
    /**
     * @throws JobDefinitionException if the directory cannot be an output
     */
    static OutputPlace of(Path directory, JobId job) {
        if (directory.toString().isBlank()) {
            throw new JobDefinitionException("The output path is empty. Give a directory.");
        }
        Path target = resolve(directory.toAbsolutePath().normalize());
        Path name = target.getFileName();
        if (name == null) {
            throw new JobDefinitionException(
                    "The output '" + directory + "' is a root directory. Give a directory in it.");
        }
        String working = "." + name + ".foggara-" + job;
        return new OutputPlace(target, target.resolveSibling(working), target.resolveSibling(working + "-commit"));
    }

    /** A rename would replace a link, not what it points at. */
    private static Path resolve(Path path) {
        if (!Files.isSymbolicLink(path)) {
            return path;
        }
        try {
            return path.toRealPath();
        } catch (IOException e) {
            throw new JobDefinitionException("The output '" + path + "' is a link that leads nowhere. Remove it.", e);
        }
    }

    /** The target by a path that is the same whichever links lead to it. */
    Path canonical() {
        for (Path there = target.getParent(); there != null; there = there.getParent()) {
            try {
                return there.toRealPath().resolve(there.relativize(target));
            } catch (IOException e) {
                // not there yet: look above it
            }
        }
        return target;
    }

    /**
     * @throws JobDefinitionException if something stands at the target
     */
    void requireFree(Disk disk) throws IOException {
        if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.isDirectory(target)) {
            throw new JobDefinitionException(
                    "The output '" + target + "' is a file. Give a directory that does not exist or" + " is empty.");
        }
        int entries = disk.list(target).size();
        if (entries > 0) {
            throw new JobDefinitionException("The output directory '" + target + "' exists and is not empty (" + entries
                    + (entries == 1 ? " entry" : " entries")
                    + "). Remove it, or give another one; nothing was changed.");
        }
    }
}
