package io.github.foggara.kernel.jobmaster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReportLinesTest {
    private final ReportLines lines = new ReportLines();

    @Test
    void theNewestLossesAndTheNumberOfTheOthersAreShown() {
        lines.add("12 files are read");
        for (int restart = 1; restart <= 1000; restart++) {
            lines.lost("loss " + restart);
        }
        assertThat(lines.all())
                .containsExactly(
                        "12 files are read",
                        "997 earlier restarts lost input too",
                        "loss 998",
                        "loss 999",
                        "loss 1000");
    }

    @Test
    void fewAreShownAsTheyAre() {
        lines.lost("loss");
        lines.add("line");
        assertThat(lines.all()).containsExactly("line", "loss");
    }

    @Test
    void otherLinesAreBoundedToo() {
        for (int line = 0; line < ReportLines.LINES + 5; line++) {
            lines.add("line " + line);
        }
        assertThat(lines.all())
                .hasSize(ReportLines.LINES + 1)
                .startsWith("5 earlier lines are left out", "line 5")
                .endsWith("line " + (ReportLines.LINES + 4));
    }
}
