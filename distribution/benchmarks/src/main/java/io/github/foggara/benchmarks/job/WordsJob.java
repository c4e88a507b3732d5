package io.github.foggara.benchmarks.job;

import io.github.foggara.api.job.JobParameters;
import io.github.foggara.benchmarks.work.Numbers;
import io.github.foggara.benchmarks.work.Words;
import io.github.foggara.connector.file.FileSource;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;

/** W3: streaming word count, an update out per word. */
public final class WordsJob implements JobProgram {
    /** A word and how often it was met. */
    public record Word(String text, long count) {}

    @Override
    public void define(StreamEnvironment env, JobParameters parameters) {
        env.option("execution.runtime-mode", "STREAMING");
        env.fromSource(FileSource.lines(parameters.string("input")), "lines")
                .<Word>flatMap((line, out) -> Words.split(line, word -> out.collect(new Word(word, 1))))
                .returns(Word.class)
                .keyBy(Word::text)
                .sum(Word::count)
                .sinkTo(new TotalSink<Word>(w -> Numbers.digest(w.text().hashCode(), w.count())), "updates");
    }
}
