package io.github.foggara.state.heap;

/**
 * Says whether an object that is about to be changed in place may stand in a snapshot that is being written. Such objects carry the number
 * of the snapshot after which they were made or copied. Task thread.
 */
final class Pinning {
    // Pages of the tables hold references, so what they point at must stay as it is as well. A stamp in the object, as
    // in the versioned
    // entries of Flink's CopyOnWriteStateMap, copies each object at most once per snapshot, and only those that are
    // touched.
    private HeapKeyedSnapshot open;
    private int stamp;

    /** Of the last snapshot: what is made now does not stand in it. */
    int stamp() {
        return stamp;
    }

    /** Whether an object with this stamp must be copied before it is changed. */
    boolean pinned(int made) {
        return made != stamp && open();
    }

    boolean open() {
        if (open != null && open.closed()) {
            open = null;
        }
        return open != null;
    }

    void begin(HeapKeyedSnapshot snapshot) {
        open = snapshot;
    }

    /** Before the tables are frozen. */
    void next() {
        stamp++;
    }
}
