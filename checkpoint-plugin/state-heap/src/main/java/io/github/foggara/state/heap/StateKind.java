package io.github.foggara.state.heap;

import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.List;
import java.util.Map;

/** What a state is, and how the value of one key is encoded. */
enum StateKind {
    VALUE(1, "value"),
    LIST(2, "list"),
    MAP(3, "map"),
    REDUCING(4, "reducing"),
    AGGREGATING(5, "aggregating");

    /** Stands in snapshots. */
    final int code;

    final String words;

    StateKind(int code, String words) {
        this.code = code;
        this.words = words;
    }

    static StateKind of(int code) {
        for (StateKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new IllegalArgumentException("there is no kind of state " + code);
    }

    /** Codecs that it needs. */
    int types() {
        return this == MAP ? 2 : 1;
    }

    void encode(Object value, List<RecordCodec<Object>> codecs, RecordOutput out) {
        RecordCodec<Object> codec = codecs.get(0);
        switch (this) {
            case VALUE, REDUCING -> codec.encode(value, out);
            case AGGREGATING -> codec.encode(((AccumulatorCell) value).accumulator, out);
            case LIST -> {
                ListCell list = (ListCell) value;
                out.writeVarLong(list.size());
                for (int i = 0; i < list.size(); i++) {
                    codec.encode(list.get(i), out);
                }
            }
            case MAP -> encodeMap(((MapCell) value).entries(), codecs, out);
        }
    }

    static void encodeMap(Map<Object, Object> map, List<RecordCodec<Object>> codecs, RecordOutput out) {
        out.writeVarLong(map.size());
        map.forEach((key, value) -> {
            codecs.get(0).encode(key, out);
            codecs.get(1).encode(value, out);
        });
    }

    /**
     * @param stamp of what is made
     */
    Object decode(RecordInput in, List<RecordCodec<Object>> codecs, int stamp) {
        RecordCodec<Object> codec = codecs.get(0);
        return switch (this) {
            case VALUE, REDUCING -> codec.decode(in);
            case AGGREGATING -> new AccumulatorCell(stamp, codec.decode(in));
            case LIST -> {
                int size = in.readLength();
                ListCell list = new ListCell(stamp, 0);
                for (int i = 0; i < size; i++) {
                    list.add(codec.decode(in));
                }
                yield list;
            }
            case MAP -> {
                MapCell map = new MapCell(stamp);
                decodeMap(in, codecs, map.entries());
                yield map;
            }
        };
    }

    static void decodeMap(RecordInput in, List<RecordCodec<Object>> codecs, Map<Object, Object> map) {
        int size = in.readLength();
        for (int i = 0; i < size; i++) {
            Object key = codecs.get(0).decode(in);
            if (map.put(key, codecs.get(1).decode(in)) != null) {
                throw new IllegalArgumentException("the map's key " + key + " stands there twice");
            }
        }
    }
}
