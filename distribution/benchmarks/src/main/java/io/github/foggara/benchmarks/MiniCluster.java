package io.github.foggara.benchmarks;

import io.github.foggara.api.job.JobDefinition;
import io.github.foggara.kernel.JobMasterEngine;
import io.github.foggara.kernel.TaskManagerEngine;
import io.github.foggara.kernel.cluster.ClusterSettings;
import io.github.foggara.kernel.shipping.BundleHost;
import io.github.foggara.kernel.taskexecutor.ServiceLocator;
import io.github.foggara.rpc.netty.NettyRpcService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A JobMaster and TaskManagers in this process that know of each other only by sockets of the loopback address, as Flink's cluster of the same name; records
 * between TaskManagers are encoded.
 */
final class MiniCluster implements AutoCloseable {
    private static final String VERSION = "benchmarks";

    private final NettyRpcService rpc = new NettyRpcService();
    private final List<AutoCloseable> parts = new ArrayList<>();
    private final Engine engine;

    /** @param slots of each TaskManager */
    MiniCluster(Map<String, JobDefinition> jobs, int taskManagers, int slots) throws IOException {
        Path data = Files.createTempDirectory("foggara-benchmarks");
        data.toFile().deleteOnExit();
        Map<String, String> settings = settings(data, slots);
        for (int i = 0; i < taskManagers; i++) {
            TaskManagerEngine taskManager = new TaskManagerEngine(
                    role(settings, "taskmanager"),
                    VERSION,
                    data.resolve("taskmanager-" + i),
                    new FixedPrograms(jobs),
                    BundleHost.NONE,
                    ServiceLocator.none(),
                    Engine.DEFAULTS);
            Plugins.register(taskManager.plugins(), data.resolve("taskmanager-" + i));
            taskManager.transport(Optional.of(rpc));
            parts.add(taskManager);
        }
        JobMasterEngine jobMaster = new JobMasterEngine(
                role(settings, "jobmaster"),
                VERSION,
                data.resolve("jobmaster"),
                new FixedPrograms(jobs),
                BundleHost.NONE,
                ServiceLocator.none(),
                Engine.DEFAULTS);
        Plugins.register(jobMaster.plugins(), data.resolve("jobmaster"));
        jobMaster.transport(Optional.of(rpc));
        engine = new Engine(jobMaster);
    }

    private static Map<String, String> settings(Path data, int slots) throws IOException {
        Path secret = data.resolve("secret");
        Files.createFile(secret, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        Files.writeString(secret, HexFormat.of().formatHex(bytes));
        Map<String, String> settings = new TreeMap<>();
        settings.put("jobmanager.rpc.port", Integer.toString(freePort()));
        settings.put("taskmanager.numberOfTaskSlots", Integer.toString(slots));
        settings.put("security.secret-file", secret.toString());
        String certificates = System.getProperty("benchmarks.tls");
        if (certificates != null) {
            Path directory = Path.of(certificates).toAbsolutePath();
            settings.put(
                    "security.tls.certificate-chain",
                    directory.resolve("member.pem").toString());
            settings.put(
                    "security.tls.private-key", directory.resolve("member.key").toString());
            settings.put(
                    "security.tls.trusted-certificates",
                    directory.resolve("authority.pem").toString());
        }
        return settings;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static ClusterSettings role(Map<String, String> settings, String role) {
        Map<String, String> all = new TreeMap<>(settings);
        all.put("role", role);
        return ClusterSettings.of(all);
    }

    /** Where jobs are submitted; ends with the cluster. */
    Engine engine() {
        return engine;
    }

    @Override
    public void close() {
        engine.close();
        for (AutoCloseable part : parts) {
            try {
                part.close();
            } catch (Exception e) {
                throw new IllegalStateException("A TaskManager does not close", e);
            }
        }
        rpc.close();
    }
}
