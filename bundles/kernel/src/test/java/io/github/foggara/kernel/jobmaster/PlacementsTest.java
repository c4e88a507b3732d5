package io.github.foggara.kernel.jobmaster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.kernel.gateway.Place;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacementsTest {
    private static final ExecutionAttemptId WRITER = new ExecutionAttemptId(new JobId(1, 1), 0, 0, 0);
    private static final ExecutionAttemptId READER = new ExecutionAttemptId(new JobId(1, 1), 1, 0, 0);
    private static final byte[] NOWHERE = {};

    private final Placements placements = new Placements();

    @Test
    void twoAnswersOfOneContainerAreOnePlace() {
        placements.placed(List.of(WRITER), Place.at(NOWHERE).in("one", null));
        placements.placed(List.of(READER), Place.at(NOWHERE).in("one", null));
        assertThat(placements.unreachable(WRITER, READER)).isFalse();
    }

    @Test
    void whatReachesNoOtherProcessIsNotReadFromAnotherContainer() {
        placements.placed(List.of(WRITER), Place.at(NOWHERE).in("one", null));
        placements.placed(List.of(READER), Place.at(new byte[] {1}).in("two", null));
        assertThat(placements.unreachable(WRITER, READER)).isTrue();
        assertThat(placements.unreachable(READER, WRITER)).isFalse();
    }

    @Test
    void aPlacementThatFailedSaysNothingOfTheReach() {
        placements.placed(List.of(WRITER), Place.failed("no plugin").in("one", null));
        placements.placed(List.of(READER), Place.at(NOWHERE).in("two", null));
        assertThat(placements.unreachable(WRITER, READER)).isFalse();
        assertThat(placements.trouble(WRITER)).isEqualTo("no plugin");
        assertThat(placements.trouble(READER)).isEmpty();
        placements.forget(WRITER);
        assertThat(placements.trouble(WRITER)).isEmpty();
    }

    @Test
    void aGroupGoesOnWhenEachHasAnAnswerOfWhateverKind() {
        List<String> done = new ArrayList<>();
        placements.await(List.of(WRITER, READER), attempt -> true, () -> done.add("deploy"));
        placements.placed(List.of(READER), Place.at(NOWHERE).in("two", null));
        assertThat(done).isEmpty();
        placements.placed(List.of(WRITER), Place.failed(" ").in("one", null));
        assertThat(done).containsExactly("deploy");
        assertThat(placements.trouble(WRITER)).isNotBlank();
    }
}
