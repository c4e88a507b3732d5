package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.state.KeyGroupRange;
import io.github.foggara.api.state.KeyGrouping;
import io.github.foggara.api.state.StateBackend;
import io.github.foggara.api.state.StateContext;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskRestore;
import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.plugin.PluginRegistry;
import io.github.foggara.kernel.serialization.KeyGroups;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * Where the operators of one attempt get their state from: the backend, leased when the first of them asks; the types; and what
 * the attempt takes over from a checkpoint. Task thread only.
 */
public final class StateSupply {
    /** Opens the storage of checkpoints; may block. */
    @FunctionalInterface
    public interface Storage {
        CheckpointStorage open() throws IOException;
    }

    private final TaskDeployment deployment;
    private final StateTypes types;
    private final PluginRegistry plugins;
    private final Storage storage;
    private final KeyGroupRange keyGroups;
    private Lease<StateBackend> backend;
    private CheckpointStorage opened;
    private byte[] table;

    /**
     * @param storage called at most once, if there is state to be read
     */
    public StateSupply(TaskDeployment deployment, StateTypes types, PluginRegistry plugins, Storage storage) {
        this.deployment = deployment;
        this.types = types;
        this.plugins = plugins;
        this.storage = storage;
        this.keyGroups =
                KeyGroups.range(deployment.attempt().subtask(), deployment.maxParallelism(), deployment.parallelism());
    }

    int maxParallelism() {
        return deployment.maxParallelism();
    }

    Configuration configuration() {
        return deployment.configuration();
    }

    /** How much bulk memory the operator may hold, in bytes. */
    long memoryLimit(String uid) {
        return deployment.memory().getOrDefault(uid, Long.MAX_VALUE);
    }

    /** Whether the attempt takes part in checkpoints. */
    boolean takesSnapshots() {
        return deployment.restore().isPresent();
    }

    /** A new one. */
    KeyGrouping grouping() {
        return new KeyGroups(deployment.maxParallelism(), deployment.parallelism());
    }

    KeyGroupRange keyGroups() {
        return keyGroups;
    }

    StateTypes types() {
        return types;
    }

    /** The same array each time. */
    byte[] table() {
        if (table == null) {
            table = types.table();
        }
        return table;
    }

    String backendName() {
        Configuration configuration = deployment.configuration();
        return deployment
                .restore()
                .map(TaskRestore::backend)
                .orElseGet(() -> configuration.get(JobOptions.STATE_BACKEND));
    }

    /**
     * @throws IllegalStateException if there is no such plugin, naming those that are there
     */
    StateBackend backend() {
        if (backend == null) {
            String name = backendName();
            backend = plugins.lease(StateBackend.class, name)
                    .orElseThrow(() -> new IllegalStateException("There is no state backend '" + name + "', only "
                            + plugins.names(StateBackend.class) + ": install its bundle, or set "
                            + JobOptions.STATE_BACKEND.key()));
        }
        return backend.service();
    }

    StateContext context(String operator, String uid, Class<?> keyType) {
        return new StateContext(
                operator,
                uid,
                keyType,
                deployment.maxParallelism(),
                keyGroups,
                types,
                this::grouping,
                deployment.configuration());
    }

    /** What the operator takes over, of one or of many former subtasks. */
    List<OperatorSnapshot> restored(String uid) {
        return deployment
                .restore()
                .map(restore -> restore.state().getOrDefault(uid, List.of()))
                .orElse(List.of());
    }

    /** The one that is restored, 0 for none. */
    long checkpoint() {
        return deployment.restore().map(TaskRestore::checkpoint).orElse(0L);
    }

    InputStream read(StateHandle handle) throws IOException {
        CheckpointStorage where = storageOf(handle);
        return where == null ? new ByteArrayInputStream(((StateHandle.Inline) handle).bytes()) : where.read(handle);
    }

    /** Null if the bytes stand in the handle. */
    CheckpointStorage storageOf(StateHandle handle) throws IOException {
        if (handle instanceof StateHandle.Inline) {
            return null;
        }
        if (opened == null) {
            opened = storage.open();
        }
        return opened;
    }

    /** When all operators are closed. Idempotent. */
    public void close() {
        if (backend != null) {
            backend.close();
        }
    }
}
