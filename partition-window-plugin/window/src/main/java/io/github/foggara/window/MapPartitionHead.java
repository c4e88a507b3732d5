package io.github.foggara.window;

import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.ArrayList;
import java.util.List;

/**
 * The head of a {@link MapPartitionOperator}'s state: kind and version {@value #VERSION} (1 byte each), phase (1 byte), parallelism, number of the segments of
 * its input, number of its outputs, and of each output the number of its segments and of the records that were emitted. The
 * segments stand in that order. Numbers without a size are of variable length.
 *
 * @param parallelism of the operator that wrote it
 */
record MapPartitionHead(Phase phase, int parallelism, int inputSegments, List<HeldOutput> outputs) {
    private static final int VERSION = 3;

    /** What has become of the function; written by its place here. */
    enum Phase {
        /** What it has read is the input. */
        READING,
        /** It is not called again, whatever it left unread, and there is no input. */
        RETURNED,
        /** It has returned, but the parallelism was another: if there are records now, it is called for them. */
        RETURNED_ELSEWHERE
    }

    byte[] encode() {
        RecordOutput out = Heads.begin(Kind.MAP_PARTITION, VERSION, 32);
        out.writeByte(phase.ordinal());
        out.writeVarLong(parallelism);
        out.writeVarLong(inputSegments);
        out.writeVarLong(outputs.size());
        for (HeldOutput output : outputs) {
            out.writeVarLong(output.segments());
            out.writeVarLong(output.position());
        }
        return out.toByteArray();
    }

    /**
     * @param segments how many there are
     * @throws IncompatibleStateException if it is that of another operation
     * @throws IllegalArgumentException if it is damaged, or of another version
     */
    static MapPartitionHead decode(byte[] head, int segments, String operator) {
        return Heads.decode(head, Kind.MAP_PARTITION, VERSION, operator, in -> decode(in, segments, operator));
    }

    private static MapPartitionHead decode(RecordInput in, int segments, String operator) {
        int phase = (int) Heads.upTo(Phase.values().length - 1, in.readUnsignedByte(), operator);
        int parallelism = (int) Heads.upTo(Short.MAX_VALUE + 1, in.readVarLong(), operator);
        long inputs = in.readVarLong();
        int count = in.readLength();
        List<HeldOutput> outputs = new ArrayList<>();
        long sum = inputs;
        for (int i = 0; i < count; i++) {
            HeldOutput output =
                    new HeldOutput(0, (int) Heads.upTo(segments, in.readVarLong(), operator), in.readVarLong());
            if (output.position() < 0) {
                throw Heads.damaged(operator, output.position() + " records were emitted");
            }
            sum += output.segments();
            outputs.add(output);
        }
        if (sum != segments || inputs < 0) {
            throw Heads.damaged(operator, "its head speaks of " + sum + " segments, there are " + segments);
        }
        return new MapPartitionHead(Phase.values()[phase], parallelism, (int) inputs, List.copyOf(outputs));
    }
}
