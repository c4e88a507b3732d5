package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.state.KeyedSnapshot;
import io.github.foggara.api.state.StateTypes;
import java.io.IOException;
import java.io.InputStream;

/** State per key that a link keeps in tables of its own, because a backend would cost it per record. Task thread. */
interface KeyedTables {
    /** Stands in the checkpoint where otherwise the name of a backend stands: bytes of another format are not read. */
    String format();

    /** As {@link io.github.foggara.api.state.KeyedStateBackend#snapshot}; never while an earlier one is open. */
    KeyedSnapshot snapshot();

    /**
     * Takes over one key group, before the link opens.
     *
     * @param written types of the snapshot; the same instance for all groups of one former subtask
     * @param in untrusted; read to its end
     * @throws io.github.foggara.api.state.IncompatibleStateException if it does not fit, naming both
     * @throws IOException if it is damaged
     */
    void restore(int keyGroup, StateTypes written, InputStream in) throws IOException;
}
