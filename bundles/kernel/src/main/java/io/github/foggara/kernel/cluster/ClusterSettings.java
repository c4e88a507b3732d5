package io.github.foggara.kernel.cluster;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.rpc.RpcSettings;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.security.ClusterSecurity;
import io.github.foggara.api.security.TlsFiles;
import io.github.foggara.api.shuffle.ClusterAccess;
import io.github.foggara.kernel.remote.message.ClusterMessages;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What {@code conf/foggara.cluster.cfg} says, checked as a whole.
 *
 * @param configuration all of it, also options of the transport
 */
public record ClusterSettings(Role role, Configuration configuration) {
    /** Raised when containers of one product version could misunderstand each other: 2 has heads of messages without an epoch. */
    static final int PROTOCOL = 2;

    private static final List<Option<String>> FILES =
            List.of(ClusterOptions.SECRET, ClusterOptions.CERTIFICATE, ClusterOptions.KEY, ClusterOptions.TRUSTED);

    /** By which containers of a cluster know each other. */
    private static final List<Option<?>> IDENTITY = List.of(
            ClusterOptions.CLUSTER,
            ClusterOptions.SECRET,
            ClusterOptions.CERTIFICATE,
            ClusterOptions.KEY,
            ClusterOptions.TRUSTED,
            ClusterOptions.INSECURE);

    /**
     * @throws io.github.foggara.api.plugin.InvalidOptionException for a value that an option does not take
     * @throws IllegalArgumentException saying which options do not go together
     */
    public static ClusterSettings of(Map<String, String> texts) {
        Configuration configuration = new Configuration(texts);
        ClusterOptions.SET.options().forEach(configuration::get);
        ClusterOptions.noticed(configuration);
        ClusterSettings settings = new ClusterSettings(configuration.get(ClusterOptions.ROLE), configuration);
        if (settings.role != Role.EMBEDDED) {
            settings.security();
        }
        if (settings.role == Role.TASKMANAGER && ClusterAccess.everywhere(settings.host())) {
            throw new IllegalArgumentException(ClusterOptions.TASK_MANAGER_BIND.key() + "=" + settings.host()
                    + " tells other containers no way to this one: set " + ClusterOptions.TASK_MANAGER_HOST.key()
                    + " to the address that they reach it at");
        }
        return settings;
    }

    /**
     * The same, but with the values of {@code former} where a change takes effect only when the container is restarted.
     *
     * @param relied whether something has been made of {@code former} that cannot follow a change
     */
    public ClusterSettings keeping(ClusterSettings former, boolean relied) {
        Map<String, String> values = new TreeMap<>(configuration.values());
        for (Option<?> option : fixed(relied)) {
            values.remove(option.key());
            String text = former.configuration.values().get(option.key());
            if (text != null) {
                values.put(option.key(), text);
            }
        }
        return new ClusterSettings(role, new Configuration(values));
    }

    /** The keys whose values would be others after a restart of the container than with {@code former}. */
    public List<String> waiting(ClusterSettings former, boolean relied) {
        return fixed(relied).stream()
                .filter(option -> !Objects.equals(configuration.get(option), former.configuration.get(option)))
                .map(Option::key)
                .toList();
    }

    private List<Option<?>> fixed(boolean relied) {
        List<Option<?>> fixed = new ArrayList<>(
                List.of(ClusterOptions.GRACE, ClusterOptions.BUNDLES_SIZE, ClusterOptions.BUNDLES_PATH));
        if (role == Role.TASKMANAGER) {
            fixed.addAll(List.of(
                    ClusterOptions.JOB_MASTER,
                    ClusterOptions.JOB_MASTER_PORT,
                    ClusterOptions.SLOTS,
                    ClusterOptions.PROGRAM_WAIT));
        }
        if (relied) {
            fixed.addAll(IDENTITY);
        }
        if (relied && role == Role.TASKMANAGER) {
            fixed.addAll(List.of(
                    ClusterOptions.TASK_MANAGER_BIND, ClusterOptions.TASK_MANAGER_HOST, ClusterOptions.DATA_PORT));
        }
        return fixed;
    }

    /** Whether whoever listens with these need not listen anew to do so with the others. */
    boolean listensAs(ClusterSettings other) {
        return role == other.role
                && bind().equals(other.bind())
                && host().equals(other.host())
                && security().equals(other.security())
                && ofTransport().equals(other.ofTransport());
    }

    private Map<String, String> ofTransport() {
        Map<String, String> own = new TreeMap<>(configuration.values());
        own.keySet().removeIf(key -> !ofTransport(key));
        return own;
    }

    private static boolean ofTransport(String key) {
        return key.startsWith("rpc.") || key.startsWith("heartbeat.");
    }

