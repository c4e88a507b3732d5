package io.github.foggara.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A JobMaster and TaskManagers of one slot each, as processes of the assembled container, with directories of their own. */
final class LostCluster implements AutoCloseable {
    private static final String JOB_MASTER = "jobmaster";
    private static final long LIMIT_SECONDS = 60;

    private final Path home;
    private final Path work;
    private final List<String> settings;
    private final Map<String, Process> processes = new TreeMap<>();
    private final Map<String, Integer> ports = new TreeMap<>();

    /**
     * Starts them.
     *
     * @param home where the distribution was unpacked
     * @param work an empty directory
     * @param graceMillis how long a broken connection is waited for
     * @param silenceMillis after which a connection counts as broken
     */
    LostCluster(Path home, Path work, int taskManagers, long graceMillis, long silenceMillis) throws IOException {
        this.home = home;
        this.work = work;
        this.settings = List.of(
                "jobmanager.rpc.port = " + freePort(),
                "security.secret-file = " + work.resolve("secret"),
                "taskmanager.registration-grace = " + graceMillis + " ms",
                "heartbeat.timeout = " + silenceMillis + " ms",
                "heartbeat.interval = " + silenceMillis / 10 + " ms");
        try {
            start(JOB_MASTER);
            for (int i = 1; i <= taskManagers; i++) {
                start("taskmanager-" + i);
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Also again, on what a former one left. */
    void start(String name) throws IOException {
        Path directory = Files.createDirectories(work.resolve(name));
        Path conf = Files.createDirectories(directory.resolve("conf"));
        List<String> lines = new ArrayList<>(settings);
        if (!name.equals(JOB_MASTER)) {
            if (!ports.containsKey(name)) {
                ports.put(name, freePort());
            }
            lines.add("taskmanager.rpc.port = " + ports.get(name));
        }
        Files.write(conf.resolve("foggara.cluster.cfg"), lines);
        Files.writeString(
                conf.resolve("logging.properties"), Files.readString(home.resolve("conf/logging.properties")));
        String role = name.equals(JOB_MASTER) ? JOB_MASTER : "taskmanager";
        processes.put(name, foggara(name, "start", "--role=" + role, "--foreground"));
    }

    private Process foggara(String name, String... words) throws IOException {
        Path directory = work.resolve(name);
        List<String> command =
                new ArrayList<>(List.of(home.resolve("bin/foggara").toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(words[0] + ".txt").toFile());
        Map<String, String> environment = builder.environment();
        environment.put("FOGGARA_DATA", directory.resolve("data").toString());
        environment.put("FOGGARA_LOG", directory.resolve("log").toString());
        environment.put("FOGGARA_CONF", directory.resolve("conf").toString());
        environment.put("FOGGARA_DEPLOY", home.resolve("deploy").toString());
        return builder.start();
    }

    /** Configures a job. */
    void job(String name, List<String> lines) throws IOException {
        Path draft = Files.write(work.resolve("job.cfg"), lines);
        Files.move(draft, work.resolve(JOB_MASTER).resolve("conf/foggara.job-" + name + ".cfg"));
    }

    /** The TaskManagers whose only slot is taken or free, of those that are registered. */
    List<String> taskManagers(boolean taken) throws IOException, InterruptedException {
        Process shell = foggara(JOB_MASTER, "shell", "taskmanager:list");
        shell.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        List<String> rows = Files.readAllLines(work.resolve(JOB_MASTER).resolve("shell.txt"));
        String wanted = taken ? " +1 +0 +CONNECTED" : " +1 +1 +CONNECTED";
        return ports.keySet().stream()
                .filter(name -> rows.stream().anyMatch(row -> row.matches(".*:" + ports.get(name) + wanted)))
                .toList();
    }

    /** {@code kill -9}; returns when it was sent. */
    void kill(String name) {
        processes.get(name).destroyForcibly();
    }

    /** Lines of the JobMaster's log, each beginning with the date and the time in milliseconds. */
    List<String> log() throws IOException {
        Path log = work.resolve(JOB_MASTER).resolve("log/foggara.log");
        if (Files.notExists(log)) {
            return List.of();
        }
        try (Stream<String> lines = Files.lines(log, StandardCharsets.UTF_8)) {
            return lines.toList();
        }
    }

    @Override
    public void close() {
        processes.values().forEach(Process::destroyForcibly);
    }
}
