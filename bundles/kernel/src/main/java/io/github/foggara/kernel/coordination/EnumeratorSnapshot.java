package io.github.foggara.kernel.coordination;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The state of all enumerators of a job at one moment of the coord thread. */
record EnumeratorSnapshot(Collection<SourceCoordinator<?>> sources, CoordinationListener listener) {

    /** What goes wrong is told as a failure of the checkpoint, not of the job. */
    void take(long checkpoint) {
        Map<String, byte[]> states = new HashMap<>();
        for (SourceCoordinator<?> source : sources) {
            String what = "The source '" + source.name() + "' did not give its state";
            try {
                states.put(source.uid(), source.snapshot(checkpoint));
            } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
                boolean never = e instanceof UnsupportedOperationException;
                listener.snapshotFailed(checkpoint, never, CoordinationFailure.describe(what, e));
                return;
            }
        }
        listener.snapshotted(checkpoint, states);
    }
}
