package io.github.foggara.kernel.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.testkit.disk.InMemoryIfThere;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The way of a JobMaster that dies while its container lives: another one opens the log with a higher epoch → replays it → the executor
 * says what it still runs → all of that ends → what has not finished runs again, on the seeded schedule of a simulation. {@code
 * -Dfoggara.seeds=} asks for more schedules than the build explores.
 */
class CrashWayTest {
    private static final int SEEDS = Integer.getInteger("foggara.seeds", 100);
    private static final int TASKS = 4;

    @TempDir(factory = InMemoryIfThere.class)
    Path data;

    @Test
    void anotherJobMasterGoesOnFromTheLog() {
        SimulatedRuntime.exploreTogether(SEEDS, runtime -> {
            Story story = new Story(runtime);
            new SimulatedCluster(runtime, data.resolve("" + runtime.seed()), dying(), story).run();
            tell(story);
        });
    }

    private static void tell(Story story) {
        int started = story.first("append JobStarted");
        int deployed = story.first("deploy #0");
        int reopened = story.first("log ", started);
        int reset = story.first("append TasksReset");
        int taken = story.first("take over ", reopened);
        int told = story.first("runs ", taken);
        int again = story.first("deploy #1");
        story.assertOrder(started, story.first("durable JobStarted"), deployed, reopened, reset);
        story.assertOrder(reset, story.first("durable TasksReset"), taken, told, again);
        story.assertOrder(story.last("ended #0"), again);
        assertThat(story.lines().get(reopened)).endsWith("opened with 1 events");
        assertThat(story.all("deploy #1")).hasSize(TASKS);
        assertThat(story.all("back-off")).as("a crash is no failure").isEmpty();
        assertThat(story.all("ended #1")).hasSize(TASKS);
        story.assertOrder(story.last("ended #1"), story.first("release job"));
    }

    /** The JobMaster dies when the first task has finished, before that is written. */
    private static Chaos dying() {
        return new Chaos(
                Shape.KEYED,
                Chaos.Kind.CURABLE,
                new TreeSet<>(),
                new TreeSet<>(List.of(2)),
                List.of(),
                0,
                0,
                0,
                1,
                0,
                -1);
    }
}
