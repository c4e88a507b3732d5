package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.StateHandle;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** What all operators of a chain held at one barrier, by uid. Threads as of {@link OperatorCut}. */
public final class ChainCut implements AutoCloseable {
    private final Map<String, OperatorCut> operators = new LinkedHashMap<>();
    private final boolean finished;

    /**
     * @param finished whether the operators had finished
     */
    ChainCut(boolean finished) {
        this.finished = finished;
    }

    OperatorCut add(String uid) {
        OperatorCut cut = new OperatorCut();
        operators.put(uid, cut);
        return cut;
    }

    public boolean finished() {
        return finished;
    }

    /** Whether something has to be written; the rest stands in the metadata. */
    public boolean holdsState() {
        return operators.values().stream().anyMatch(OperatorCut::holdsState);
    }

    /** Whether the next cut has to wait until this one is not written any more. */
    public boolean holdsSegments() {
        return operators.values().stream().anyMatch(OperatorCut::holdsSegments);
    }

    /**
     * On the task thread, when nothing is written any more.
     *
     * @param forced whether all that was written of segments is in storage
     * @param acknowledged whether the whole snapshot is, and it is told
     */
    public void settle(boolean forced, boolean acknowledged) {
        operators.values().forEach(operator -> operator.settle(forced, acknowledged));
    }

    /**
     * On an io thread, once. What has nothing is left out.
     *
     * @param storage null if there is no state
     * @param canceled asked before each operator
     */
    public Map<String, OperatorSnapshot> write(CutStorage storage, BooleanSupplier canceled) throws IOException {
        Map<String, OperatorSnapshot> written = new LinkedHashMap<>();
        for (Map.Entry<String, OperatorCut> operator : operators.entrySet()) {
            if (canceled.getAsBoolean()) {
                throw new IOException("The checkpoint was given up");
            }
            if (!operator.getValue().isEmpty()) {
                written.put(operator.getKey(), operator.getValue().write(storage));
            }
        }
        return written;
    }

    /** Bytes that were written for these snapshots, committables and splits included. */
    public long bytes(Map<String, OperatorSnapshot> written) {
        long sum = -operators.values().stream()
                .mapToLong(OperatorCut::referencedBytes)
                .sum();
        for (OperatorSnapshot snapshot : written.values()) {
            sum += snapshot.keyed().stream()
                    .flatMap(keyed -> keyed.groups().stream())
                    .map(OperatorSnapshot.Group::bytes)
                    .mapToLong(StateHandle::length)
                    .sum();
            sum += snapshot.operatorStates().stream()
                    .mapToLong(named -> named.bytes().length())
                    .sum();
            sum += snapshot.splits().stream().mapToLong(split -> split.length).sum();
            sum += snapshot.committables().stream().mapToLong(one -> one.length).sum();
        }
        return sum;
    }

    @Override
    public void close() {
        operators.values().forEach(OperatorCut::close);
    }
}
