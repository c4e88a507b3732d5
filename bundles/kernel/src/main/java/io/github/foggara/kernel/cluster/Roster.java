package io.github.foggara.kernel.cluster;

import io.github.foggara.api.rpc.ContainerId;
import java.io.IOException;
import java.util.Set;

/** Which TaskManagers may run something, for the JobMaster that comes after this one was killed. One caller at a time; may block. */
interface Roster {
    /** A JobMaster without a disk: the one that comes after it knows of nobody. */
    Roster NONE = new Roster() {
        @Override
        public Set<ContainerId> read() {
            return Set.of();
        }

        @Override
        public void write(Set<ContainerId> ids) {
            // Nobody reads it.
        }
    };

    /**
     * Empty if there is none.
     *
     * @throws IOException if there is one that cannot be used
     */
    Set<ContainerId> read() throws IOException;

    /** In place of what was written before; when this returns, it is on the disk. */
    void write(Set<ContainerId> ids) throws IOException;
}
