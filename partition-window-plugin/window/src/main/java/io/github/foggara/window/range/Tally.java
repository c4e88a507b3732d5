package io.github.foggara.window.range;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.ArrayList;
import java.util.List;

/**
 * What one subtask of the first pass tells all subtasks of the second: how many records it saw, and which keys they have. Travels as bytes:
 * version {@value #VERSION} (1 byte), subtask, parallelism, number of samples, samples; numbers of variable length.
 *
 * @param parallelism of both passes
 * @param samples more than one if the parallelism has changed on the way
 */
record Tally(int subtask, int parallelism, List<Sample> samples) {
    private static final int VERSION = 1;

    long records() {
        return samples.stream().mapToLong(Sample::records).sum();
    }

    /** Without keys. */
    Tally counts() {
        return new Tally(
                subtask, parallelism, samples.stream().map(Sample::counts).toList());
    }

    byte[] encode() {
        RecordOutput out = new RecordOutput(256);
        out.writeByte(VERSION);
        out.writeVarLong(subtask);
        out.writeVarLong(parallelism);
        out.writeVarLong(samples.size());
        samples.forEach(sample -> sample.encode(out));
        return out.toByteArray();
    }

    /**
     * @throws IllegalArgumentException if it is none
     */
    static Tally decode(byte[] bytes) {
        RecordInput in = new RecordInput(bytes);
        int version = in.readUnsignedByte();
        long subtask = in.readVarLong();
        long parallelism = in.readVarLong();
        if (version != VERSION || subtask < 0 || subtask >= parallelism || parallelism > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "A tally has version " + version + " and subtask " + subtask + " of " + parallelism);
        }
        int count = in.readLength();
        List<Sample> samples = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            samples.add(Sample.decode(in));
        }
        if (in.remaining() > 0) {
            throw new IllegalArgumentException("A tally has " + in.remaining() + " bytes too many");
        }
        return new Tally((int) subtask, (int) parallelism, List.copyOf(samples));
    }
}
