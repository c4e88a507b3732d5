package io.github.foggara.itests.container;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.launcher.ControlCall;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** {@code bin/foggara} as a process. */
public final class Script {
    /** What a process left. */
    public record Result(int code, String out, String err) {}

    private static final long LIMIT_SECONDS = 90;
    /** How often it looks into {@code conf/} and {@code deploy/}; it takes a file when it finds it the same twice. */
    private static final String LOOKS = "-Dfelix.fileinstall.poll=100";

    private final Path directory;
    private final Path home;

    /**
     * @param directory working directory, and where the output of the process is collected
     */
    public Script(Path directory) {
        this(directory, Distribution.home());
        Prepared.home(home);
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

    /** What {@code foggara shell} answers to a line, asked of the container itself: a process for each look would take its time from the container. */
    public Result shell(String line) {
        return ask("shell " + line);
    }

    /** What {@code foggara status} answers, asked in the same way. */
    public Result status() {
        return ask("status");
    }

    /** Lets it stop, as {@code foggara stop} does, and returns when it is gone; does nothing if none runs. */
    public void stop() {
        Result answer = ask("stop");
        if (answer.code == 0) {
            long pid = Long.parseLong(answer.out.strip());
            Eventually.get(
                    "process " + pid + " is gone",
                    Duration.ofSeconds(LIMIT_SECONDS),
                    () -> ProcessHandle.of(pid).isEmpty(),
                    Boolean::booleanValue);
        }
    }

    private Result ask(String request) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try {
            int code = CompletableFuture.supplyAsync(() -> ControlCall.call(
                            directory.resolve("data"),
                            request,
                            new PrintStream(out, true, StandardCharsets.UTF_8),
                            new PrintStream(err, true, StandardCharsets.UTF_8)))
                    .get(LIMIT_SECONDS, TimeUnit.SECONDS);
            return new Result(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("No answer to '" + request + "' of the container in " + directory, e);
        }
    }

    /** The container that was begun by {@code start --foreground} answers; returns its process. */
    public long awaitReady(Started started) {
        long pid = started.process.pid();
        Eventually.get(
                "the container in " + directory + " is ready",
                Duration.ofSeconds(LIMIT_SECONDS),
                () -> {
                    assertThat(started.process.isAlive())
                            .as("the container runs: %s%s", started.out(), started.err())
                            .isTrue();
                    return ask("ready");
                },
                answer -> answer.code == 0 && answer.out.strip().equals(Long.toString(pid)));
        return pid;
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
                    LOOKS + " -Djava.io.tmpdir=" + Directories.make(directory.resolve("tmp")) + " " + javaOptions);
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
