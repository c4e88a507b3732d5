package io.github.foggara.kernel.cluster;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.plugin.OptionType;
import io.github.foggara.api.plugin.TakesEffect;
import io.github.foggara.api.shuffle.ClusterAccess;
import io.github.foggara.kernel.remote.message.Registration;
import java.time.Duration;
import java.util.List;

/** Options of the containers of a cluster ({@code conf/foggara.cluster.cfg}); names as in Flink where Flink has one. */
public final class ClusterOptions {
    public static final Option<Role> ROLE = new Option<>(
            "role",
            OptionType.ofEnum(Role.class),
            Role.EMBEDDED,
            "",
            role -> true,
            TakesEffect.RESTART,
            "What this container is: all in one, or one of a cluster.");

    public static final Option<String> CLUSTER =
            text("cluster.id", "default", "Only containers of the same cluster talk to each other.");

    public static final Option<String> JOB_MASTER =
            text("jobmanager.rpc.address", "127.0.0.1", "Host where TaskManagers reach the JobMaster.");

    public static final Option<Integer> JOB_MASTER_PORT =
            port("jobmanager.rpc.port", 6123, "Port where the JobMaster listens and TaskManagers reach it.");

    public static final Option<String> JOB_MASTER_BIND =
            text("jobmanager.bind-host", "127.0.0.1", TakesEffect.AT_ONCE, "Address that the JobMaster listens at.");

    public static final Option<String> TASK_MANAGER_BIND =
            text("taskmanager.bind-host", "127.0.0.1", "Address that the TaskManager listens at.");

    public static final Option<String> TASK_MANAGER_HOST = new Option<>(
            "taskmanager.host",
            OptionType.STRING,
            null,
            "a host name or address that others can connect with, so not 0.0.0.0",
            host -> host.matches("[A-Za-z0-9._:%-]{1,255}") && !ClusterAccess.everywhere(host),
            TakesEffect.AT_ONCE,
            "Where others reach the TaskManager, if not at the address that it listens at.");

    public static final Option<Integer> TASK_MANAGER_PORT = port(
            "taskmanager.rpc.port",
            0,
            TakesEffect.AT_ONCE,
            "Port where the TaskManager listens; 0 for any that is free.");

    public static final Option<Integer> DATA_PORT =
            port("taskmanager.data.port", 0, "Port where other TaskManagers read records; 0 for any that is free.");

    public static final Option<String> SECRET =
            text("security.secret-file", null, "File that all containers have and nobody else may read.");

    public static final Option<String> CERTIFICATE = text(
            "security.tls.certificate-chain", null, "PEM file of this container's certificate, and who signed it.");

    public static final Option<String> KEY = text("security.tls.private-key", null, "PEM file of its private key.");

    public static final Option<String> TRUSTED =
            text("security.tls.trusted-certificates", null, "PEM file of the certificates that others are known by.");

    public static final Option<Boolean> INSECURE = new Option<>(
            "security.insecure",
            OptionType.BOOLEAN,
            false,
            "",
            b -> true,
            TakesEffect.RESTART,
            "Use addresses other than loopback without TLS: everybody on the way can read and change everything.");

    public static final Option<Integer> SLOTS = new Option<>(
            "taskmanager.numberOfTaskSlots",
            OptionType.INTEGER,
            1,
            "from 1 to " + Registration.MAX_SLOTS,
            n -> n >= 1 && n <= Registration.MAX_SLOTS,
            TakesEffect.RESTART,
            "How many subtasks of each vertex a TaskManager runs at a time.");

    public static final Option<Duration> GRACE = new Option<>(
            "taskmanager.registration-grace",
            OptionType.DURATION,
            Duration.ofSeconds(5),
            "from 1 ms to 1 h",
            d -> d.toMillis() >= 1 && d.compareTo(Duration.ofHours(1)) <= 0,
            TakesEffect.RESTART,
            "How long a TaskManager and its JobMaster wait for a broken connection to come back, before the one ends what it"
                    + " runs and the other runs it elsewhere.");

    /** The transport's, which checks it; read here since it says how late the other end may notice a broken connection. */
    static final Option<Duration> SILENCE = new Option<>(
            "heartbeat.timeout",
            OptionType.DURATION,
            Duration.ofSeconds(10),
            "",
            d -> !d.isNegative(),
            TakesEffect.RESTART,
            "How long another container may show no life before it is taken for lost.");

    /** The transport's as well: it counts silence in these. */
    static final Option<Duration> HEARTBEAT = new Option<>(
            "heartbeat.interval",
            OptionType.DURATION,
            Duration.ofSeconds(1),
            "",
            d -> !d.isNegative(),
            TakesEffect.RESTART,
            "How often a silent connection between containers shows life.");

    public static final Option<Duration> PROGRAM_WAIT = new Option<>(
            "taskmanager.job-bundle-wait",
            OptionType.DURATION,
            Duration.ofSeconds(20),
            "from 0 to 1 h",
            d -> !d.isNegative() && d.compareTo(Duration.ofHours(1)) <= 0,
            TakesEffect.RESTART,
            "How long a task waits in a TaskManager for its job bundle, if nothing of it comes meanwhile, and for its plugins, before it fails; 0:"
                    + " what is not installed there is not brought.");

    public static final Option<Long> BUNDLES_SIZE = new Option<>(
            "job-bundles.max-size",
            OptionType.MEMORY_SIZE,
            256L << 20,
            "0 or more",
            bytes -> bytes >= 0,
            TakesEffect.RESTART,
            "How large the bundles of one job may be together, to be brought from the JobMaster to TaskManagers.");

    public static final Option<String> BUNDLES_PATH = text(
            "job-bundles.path",
            null,
            "Directory of the JobMaster for the bundles that TaskManagers get, of this cluster alone; its data directory has one if this is not set.");

    public static final OptionSet SET = new OptionSet(
            "cluster",
            List.of(
                    ROLE,
                    CLUSTER,
                    JOB_MASTER,
                    JOB_MASTER_PORT,
                    JOB_MASTER_BIND,
                    TASK_MANAGER_BIND,
                    TASK_MANAGER_HOST,
                    TASK_MANAGER_PORT,
                    DATA_PORT,
                    SECRET,
                    CERTIFICATE,
                    KEY,
                    TRUSTED,
                    INSECURE,
                    SLOTS,
                    GRACE,
                    PROGRAM_WAIT,
                    BUNDLES_SIZE,
                    BUNDLES_PATH));

    private ClusterOptions() {}

    /**
     * How late the other end may notice that a connection is broken: silence is counted in whole heartbeats, after the one that saw the last
     * sign of life.
     */
    static Duration noticed(Configuration configuration) {
        return configuration.get(SILENCE).plus(configuration.get(HEARTBEAT).multipliedBy(2));
    }

    private static Option<String> text(String key, String fallback, String description) {
        return text(key, fallback, TakesEffect.RESTART, description);
    }

    private static Option<String> text(String key, String fallback, TakesEffect effect, String description) {
        return new Option<>(key, OptionType.STRING, fallback, "not empty", s -> !s.isBlank(), effect, description);
    }

    private static Option<Integer> port(String key, int fallback, String description) {
        return port(key, fallback, TakesEffect.RESTART, description);
    }

    private static Option<Integer> port(String key, int fallback, TakesEffect effect, String description) {
        return new Option<>(
                key, OptionType.INTEGER, fallback, "from 0 to 65535", n -> n >= 0 && n <= 65535, effect, description);
    }
}
