package io.github.foggara.kernel.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.kernel.fixture.FakeExecutor;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.Place;
import io.github.foggara.kernel.gateway.TaskReport;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A JobMaster that writes down what it hears. */
final class FakeOwner implements JobMasterGateway {
    /** A report of an attempt. */
    record Reported(ExecutionAttemptId attempt, TaskReport report) {}

    /** Attempts and their place. */
    record Placed(List<ExecutionAttemptId> attempts, String container, String location, String trouble) {}

    /** What the last place had to share. */
    volatile Place.Room room;

    private final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();

    @Override
    public void report(ExecutionAttemptId attempt, TaskReport report) {
        heard.add(new Reported(attempt, report));
    }

    @Override
    public void requestSplit(ExecutionAttemptId attempt) {
        heard.add("split " + attempt);
    }

    @Override
    public void attempts(List<ExecutionAttemptId> running) {
        heard.add(running);
    }

    @Override
    public void released() {
        heard.add("released");
    }

    @Override
    public void placed(List<ExecutionAttemptId> attempts, Place place) {
        room = place.room();
        heard.add(new Placed(
                attempts, place.container(), new String(place.location(), StandardCharsets.UTF_8), place.trouble()));
    }

    @Override
    public void slotsMissing(int missing) {
        heard.add("missing " + missing);
    }

    @Override
    public void attemptsEnding(int attempts) {
        heard.add("ending " + attempts);
    }

    @Override
    public void taskManagersAway(boolean away) {
        heard.add(away ? "away" : "back");
    }

    Object next() throws InterruptedException {
        return FakeExecutor.take(heard);
    }

    <T> T next(Class<T> type) throws InterruptedException {
        Object next = next();
        assertThat(next).isInstanceOf(type);
        return type.cast(next);
    }

    boolean silent() {
        return heard.isEmpty();
    }
}