    /** What is wrong with a file that {@code former} does not name; a secret that is not there is made. Touches the disk. */
    Optional<String> unreadable(ClusterSettings former) {
        return FILES.stream()
                .filter(option -> configuration.get(option) != null)
                .filter(option -> !configuration.get(option).equals(former.configuration.get(option)))
                .filter(option -> option != ClusterOptions.SECRET || Files.exists(Path.of(configuration.get(option))))
                .filter(option -> !Files.isReadable(Path.of(configuration.get(option))))
                .map(option -> "the file of " + option.key() + ", " + configuration.get(option) + " cannot be read")
                .findFirst();
    }

    /**
     * Where bundles are kept that TaskManagers get.
     *
     * @param data of this container
     */
    public Path bundles(Path data) {
        String path = configuration.get(ClusterOptions.BUNDLES_PATH);
        return path == null ? data.resolve("bundles") : Path.of(path);
    }

    /** How the exchange of records of this container reaches others. */
    public ClusterAccess access(ContainerId container, String productVersion) {
        InetSocketAddress address = new InetSocketAddress(
                configuration.get(ClusterOptions.TASK_MANAGER_BIND), configuration.get(ClusterOptions.DATA_PORT));
        return new ClusterAccess(address, host(), identity(container, productVersion), security());
    }

    /**
     * How containers of the cluster know each other.
     *
     * @throws IllegalArgumentException if nothing says that
     */
    public ClusterSecurity security() {
        List<Option<String>> tls = List.of(ClusterOptions.CERTIFICATE, ClusterOptions.KEY, ClusterOptions.TRUSTED);
        List<String> missing = tls.stream()
                .filter(option -> configuration.get(option) == null)
                .map(Option::key)
                .toList();
        if (!missing.isEmpty() && missing.size() < tls.size()) {
            throw new IllegalArgumentException("TLS needs " + String.join(" and ", missing) + " as well");
        }
        String secret = configuration.get(ClusterOptions.SECRET);
        if (secret == null && !missing.isEmpty()) {
            throw new IllegalArgumentException("A " + role.text() + " needs "
                    + ClusterOptions.SECRET.key() + ", or " + String.join(", ", missing)
                    + ": how containers of a cluster know each other");
        }
        return new ClusterSecurity(
                configuration.get(ClusterOptions.CLUSTER),
                secret == null ? null : Path.of(secret),
                missing.isEmpty()
                        ? new TlsFiles(
                                Path.of(configuration.get(ClusterOptions.CERTIFICATE)),
                                Path.of(configuration.get(ClusterOptions.KEY)),
                                Path.of(configuration.get(ClusterOptions.TRUSTED)))
                        : null,
                configuration.get(ClusterOptions.INSECURE));
    }

    /** Where the JobMaster is reached; not resolved, since a name may be known only later, or move. */
    public InetSocketAddress jobMaster() {
        return InetSocketAddress.createUnresolved(
                configuration.get(ClusterOptions.JOB_MASTER), configuration.get(ClusterOptions.JOB_MASTER_PORT));
    }

    /** Where others reach this container. */
    private String host() {
        String told = role == Role.TASKMANAGER ? configuration.get(ClusterOptions.TASK_MANAGER_HOST) : null;
        return told == null
                ? configuration.get(
                        role == Role.JOBMASTER ? ClusterOptions.JOB_MASTER_BIND : ClusterOptions.TASK_MANAGER_BIND)
                : told;
    }

    /** Where this container listens. */
    InetSocketAddress bind() {
        return role == Role.JOBMASTER
                ? new InetSocketAddress(
                        configuration.get(ClusterOptions.JOB_MASTER_BIND),
                        configuration.get(ClusterOptions.JOB_MASTER_PORT))
                : new InetSocketAddress(
                        configuration.get(ClusterOptions.TASK_MANAGER_BIND),
                        configuration.get(ClusterOptions.TASK_MANAGER_PORT));
    }

    /**
     * For the node of this container.
     *
     * @param container random, and the same for the whole life of the container
     * @param productVersion of this engine
     */
    public RpcSettings rpc(EngineRuntime runtime, ContainerId container, String productVersion) {
        return new RpcSettings(
                bind(), identity(container, productVersion), security(), ClusterMessages.all(), configuration, runtime);
    }

    private PeerIdentity identity(ContainerId container, String productVersion) {
        int port = bind().getPort();
        Map<String, String> properties = Map.of(ClusterExecutor.ADDRESS, host() + (port == 0 ? "" : ":" + port));
        return new PeerIdentity(
                container,
                role.text(),
                productVersion,
                PROTOCOL,
                configuration.get(ClusterOptions.CLUSTER),
                properties);
    }

    /** Of the cluster that this container is in. */
    public String clusterId() {
        return configuration.get(ClusterOptions.CLUSTER);
    }

    /** Options that nobody here reads, and that do not look like those of a transport. */
    public Optional<String> unknown() {
        List<String> known =
                ClusterOptions.SET.options().stream().map(Option::key).toList();
        Stream<String> left =
                configuration.values().keySet().stream().filter(key -> !known.contains(key) && !ofTransport(key));
        return left.sorted()
                .findFirst()
                .map(key -> "There is no option '" + key + "' of a cluster; known are " + known);
    }
}
