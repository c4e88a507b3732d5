package io.github.foggara.window;

import io.github.foggara.api.state.FormerSegment;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.sorter.spill.RecordReader;
import io.github.foggara.sorter.spill.SegmentReader;
import io.github.foggara.sorter.spill.Spool;
import io.github.foggara.sorter.spill.SpoolCut;
import java.io.IOException;
import java.util.List;

/** Records in the order they came, encoded, on disk if they are many. Task thread. */
public final class SpooledRecords implements AutoCloseable {
    private static final int FIRST_CAPACITY = 256;

    private final Spool spool;
    private final RecordCodec<Object> codec;
    private final RecordOutput buffer = new RecordOutput(FIRST_CAPACITY);

    SpooledRecords(Spool spool, RecordCodec<Object> codec) {
        this.spool = spool;
        this.codec = codec;
    }

    public long count() {
        return spool.records();
    }

    public void add(Object record) throws IOException {
        buffer.reset();
        codec.encode(record, buffer);
        spool.add(buffer.array(), 0, buffer.length());
    }

    /**
     * Takes over records of a former spool, behind those that are there.
     *
     * @param former reads them; null if they are written as they would be now
     */
    public void restore(List<FormerSegment> segments, RecordCodec<Object> former) throws IOException {
        boolean first = spool.records() == 0;
        for (FormerSegment segment : segments) {
            if (first && former == null) {
                spool.restore(segment);
            } else {
                copy(segment, former);
            }
        }
    }

    private void copy(FormerSegment segment, RecordCodec<Object> former) throws IOException {
        RecordInput in = new RecordInput(new byte[0]);
        try (SegmentReader reader = SegmentReader.open(segment)) {
            while (reader.next()) {
                if (former == null) {
                    spool.add(reader.bytes(), reader.offset(), reader.length());
                } else {
                    in.reset(reader.bytes(), reader.offset(), reader.length());
                    add(former.decode(in));
                }
            }
        }
    }

    public SpoolCut cut() {
        return spool.cut();
    }

    /** Those that are there now. */
    public Reader read(long from) throws IOException {
        return new Reader(spool.read(from), codec);
    }

    @Override
    public void close() {
        spool.close();
    }

    /** Each record is a new object. */
    public static final class Reader implements AutoCloseable {
        private final RecordReader reader;
        private final RecordCodec<Object> codec;
        private final RecordInput in = new RecordInput(new byte[0]);

        private Reader(RecordReader reader, RecordCodec<Object> codec) {
            this.reader = reader;
            this.codec = codec;
        }

        public boolean next() throws IOException {
            return reader.next();
        }

        public Object record() {
            in.reset(reader.bytes(), reader.offset(), reader.length());
            return codec.decode(in);
        }

        @Override
        public void close() {
            reader.close();
        }
    }
}
