package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.itests.container.Debugger;
import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.KillPoint;
import io.github.foggara.itests.container.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Containers that are killed exactly at each {@link KillPoint} of a checkpoint, one after the other on the same directories: what is committed
 * is every id once. A debugger holds all threads of the container there, and {@code kill -9} ends it.
 */
class KillPointsIT {
    private static final int IDS = 80_000;
    private static final int KEYS = 7;

    private final Path work = Distribution.workDirectory("KillPointsIT");
    private final Path slow = work.resolve("slow");
    private final Path output = work.resolve("ids");
    private final Script foggara = new Script(work);
    private Script.Started container;

    @AfterEach
    void stop() {
        if (container != null) {
            container.process().destroyForcibly();
        }
    }

    @Test
    void everyIdIsCommittedOnceWhereverTheContainerIsKilled() throws Exception {
        Files.createFile(slow);
        Files.writeString(
                work.resolve("conf/foggara.job-ids.cfg"),
                "program = ids\nparallelism = 2\nexecution.runtime-mode = STREAMING\n"
                        + "execution.checkpointing.interval = 50 ms\nexecution.checkpointing.data-inline-threshold = 0 kb\n"
                        + "arg.count = " + IDS + "\narg.slow = " + slow + "\narg.output = " + output + "\n");
        for (KillPoint point : KillPoint.values()) {
            if (point.ofEnd()) {
                Files.deleteIfExists(slow);
            }
            killAt(point);
            List<String> ids = ids(rows());
            assertThat(new HashSet<>(ids)).as("ids after the kill at %s", point).hasSameSizeAs(ids);
        }
        container = foggara.start("start", "--foreground");
        Eventually.isTrue(
                "the job has finished", () -> foggara.shell("job:list").out().contains("FINISHED"));
        assertEachIdOnce();
        assertThat(list(work).stream().filter(name -> name.contains("ids"))).containsExactly("ids");
        Eventually.isTrue(
                "no checkpoint is left",
                () -> list(work.resolve("data/checkpoints")).isEmpty());
        foggara.stop();
    }

    private void killAt(KillPoint point) throws Exception {
        try (Debugger debugger = new Debugger()) {
            container = foggara.startWith(debugger.javaOption() + " -XX:TieredStopAtLevel=1", "start", "--foreground");
            try {
                debugger.runTo(point);
            } catch (Exception | AssertionError e) {
                throw new AssertionError("Before " + point + ": " + container.out() + container.err(), e);
            }
            Script.signal("KILL", container.process().pid());
            assertThat(container.process().waitFor()).isEqualTo(128 + 9);
        }
    }

    private void assertEachIdOnce() throws IOException {
        List<String> rows = rows();
        assertAll("ids", ids(rows), Long::toString);
        assertAll(
                "numbers by key",
                rows.stream().map(row -> row.substring(0, row.lastIndexOf(','))).toList(),
                id -> id % KEYS + "," + id / KEYS);
    }

    /** Each once; of many that are wrong only some are told. */
    private static void assertAll(String what, List<String> there, LongFunction<String> ofId) {
        Set<String> missing = LongStream.range(0, IDS).mapToObj(ofId).collect(Collectors.toCollection(TreeSet::new));
        List<String> more =
                there.stream().filter(one -> !missing.remove(one)).limit(20).toList();
        assertThat(more).as("%s that are there twice, or should not be", what).isEmpty();
        assertThat(missing.stream().limit(20)).as("%s that are missing", what).isEmpty();
    }

    private static List<String> ids(List<String> rows) {
        return rows.stream().map(row -> row.substring(row.lastIndexOf(',') + 1)).toList();
    }

    /** All that a reader of the directory sees, without headers. */
    private List<String> rows() throws IOException {
        List<String> rows = new ArrayList<>();
        for (String part : list(output)) {
            assertThat(part).matches("part-[0-9]{5}(-[0-9]{6})?\\.csv");
            List<String> lines = Files.readAllLines(output.resolve(part));
            assertThat(lines.get(0)).isEqualTo("key,number,id");
            rows.addAll(lines.subList(1, lines.size()));
        }
        return rows;
    }

    /** Names; none if there is no such directory. */
    private static List<String> list(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
    }
}
