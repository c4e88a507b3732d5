package io.github.foggara.recovery.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.failover.FailoverHistory.Incident;
import io.github.foggara.api.failover.FailureClass;
import org.junit.jupiter.api.Test;

class ElapsedTest {
    private static final long MIN = Long.MIN_VALUE;
    private static final long MAX = Long.MAX_VALUE;

    private static long sinceRestart(long millis, long delay, long later) {
        return Elapsed.sinceRestart(new Incident(1, millis, delay, FailureClass.ENVIRONMENT), later);
    }

    @Test
    void timeDoesNotRunBackwards() {
        assertThat(Elapsed.between(10, 17)).isEqualTo(7);
        assertThat(Elapsed.between(17, 10)).isZero();
        assertThat(Elapsed.between(MAX, MIN)).isZero();
    }

    @Test
    void whatDoesNotFitIsTheLargestNumber() {
        assertThat(Elapsed.between(MIN, MAX)).isEqualTo(MAX);
        assertThat(Elapsed.between(-2, MAX)).isEqualTo(MAX);
        assertThat(Elapsed.sum(3, 4)).isEqualTo(7);
        assertThat(Elapsed.sum(MAX, 1)).isEqualTo(MAX);
    }

    @Test
    void theJobRunsWhenTheDelayIsOver() {
        assertThat(sinceRestart(100, 30, 150)).isEqualTo(20);
        assertThat(sinceRestart(100, 30, 120)).as("before the restart").isZero();
        assertThat(sinceRestart(100, 30, 50)).as("before the failure").isZero();
        assertThat(sinceRestart(100, -30, 150)).as("a delay without sense").isEqualTo(50);
        assertThat(sinceRestart(100, MAX, 150)).isZero();
        assertThat(sinceRestart(MIN, MIN, MAX)).isEqualTo(MAX);
    }
}
