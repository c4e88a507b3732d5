package io.github.foggara.connector.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs are written, rotated and deleted while the source is killed and goes on from its last checkpoint: no line is lost or doubled. */
class FollowRestartTest {
    private static final int STEPS = 600;
    private static final int KEPT = 3;

    @TempDir
    Path dir;

    @TempDir
    Path elsewhere;

    private Random random;
    private final List<String> written = new ArrayList<>();
    /** Beginnings of lines by name of the log, not ended yet. */
    private final String[] open = new String[2];

    private FollowRun<String> run;
    private FollowRun.Checkpoint<String> last;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyLineIsReadOnce(long seed) throws Exception {
        random = new Random(seed);
        open[0] = "";
        open[1] = "";
        run = new FollowRun<>(source(), 1 + random.nextInt(3));
        last = run.checkpoint();
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(12)) {
                case 0, 1, 2, 3 -> write(random.nextInt(2));
                case 4 -> rotate(random.nextInt(2));
                case 5, 6 -> run.look();
                case 7, 8, 9 -> run.poll(random.nextInt(run.parallelism()), 1 + random.nextInt(10));
                case 10 -> last = run.checkpoint();
                default -> crash();
            }
        }
        for (int log = 0; log < open.length; log++) {
            end(log);
        }
        run.look();
        run.pollAll();
        assertThat(run.records()).hasSameSizeAs(written).containsExactlyInAnyOrderElementsOf(written);
        run.close();
    }

    private LineSource source() {
        return FileSource.lines(dir + "/*.log*")
                .monitorContinuously(Duration.ofSeconds(1))
                .splitSize(1 + random.nextInt(60));
    }

    private void crash() throws Exception {
        run.close();
        run = new FollowRun<>(source(), 1 + random.nextInt(3), last);
    }

    private Path log(int log, int generation) {
        return dir.resolve("app" + log + ".log" + (generation == 0 ? "" : "." + generation));
    }

    private void write(int log) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            String line = open[log] + "line " + written.size() + " of " + log;
            text.append(line, open[log].length(), line.length()).append('\n');
            written.add(line);
            open[log] = "";
        }
        if (random.nextBoolean()) {
            text.append("half ");
            open[log] += "half ";
        }
        append(log(log, 0), text.toString());
    }

    private void end(int log) throws IOException {
        if (!open[log].isEmpty()) {
            written.add(open[log]);
            append(log(log, 0), "\n");
            open[log] = "";
        }
    }

    /** As logrotate does without copytruncate; the oldest leaves the directory only if a checkpoint has all of it. */
    private void rotate(int log) throws Exception {
        end(log);
        Path oldest = log(log, KEPT);
        if (Files.exists(oldest)) {
            Set<String> safe = new HashSet<>();
            last.records().forEach(safe::addAll);
            if (!safe.containsAll(Files.readAllLines(oldest))) {
                return;
            }
            Files.move(oldest, elsewhere.resolve(log + "-" + written.size() + "-" + random.nextInt()));
        }
        for (int generation = KEPT - 1; generation >= 0; generation--) {
            if (Files.exists(log(log, generation))) {
                Files.move(log(log, generation), log(log, generation + 1));
            }
        }
    }

    private static void append(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
