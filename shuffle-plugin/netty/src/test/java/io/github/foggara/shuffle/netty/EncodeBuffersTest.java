package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.types.RecordOutput;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EncodeBuffersTest {
    private final EncodeBuffers buffers = new EncodeBuffers();

    private static void fill(RecordOutput out, int bytes) {
        out.writeBytes(new byte[bytes], 0, bytes);
    }

    @Test
    void aSmallBatchDoesNotHoldALargeBuffer() {
        RecordOutput out = buffers.take();
        fill(out, 60_000);
        buffers.giveBack(out);
        for (int size : new int[] {1, 10, 1_000, 20_000, 60_000}) {
            RecordOutput again = buffers.take();
            fill(again, size);
            Element element = buffers.element(again, 1, 0);
            assertThat(element.length()).isEqualTo(size);
            assertThat(element.bytes().length)
                    .as("memory for " + size + " bytes")
                    .isLessThanOrEqualTo(2 * size);
            buffers.giveBack(element.pooled());
        }
    }

    @Test
    void whatLiesIdleIsBoundedForAllSendersTogether() {
        List<RecordOutput> taken = new ArrayList<>();
        for (int i = 0; i < 3 * EncodeBuffers.MOST; i++) {
            taken.add(buffers.take());
        }
        taken.forEach(buffers::giveBack);
        assertThat(buffers.idle()).isEqualTo(EncodeBuffers.MOST);
        assertThat(buffers.take()).isIn(taken);
        RecordOutput huge = new RecordOutput(EncodeBuffers.LARGEST + 1);
        int before = buffers.idle();
        buffers.giveBack(huge);
        assertThat(buffers.idle()).isEqualTo(before);
    }
}
