package io.github.foggara.kernel.coordination;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What coordinators begin with.
 *
 * @param finished committables of attempts that finished in earlier lives of the run, by uid of the sink
 * @param checkpoints whether the job has checkpoints, so that every sink must be able to publish by them
 * @param restored the checkpoint that the life goes on from
 */
public record Opening(Map<String, List<byte[]>> finished, boolean checkpoints, Optional<Restored> restored) {
    public Opening {
        finished = Map.copyOf(finished);
    }

    /** A life of a job that has no checkpoints. */
    public static Opening plain(Map<String, List<byte[]>> finished) {
        return new Opening(finished, false, Optional.empty());
    }

    /**
     * A completed checkpoint, as far as it concerns coordinators.
     *
     * @param checkpoint its id
     * @param enumerators state by uid of the source
     * @param committables by uid of the sink
     */
    public record Restored(long checkpoint, Map<String, byte[]> enumerators, Map<String, List<byte[]>> committables) {
        public Restored {
            enumerators = Map.copyOf(enumerators);
            committables = Map.copyOf(committables);
        }
    }
}
