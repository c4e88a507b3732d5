package io.github.foggara.sorter.spill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;

/** Blocks that can be told from each other, and files of them. */
final class Blocks {
    static final SpillOwner OWNER = new SpillOwner("job", "sort", 2, 3);

    private Blocks() {}

    static byte[] block(int number, int length) {
        byte[] bytes = new byte[length];
        new Random(number).nextBytes(bytes);
        return bytes;
    }

    /** As many blocks as lengths. */
    static SpillFile written(SpillSpace space, int... lengths) throws IOException {
        SpillFile file = space.create("run");
        write(file, lengths);
        return file;
    }

    static void write(SpillFile file, int... lengths) throws IOException {
        try (BlockWriter writer = file.write()) {
            for (int i = 0; i < lengths.length; i++) {
                append(writer, i, lengths[i]);
            }
            assertThat(writer.finish()).isEqualTo(file.bytes());
        }
    }

    static void append(BlockWriter writer, int number, int length) throws IOException {
        byte[] around = new byte[length + 5];
        System.arraycopy(block(number, length), 0, around, 3, length);
        writer.append(around, 3, length, number + 1, -number);
    }

    /** Reads from a block to the end, and finds what was written. */
    static void assertHolds(SpillFile file, int fromBlock, int... lengths) throws IOException {
        try (BlockReader reader = file.read(fromBlock)) {
            byte[] target = new byte[1 << 20];
            for (int i = fromBlock; i < lengths.length; i++) {
                assertThat(reader.next(target, 11)).as("length of block " + i).isEqualTo(lengths[i]);
                assertThat(Arrays.copyOfRange(target, 11, 11 + lengths[i])).isEqualTo(block(i, lengths[i]));
                assertThat(reader.records()).isEqualTo(i + 1);
                assertThat(reader.firstPrefix()).isEqualTo(-i);
            }
            assertThat(reader.next(target, 11)).isEqualTo(-1);
        }
    }
}
