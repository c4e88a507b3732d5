package io.github.foggara.benchmarks.peers;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.function.Functions;
import com.hazelcast.jet.aggregate.AggregateOperations;
import com.hazelcast.jet.pipeline.Pipeline;
import com.hazelcast.jet.pipeline.Sources;
import java.nio.file.Path;

/** W8: counts the words of a small text, tells when the first count is there, and stays idle until its input ends. */
final class JetStart {
    private JetStart() {}

    static void run(Path text) throws Exception {
        HazelcastInstance member = JetSide.member();
        Pipeline pipeline = Pipeline.create();
        pipeline.readFrom(Sources.filesBuilder(text.getParent().toString())
                        .glob(text.getFileName().toString())
                        .sharedFileSystem(true)
                        .build())
                .<String>flatMap(line -> new JetWords(line))
                .groupingKey(Functions.wholeItem())
                .rollingAggregate(AggregateOperations.counting())
                .setLocalParallelism(1)
                .writeTo(JetTotals.sink(1, word -> First.print(word.getKey(), word.getValue())));
        member.getJet().newJob(pipeline).join();
        First.awaitEndOfInput();
    }
}
