package io.github.foggara.kernel.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ProgramCodeTest {
    private static long size(long... sizes) {
        List<CodeBundle> bundles = LongStream.of(sizes)
                .mapToObj(size -> new CodeBundle("b", "1.0", "00".repeat(32), "11".repeat(32), size))
                .toList();
        return new ProgramCode(bundles, List.of(), "").size();
    }

    /** Whoever sends them could get below a limit otherwise. */
    @Test
    void sizesWhoseSumIsNoNumberAreAsLargeAsCanBe() {
        assertThat(size(3, 4)).isEqualTo(7);
        assertThat(size(Long.MAX_VALUE, Long.MAX_VALUE, 2)).isEqualTo(Long.MAX_VALUE);
        assertThat(size(Long.MAX_VALUE - 1, 1)).isEqualTo(Long.MAX_VALUE);
    }
}
