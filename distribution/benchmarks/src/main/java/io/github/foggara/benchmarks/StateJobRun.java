package io.github.foggara.benchmarks;

import io.github.foggara.benchmarks.job.TotalSink;
import io.github.foggara.benchmarks.work.StateRun;
import io.github.foggara.benchmarks.work.Totals;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A submitted job whose checkpoints are told of. */
record StateJobRun(Engine engine, String name) implements StateRun {
    @Override
    public Totals await() throws InterruptedException {
        return TotalSink.totals(engine.await(name).report().get(0));
    }

    @Override
    public List<Taken> taken() {
        return engine.info(name).checkpoints().stream()
                .filter(info -> info.pointer().isPresent())
                .map(info -> new Taken(
                        info.id(),
                        info.triggeredMillis(),
                        info.durationMillis(),
                        directory(info.pointer().get())))
                .toList();
    }

    private static Path directory(String pointer) {
        Path path = Path.of(pointer);
        return Files.isDirectory(path) ? path : path.getParent();
    }

    @Override
    public void cancel() throws InterruptedException {
        engine.cancel(name);
    }
}
