package io.github.foggara.benchmarks.micro;

import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.benchmarks.work.Pair;
import io.github.foggara.benchmarks.work.Wide;
import io.github.foggara.kernel.serialization.Codecs;
import io.github.foggara.kernel.serialization.TypeTable;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Encoding, decoding and sizing of records. */
@State(Scope.Thread)
public class CodecBenchmark {
    private final Pair pair = new Pair(123_456, 7);
    private final Wide wide = Wide.of(123_456, 1_000_000);
    private final RecordOutput out = new RecordOutput(256);
    private RecordCodec<Pair> pairs;
    private RecordCodec<Wide> wides;
    private byte[] encodedPair;
    private byte[] encodedWide;

    @Setup
    public void make() {
        Codecs codecs = new Codecs(TypeTable.of(List.<Class<?>>of(Pair.class, Wide.class)));
        pairs = codecs.codec(Pair.class);
        wides = codecs.codec(Wide.class);
        encodePair();
        encodedPair = Arrays.copyOf(out.array(), out.length());
        encodeWide();
        encodedWide = Arrays.copyOf(out.array(), out.length());
        if (!pair.equals(decodePair()) || !wide.equals(decodeWide())) {
            throw new IllegalStateException("What is decoded is not what was encoded");
        }
    }

    @Benchmark
    public int encodePair() {
        out.reset();
        pairs.encode(pair, out);
        return out.length();
    }

    @Benchmark
    public Pair decodePair() {
        return pairs.decode(new RecordInput(encodedPair));
    }

    @Benchmark
    public int encodeWide() {
        out.reset();
        wides.encode(wide, out);
        return out.length();
    }

    @Benchmark
    public Wide decodeWide() {
        return wides.decode(new RecordInput(encodedWide));
    }

    /** What is asked of each record that is handed over by reference. */
    @Benchmark
    public int checkAndSizeWide() {
        return wides.immutable(wide) ? wides.estimateBytes(wide) : 0;
    }
}
