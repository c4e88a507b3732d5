package io.github.foggara.itests.container;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;

/** A container that stays, as a process with directories of its own. Host side. */
public final class Member {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private final String role;
    private final Path work;
    private final Script foggara;
    private long pid;

    /**
     * @param role as {@code start --role} takes it
     * @param work its directory
     */
    public Member(String role, Path work) {
        this(role, work, new Script(Directories.make(work)));
    }

    /**
     * @param foggara with {@code work} as its working directory
     */
    public Member(String role, Path work, Script foggara) {
        this.role = role;
        this.work = work;
        this.foggara = foggara;
    }

    /** A port of this machine that nobody uses now. */
    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path work() {
        return work;
    }

    public long pid() {
        return pid;
    }

    /** Replaces a file of {@code conf/}. */
    public Member configure(String file, List<String> lines) {
        put(work.resolve("conf").resolve(file), (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** What that class does is logged in all detail from the next start on, in one file. */
    public Member debug(String logger) {
        Path logging = work.resolve("conf/logging.properties");
        try {
            String text = Files.readString(logging).replace("size.size = 10MB", "size.size = 1GB");
            Files.writeString(
                    logging, text + "\nlog4j2.logger.debug.name = " + logger + "\nlog4j2.logger.debug.level = DEBUG\n");
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Replaces a file of {@code deploy/}. */
    public void deploy(String file, byte[] jar) {
        put(work.resolve("deploy").resolve(file), jar);
    }

    /** Removes a file of {@code deploy/}. */
    public void undeploy(String file) {
        try {
            Files.delete(work.resolve("deploy").resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its {@code deploy/} is empty. */
    public Member withoutJobs() {
        Directories.delete(work.resolve("deploy"));
        Directories.make(work.resolve("deploy"));
        return this;
    }

    private void put(Path file, byte[] content) {
        try {
            Path draft = Files.write(work.resolve("new.file"), content);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What it has logged; a kill may have cut a character off. */
    public String log() {
        try {
            return new String(Files.readAllBytes(work.resolve("log/foggara.log")), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Begins to start it; {@link #started} waits. */
    public Script.Started start() {
        return foggara.start("start", "--role=" + role, "--foreground");
    }

    public Member started(Script.Started start) {
        pid = foggara.awaitReady(start);
        return this;
    }

    /** Starts all of them at once. */
    public static void startAll(List<Member> members) {
        List<Script.Started> starts = members.stream().map(Member::start).toList();
        for (int i = 0; i < members.size(); i++) {
            members.get(i).started(starts.get(i));
        }
    }

    /** Stops all of them at once, those that run. */
    public static void stopAll(List<Member> members) {
        members.parallelStream().forEach(Member::stop);
    }

    /** Returns when it is gone; does nothing if it does not run. */
    public void stop() {
        foggara.stop();
    }

    /** {@code kill -9} of this one; returns when it is gone. */
    public void kill() {
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        Eventually.isTrue("the process is gone", () -> ProcessHandle.of(pid).isEmpty());
    }

    public Script.Result run(String... words) {
        return foggara.run(words);
    }

    /** What {@code foggara status} answers. */
    public String status() {
        return foggara.status().out();
    }

    /** What a command of the shell answers. */
    public String shell(String line) {
        Script.Result result = foggara.shell(line);
        return result.out() + result.err();
    }

    /** Waits until {@code foggara status} answers something with these words. */
    public void awaitStatus(String... words) {
        Eventually.get(
                "the status of " + work.getFileName() + " tells " + String.join(", ", words),
                this::status,
                status -> List.of(words).stream().allMatch(status::contains));
    }

    /** All that its processes have said: the log, and what they wrote to their consoles. */
    public String said() {
        StringBuilder all = new StringBuilder();
        try {
            for (String file : Directories.files(work)) {
                if (file.matches("log/.*\\.log|std(out|err)[^/]*")) {
                    all.append(Files.readString(work.resolve(file)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all.toString();
    }

    /** Waits until it has said these words. */
    public void awaitSaid(String words) {
        Eventually.isTrue(work.getFileName() + " says " + words, () -> said().contains(words));
    }

    /** Waits until that command answers something with these words, and returns it. */
    public String await(String line, String... words) {
        return Eventually.get(
                line + " of " + work.getFileName() + " shows " + String.join(", ", words),
                LIMIT,
                () -> shell(line),
                answer -> List.of(words).stream().allMatch(answer::contains));
    }
}
