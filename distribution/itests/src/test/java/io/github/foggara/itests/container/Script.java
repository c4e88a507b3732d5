package io.github.foggara.itests.container;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code bin/foggara} as a process. */
public final class Script {
    /** What a process left. */
    public record Result(int code, String out, String err) {}

    private static final long LIMIT_SECONDS = 90;

    private final Path directory;
    private final Path home;

    /**
     * @param directory working directory, and where the output of the process is collected
     */
    public Script(Path directory) {
        this(directory, Distribution.home());
    }

    /**
     * @param home the container whose script is called
     */
    public Script(Path directory, Path home) {
        this.directory = directory;
        this.home = home;
        Path conf = Directories.make(directory.resolve("conf"));
        Path deploy = Directories.make(directory.resolve("deploy"));
        try {
            for (String name : List.of("logging.properties", "logging-run.properties")) {
                Files.copy(Distribution.home().resolve("conf").resolve(name), conf.resolve(name), REPLACE_EXISTING);
            }
            for (String name : List.of("wordcount", "csvreport", "logfollow", "partition")) {
                Files.copy(Distribution.job(name), deploy.resolve(name + ".jar"), REPLACE_EXISTING);
            }
            Files.write(deploy.resolve("jobs.jar"), JobBundle.testJobs("1.0.0"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Result run(String... words) {
        return result(start(words));
    }

    /** Starts and does not wait. Directories of the container lie below the working directory. */
    public Started start(String... words) {
        return startWith("", words);
    }

    /** The same with more options for Java, divided by blanks. */
    public Started startWith(String javaOptions, String... words) {
        List<String> command = new ArrayList<>();
        command.add(home.resolve("bin/foggara").toString());
        command.addAll(List.of(words));
        try {
            Path out = Files.createTempFile(directory, "stdout", ".txt");
            Path err = Files.createTempFile(directory, "stderr", ".txt");
            if (ignoresInterrupts()) {
                // A test run in the background hands that down, and Java then leaves the signal ignored.
                command.addAll(0, List.of("env", "--default-signal=INT"));
            }
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            Map<String, String> environment = builder.environment();
            environment.put("JAVA_HOME", System.getProperty("java.home"));
            for (String name : List.of("conf", "deploy", "data", "log")) {
                environment.put(
                        "FOGGARA_" + name.toUpperCase(Locale.ROOT),
                        Directories.make(directory.resolve(name)).toString());
            }
            // Temporary files of the process are looked at, too.
            environment.put(
                    "FOGGARA_JAVA_OPTS",
                    "-Djava.io.tmpdir=" + Directories.make(directory.resolve("tmp")) + " " + javaOptions);
            return new Started(builder.start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Result result(Started started) {
        try {
            if (!started.process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                started.process.destroyForcibly();
                throw new AssertionError("The process did not end: " + started.out() + started.err());
            }
            return new Result(started.process.exitValue(), started.out(), started.err());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** A process and the files it writes to. */
    public record Started(Process process, Path outFile, Path errFile) {
        public String out() {
            return read(outFile);
        }

        public String err() {
            return read(errFile);
        }

        /** SIGINT, as Ctrl-C sends it. */
        public void interrupt() {
            signal("INT", process.pid());
        }
    }

    private static boolean ignoresInterrupts() throws IOException {
        Path status = Path.of("/proc/self/status");
        return Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .anyMatch(line ->
                                (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
    }

    /** Sends a signal to a process of ours. */
    public static void signal(String name, long pid) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
