package io.github.foggara.testkit.shuffle;

import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.ArrayList;
import java.util.List;

/** Writes what the contract sends: longs, integers, strings, byte arrays and lists of those. Says so if two threads use it at once. */
public final class TestCodec implements RecordCodec<Object> {
    private volatile Thread user;

    @Override
    public boolean immutable(Object record) {
        return !(record instanceof byte[]);
    }

    @Override
    public Object copy(Object record) {
        return record instanceof byte[] bytes ? bytes.clone() : record;
    }

    @Override
    public int estimateBytes(Object record) {
        return record instanceof byte[] bytes ? 16 + bytes.length : 16;
    }

    @Override
    public void encode(Object record, RecordOutput out) {
        enter();
        write(record, out);
        user = null;
    }

    @Override
    public Object decode(RecordInput in) {
        enter();
        Object record = read(in);
        user = null;
        return record;
    }

    private void enter() {
        Thread other = user;
        user = Thread.currentThread();
        if (other != null) {
            throw new IllegalStateException("Two threads use one codec: " + other + ", " + user);
        }
    }

    private static void write(Object record, RecordOutput out) {
        if (record instanceof Long number) {
            out.writeByte('L');
            out.writeLong(number);
        } else if (record instanceof Integer number) {
            out.writeByte('I');
            out.writeInt(number);
        } else if (record instanceof String text) {
            out.writeByte('S');
            out.writeString(text);
        } else if (record instanceof byte[] bytes) {
            out.writeByte('B');
            out.writeVarLong(bytes.length);
            out.writeBytes(bytes, 0, bytes.length);
        } else if (record instanceof List<?> list) {
            out.writeByte('[');
            out.writeVarLong(list.size());
            list.forEach(element -> write(element, out));
        } else {
            throw new IllegalArgumentException("The contract sends no " + record.getClass());
        }
    }

    private static Object read(RecordInput in) {
        int type = in.readUnsignedByte();
        switch (type) {
            case 'L':
                return in.readLong();
            case 'I':
                return in.readInt();
            case 'S':
                return in.readString();
            case 'B':
                return in.readBytes(in.readLength());
            case '[':
                int size = in.readLength();
                List<Object> list = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    list.add(read(in));
                }
                return list;
            default:
                throw new IllegalArgumentException("There is no type " + type);
        }
    }
}
