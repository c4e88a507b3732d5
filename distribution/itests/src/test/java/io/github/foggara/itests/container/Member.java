package io.github.foggara.itests.container;

import static org.assertj.core.api.Assertions.assertThat;

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

/** A container of a cluster, as a process with directories of its own. Host side. */
public final class Member {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final String STARTED = "foggara: started, process ";

    private final String role;
    private final Path work;
    private final Script foggara;
    private long pid;

    /**
     * @param work its directory
     */
    public Member(String role, Path work) {
        this.role = role;
        this.work = Directories.make(work);
        this.foggara = new Script(work);
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

    /** What it has logged. */
    public String log() {
        try {
            return Files.readString(work.resolve("log/foggara.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Begins to start it; {@link #started} waits. */
    public Script.Started start() {
        return foggara.start("start", "--role=" + role);
    }

    public Member started(Script.Started start) {
        Script.Result result = Script.result(start);
        assertThat(result.err()).as(result.out()).startsWith(STARTED);
        pid = Long.parseLong(result.err().substring(STARTED.length()).strip());
        return this;
    }

    /** {@code kill -9} of this one; returns when it is gone. */
    public void kill() {
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        Eventually.isTrue("the process is gone", () -> ProcessHandle.of(pid).isEmpty());
    }

    public Script.Result run(String... words) {
        return foggara.run(words);
    }

    /** What a command of the shell answers. */
    public String shell(String line) {
        Script.Result result = foggara.run("shell", line);
        return result.out() + result.err();
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
