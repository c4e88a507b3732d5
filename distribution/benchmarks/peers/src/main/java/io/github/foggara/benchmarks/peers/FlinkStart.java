package io.github.foggara.benchmarks.peers;

import io.github.foggara.benchmarks.work.Words;
import java.nio.file.Path;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.reader.TextLineInputFormat;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** W8: counts the words of a small text, tells when the first count is there, and stays idle until its input ends. */
final class FlinkStart {
    private FlinkStart() {}

    static void run(Path text) throws Exception {
        Configuration configuration = FlinkSide.configuration("64m");
        try (MiniCluster cluster = FlinkSide.start(configuration, 1, 1)) {
            StreamExecutionEnvironment env = new StreamExecutionEnvironment(configuration).setParallelism(1);
            FileSource<String> files = FileSource.forRecordStreamFormat(
                            new TextLineInputFormat(), new org.apache.flink.core.fs.Path(text.toUri()))
                    .build();
            env.fromSource(files, WatermarkStrategy.noWatermarks(), "lines")
                    .<Tuple2<String, Long>>flatMap(
                            (line, words) -> Words.split(line, word -> words.collect(Tuple2.of(word, 1L))))
                    .returns(Types.TUPLE(Types.STRING, Types.LONG))
                    .keyBy(word -> word.f0, Types.STRING)
                    .sum(1)
                    .sinkTo(new FlinkTotals<>(word -> First.print(word.f0, word.f1)));
            cluster.requestJobResult(cluster.submitJob(env.getStreamGraph().getJobGraph())
                            .get()
                            .getJobID())
                    .get();
            First.awaitEndOfInput();
        }
    }
}
