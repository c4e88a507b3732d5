package io.github.foggara.recovery.eventstore;

import io.github.foggara.api.execution.JobId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The logs of all jobs: {@code events/JOB}, those put aside as {@code JOB.bad-N}. What is to be deleted is first renamed to
 * {@code JOB.deleted-N}, so that half a deletion is never taken for a log.
 */
record LogFolders(LogDisk disk, Path directory) {
    private static final Pattern NAME = Pattern.compile("([0-9a-f]{32})(\\.(bad|deleted)-[0-9]{1,9})?");

    private Path root() {
        return directory.resolve("events");
    }

    LogFolder of(JobId job) {
        return new LogFolder(disk, root().resolve(job.toString()), job);
    }

    String setAside(JobId job) throws IOException {
        Path from = of(job).path();
        if (!disk.list(root()).contains(job.toString())) {
            return "There is no event log of job " + job + " in " + from;
        }
        Path to = rename(job.toString(), job, "bad");
        return "The event log of job " + job + " is kept in " + to;
    }

    private Path rename(String name, JobId job, String why) throws IOException {
        List<String> names = disk.list(root());
        int number = 1;
        while (names.contains(job + "." + why + "-" + number)) {
            number++;
        }
        Path to = root().resolve(job + "." + why + "-" + number);
        disk.rename(root().resolve(name), to);
        disk.syncDirectory(root());
        return to;
    }

    void delete(JobId job) throws IOException {
        boolean there = false;
        for (String name : disk.list(root())) {
            Matcher matcher = NAME.matcher(name);
            if (isLog(matcher) && matcher.group(1).equals(job.toString())) {
                remove("deleted".equals(matcher.group(3)) ? root().resolve(name) : rename(name, job, "deleted"));
                there = true;
            }
        }
        if (there) {
            disk.syncDirectory(root());
        }
    }

    private void remove(Path folder) throws IOException {
        for (String name : disk.list(folder)) {
            disk.delete(folder.resolve(name));
        }
        disk.delete(folder);
    }

    List<JobId> jobs() throws IOException {
        return disk.list(root()).stream()
                .map(NAME::matcher)
                .filter(LogFolders::isLog)
                .map(matcher -> JobId.parse(matcher.group(1)))
                .distinct()
                .toList();
    }

    List<String> putAside() throws IOException {
        return disk.list(root()).stream()
                .filter(name -> isAside(NAME.matcher(name)))
                .map(name -> root().resolve(name).toString())
                .toList();
    }

    private static boolean isLog(Matcher name) {
        return name.matches() && !isAside(name);
    }

    private static boolean isAside(Matcher name) {
        return name.matches() && "bad".equals(name.group(3));
    }
}
