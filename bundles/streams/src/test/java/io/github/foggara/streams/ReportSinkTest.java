package io.github.foggara.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.job.CommitterContext;
import io.github.foggara.api.job.SinkCommitter;
import io.github.foggara.api.job.SinkWriter;
import io.github.foggara.api.sort.Order;
import io.github.foggara.streams.Programs.Word;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReportSinkTest {
    private static final class Formatter implements MapFunction<Word, String> {
        private String state = "new";

        @Override
        public void open(RuntimeContext context) {
            state = "open";
        }

        @Override
        public String map(Word word) {
            return state + " " + word.text();
        }

        @Override
        public void close() {
            state = "closed";
        }
    }

    private static List<String> written(ReportSink<Word> sink, List<Word> words) throws Exception {
        SinkWriter<Word> writer = sink.createWriter(null);
        writer.open();
        for (Word word : words) {
            writer.write(word);
        }
        List<byte[]> committables = writer.finish();
        writer.close();
        return committables.stream()
                .map(b -> new String(b, StandardCharsets.UTF_8))
                .toList();
    }

    private static int byCount(Word left, Word right) {
        return Long.compare(left.count(), right.count());
    }

    @Test
    void keepsTheLargestInOrderAndOfEqualOnesTheFirst() throws Exception {
        Random random = new Random(42);
        for (int round = 0; round < 200; round++) {
            int n = 1 + random.nextInt(6);
            List<Word> words = new ArrayList<>();
            for (int i = random.nextInt(30); i > 0; i--) {
                words.add(new Word("w" + i, random.nextInt(8)));
            }
            // A stable sort, so equal ones stay in the order they came.
            List<String> expected = words.stream()
                    .sorted(Comparator.comparingLong(Word::count).reversed())
                    .limit(n)
                    .map(Word::text)
                    .toList();
            assertThat(written(ReportSink.topN(n, ReportSinkTest::byCount, Word::text), words))
                    .isEqualTo(expected);
        }
    }

    @Test
    void titleStandsAboveAndNotAlone() throws Exception {
        ReportSink<Word> sink = ReportSink.topN("ÄÖ", 2, ReportSinkTest::byCount, Word::text);
        assertThat(written(sink, List.of(new Word("a"), new Word("b", 2)))).containsExactly("ÄÖ", "b", "a");
        assertThat(written(sink, List.of())).isEmpty();
    }

    @Test
    void functionsLiveAsLongAsTheWriter() throws Exception {
        Formatter formatter = new Formatter();
        assertThat(written(ReportSink.topN(1, ReportSinkTest::byCount, formatter), List.of(new Word("a"))))
                .containsExactly("open a");
        assertThat(formatter.state).isEqualTo("closed");
    }

    @Test
    void committerReportsEachLineOnce() throws Exception {
        List<String> lines = new ArrayList<>();
        CommitterContext context = new CommitterContext() {
            @Override
            public JobId job() {
                throw new UnsupportedOperationException("not asked for");
            }

            @Override
            public String jobName() {
                return "job";
            }

            @Override
            public void report(String line) {
                lines.add(line);
            }
        };
        SinkCommitter committer =
                ReportSink.topN(1, ReportSinkTest::byCount, Word::text).createCommitter(context);
        List<byte[]> committables =
                List.of("zwölf".getBytes(StandardCharsets.UTF_8), "elf".getBytes(StandardCharsets.UTF_8));
        committer.open();
        committer.commit(committables);
        committer.commit(committables);
        assertThat(lines).containsExactly("zwölf", "elf");
    }

    @Test
    void aSortMayBeReportedFromSeveralSubtasksBecauseTheReportSortsByItself() {
        JobGraph graph = Programs.graph(env -> env.fromElements(new Word("a", 1), new Word("b", 2))
                .fullWindowPartition()
                .sortPartition(Word::count, Order.DESCENDING)
                .first(2)
                .sinkTo(ReportSink.topN(2, ReportSinkTest::byCount, Word::text)));
        assertThat(graph.warnings()).isEmpty();
    }
}
