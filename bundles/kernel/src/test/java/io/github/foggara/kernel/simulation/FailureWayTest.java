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
 * The way of a failure: task ends → classified → told to the JobMaster → back-off and strategy decide → reset event → (durable) →
 * cancel → delay over and every replaced attempt ended → deploy, on the seeded schedule of a simulation. {@code
 * -Dfoggara.seeds=} asks for more schedules than the build explores.
 */
class FailureWayTest {
    private static final int SEEDS = Integer.getInteger("foggara.seeds", 100);
    private static final int DELAY_MILLIS = 700;
    private static final int TASKS = 4;

    @TempDir(factory = InMemoryIfThere.class)
    Path data;

    @Test
    void aFailureIsDecidedBeforeAnythingIsDoneAboutIt() {
        SimulatedRuntime.exploreTogether(SEEDS, runtime -> {
            Story story = new Story(runtime);
            new SimulatedCluster(runtime, data.resolve("" + runtime.seed()), failing(runtime.seed()), story).run();
            tell(story);
        });
    }

    private static void tell(Story story) {
        int failed = story.first("failed #0");
        int asked = story.first("back-off is asked, after 0 incidents");
        int decided = story.first("append FailureDecided");
        int durable = story.first("durable FailureDecided");
        int cancelled = story.first("cancel #0");
        int deployed = story.first("deploy #1");
        story.assertOrder(failed, asked, decided, durable, cancelled, deployed);
        story.assertOrder(story.last("ended #0"), deployed);
        // That of a consumer, which has lost its partition, may be told first.
        assertThat(story.all("failed #0")).anyMatch(line -> line.endsWith("user code"));
        assertThat(story.millisBetween(decided, deployed)).isGreaterThanOrEqualTo(DELAY_MILLIS);
        assertThat(story.all("deploy #0")).hasSize(TASKS);
        assertThat(story.all("deploy #1")).hasSize(TASKS);
        assertThat(story.all("append FailureDecided")).hasSize(1);
        assertThat(story.all("ended #1")).hasSize(TASKS);
        story.assertOrder(story.last("ended #1"), story.first("release job"));
    }

    /** One of the ten calls of the sources throws. */
    private static Chaos failing(long seed) {
        TreeSet<Integer> failures = new TreeSet<>(List.of(1 + 2 * (int) (seed % 5)));
        return new Chaos(
                Shape.KEYED, Chaos.Kind.CURABLE, failures, new TreeSet<>(), List.of(), 0, 0, 0, DELAY_MILLIS, 0, -1);
    }
}
