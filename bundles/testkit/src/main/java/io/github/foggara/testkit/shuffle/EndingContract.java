package io.github.foggara.testkit.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.StaleConsumerException;
import org.junit.jupiter.api.Test;

/** Failing, releasing and closing reach whoever waits, and may be done twice. */
public abstract class EndingContract extends BarrierContract {
    private PartitionFailedException failureOf(InputGate gate) {
        return catchThrowableOfType(PartitionFailedException.class, () -> {
            // What was appended before may still come.
            for (int i = 0; i < ROOM_RECORDS; i++) {
                take(gate, 1);
            }
        });
    }

    @Test
    void aFailureReachesReadersThatWait() {
        ResultPartition partition = partition(0, 1);
        InputGate gate = gate(0, 0, 1);
        assertThat(drain(gate)).isEmpty();
        consumerBell.sayWaiting();
        partition.fail(new IllegalStateException("boom"));
        assertThat(rings(consumerBell)).isEqualTo(1);
        PartitionFailedException failure = failureOf(gate);
        assertThat(failure).hasRootCauseMessage("boom").hasMessageContaining("boom");
        assertThat(failure.partition()).isEqualTo(partition.id());
    }

    @Test
    void theFirstFailureCounts() {
        ResultPartition partition = partition(0, 2);
        InputGate gate = gate(1, 0, 1);
        append(partition, 1, 0, 50);
        partition.fail(new IllegalStateException("first"));
        partition.fail(new IllegalStateException("second"));
        assertThat(failureOf(gate)).hasRootCauseMessage("first");
        assertThat(failureOf(gate)).as("again").hasRootCauseMessage("first");
    }

    @Test
    void aFailureReachesReadersThatComeLater() {
        ResultPartition partition = partition(0, 1);
        partition.fail(new IllegalStateException("boom"));
        assertThat(failureOf(gate(0, 0, 1))).hasRootCauseMessage("boom");
        assertThat(failureOf(gate(0, 1, 1))).hasRootCauseMessage("boom");
    }

    @Test
    void aFailureReachesABlockedChannel() {
        ResultPartition partition = partition(0, 1);
        InputGate gate = gate(0, 0, 1);
        gate.block(0);
        partition.fail(new IllegalStateException("boom"));
        assertThat(failureOf(gate)).isNotNull();
    }

    @Test
    void aStaleReaderIsStaleAndNotAVictim() {
        ResultPartition partition = partition(0, 1);
        InputGate old = gate(0, 0, 1);
        gate(0, 1, 1);
        partition.fail(new IllegalStateException("boom"));
        assertThatThrownBy(() -> drain(old)).isInstanceOf(StaleConsumerException.class);
    }

    @Test
    void aReleaseFailsReadersThatWait() {
        ResultPartition partition = partition(0, 1);
        InputGate gate = gate(0, 0, 1);
        consumerBell.sayWaiting();
        environment.releasePartition(partition.id());
        environment.releasePartition(partition.id());
        assertThat(rings(consumerBell)).isEqualTo(1);
        assertThat(failureOf(gate).partition()).isEqualTo(partition.id());
        gate.close();
    }

    @Test
    void aReleaseFailsReadersWhoseProducerNeverCame() {
        InputGate gate = gate(0, 0, 1);
        consumerBell.sayWaiting();
        environment.releasePartition(partitionId(0));
        assertThat(rings(consumerBell)).isEqualTo(1);
        assertThat(failureOf(gate)).isNotNull();
    }

    @Test
    void anUnknownPartitionMayBeReleased() {
        environment.releasePartition(partitionId(17));
        assertBuffered(0);
    }

    @Test
    void aProducerOutlivesTheReleaseOfItsPartition() {
        ResultPartition partition = partition(0, 1);
        append(partition, 0, 0, 10);
        environment.releasePartition(partition.id());
        append(partition, 0, 10, 3_000);
        partition.flush();
        partition.fail(new IllegalStateException("late"));
        partition.close();
        assertBuffered(0);
    }

    @Test
    void aClosedEnvironmentHoldsNothingAndMakesNothing() {
        ResultPartition partition = partition(0, 1);
        InputGate gate = gate(0, 0, 1);
        append(partition, 0, 0, 10);
        partition.flush();
        environment.close();
        environment.close();
        assertBuffered(0);
        assertThat(failureOf(gate)).isNotNull();
        assertThatThrownBy(() -> partition(1, 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> gate(1, 0, 1)).isInstanceOf(IllegalStateException.class);
        gate.close();
        partition.close();
    }
}
