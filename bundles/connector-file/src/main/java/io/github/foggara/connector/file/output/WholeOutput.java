package io.github.foggara.connector.file.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An output that becomes visible by the rename of its sealed directory: what happens in it before, and what must be there afterwards. Coord thread only. */
final class WholeOutput {
    private final OutputPlace place;
    private final Disk disk;

    WholeOutput(OutputPlace place, Disk disk) {
        this.place = place;
        this.disk = disk;
    }

    void nameParts(Map<String, Committable> parts) throws IOException {
        for (Map.Entry<String, Committable> part : parts.entrySet()) {
            Path attempt = place.sealed().resolve(part.getValue().file());
            Path published = place.sealed().resolve(part.getKey());
            if (Files.exists(attempt, LinkOption.NOFOLLOW_LINKS)) {
                disk.rename(attempt, published);
            }
            requireSize(published, part.getValue().bytes());
        }
    }

    void removeOthers(Map<String, Committable> parts) throws IOException {
        for (String name : disk.list(place.sealed())) {
            if (!parts.containsKey(name)) {
                disk.delete(place.sealed().resolve(name));
            }
        }
    }

    /** Both working directories are gone: either this was committed before, or somebody removed them. */
    void requirePublished(Map<String, Committable> parts) throws IOException {
        Path target = place.target();
        try {
            if (!ofCheckpoints() && !disk.list(target).equals(List.copyOf(parts.keySet()))) {
                throw new IOException("other files stand there than those of this job");
            }
            for (Map.Entry<String, Committable> part : parts.entrySet()) {
                requireSize(target.resolve(part.getKey()), part.getValue().bytes());
            }
        } catch (IOException e) {
            throw new IOException(
                    "The output '" + target + "' cannot be published: its working directory '"
                            + place.working() + "' was removed, or another sink of the job has the same directory."
                            + " Run the job again.",
                    e);
        }
    }

    /** Whether checkpoints have published into the target. */
    boolean ofCheckpoints() throws IOException {
        return Files.isDirectory(place.target())
                && disk.list(place.target()).stream()
                        .anyMatch(name -> PartName.checkpoint(name).isPresent());
    }

    private static void requireSize(Path file, long bytes) throws IOException {
        Optional<String> problem = KeptParts.problem(file, bytes);
        if (problem.isPresent()) {
            throw new IOException(problem.get());
        }
    }
}
