package io.github.foggara.window;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.ArrayList;
import java.util.List;

/**
 * The head of a {@link MapPartitionOperator}'s state: version {@value #VERSION} (1 byte), whether the function has returned (1 byte), number of
 * the segments of its input, number of its outputs, and of each output the number of its segments and of the records that were emitted. The
 * segments stand in that order. Numbers without a size are of variable length.
 *
 * @param returned the function has returned: it is not called again, and there is no input
 */
record MapPartitionHead(boolean returned, int inputSegments, List<HeldOutput> outputs) {
    private static final int VERSION = 1;

    byte[] encode() {
        RecordOutput out = new RecordOutput(32);
        out.writeByte(VERSION);
        out.writeByte(returned ? 1 : 0);
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
     * @throws IllegalArgumentException if it is damaged, or of another version
     */
    static MapPartitionHead decode(byte[] head, int segments, String operator) {
        RecordInput in = new RecordInput(head);
        Heads.checkVersion(in, VERSION, operator);
        int returned = in.readUnsignedByte();
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
        Heads.checkEnd(in, operator);
        if (returned > 1 || sum != segments || inputs < 0) {
            throw Heads.damaged(operator, "its head speaks of " + sum + " segments, there are " + segments);
        }
        return new MapPartitionHead(returned == 1, (int) inputs, List.copyOf(outputs));
    }
}
