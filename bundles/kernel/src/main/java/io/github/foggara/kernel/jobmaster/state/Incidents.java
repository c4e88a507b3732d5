package io.github.foggara.kernel.jobmaster.state;

import io.github.foggara.api.failover.FailoverHistory;
import io.github.foggara.api.failover.Failure;
import java.util.ArrayList;
import java.util.List;

/** Failures that were answered: their number, and the newest of them. Main thread; written by {@link JobState} only. */
final class Incidents {
    private final List<Incident> newest = new ArrayList<>();
    private final List<FailoverHistory.Incident> history = new ArrayList<>();
    private long count;

    /**
     * All of it.
     *
     * @param newest with all their words, newest last
     * @param history the same and more before them, in short
     */
    record Image(long count, List<Incident> newest, List<FailoverHistory.Incident> history) {
        Image {
            newest = List.copyOf(newest);
            history = List.copyOf(history);
        }
    }

    void decide(Incident incident) {
        if (incident.number() != count + 1) {
            throw new IllegalStateException(
                    "Incident " + incident.number() + " does not follow the " + count + " before it");
        }
        count++;
        keep(newest, incident, JobState.INCIDENTS);
        keep(history, compact(incident), FailoverHistory.LIMIT);
    }

    private static <T> void keep(List<T> list, T newest, int limit) {
        list.add(newest);
        if (list.size() > limit) {
            list.remove(0);
        }
    }

    void note(long incident, Failure failure) {
        newest.replaceAll(i -> i.number() == incident ? i.with(failure) : i);
        if (!history.isEmpty() && incident == count && !newest.isEmpty()) {
            history.set(history.size() - 1, compact(newest.get(newest.size() - 1)));
        }
    }

    private static FailoverHistory.Incident compact(Incident incident) {
        return new FailoverHistory.Incident(
                incident.number(),
                incident.millis(),
                incident.delayMillis(),
                incident.failures().get(0).kind());
    }

    boolean keeps(long incident) {
        return newest.stream()
                .anyMatch(i -> i.number() == incident && i.failures().size() < Incident.FAILURE_LIMIT);
    }

    List<Incident> newest() {
        return List.copyOf(newest);
    }

    long count() {
        return count;
    }

    FailoverHistory history() {
        return new FailoverHistory(count, history);
    }

    Image image() {
        return new Image(count, newest, history);
    }

    /** In place of nothing. */
    void restore(Image image) {
        List<Long> numbers = image.newest().stream().map(Incident::number).toList();
        List<Long> before =
                image.history().stream().map(FailoverHistory.Incident::number).toList();
        if (!endsWith(numbers, image.count(), JobState.INCIDENTS)
                || !endsWith(before, image.count(), FailoverHistory.LIMIT)) {
            throw new IllegalStateException("An image of " + image.count() + " incidents holds those with the numbers "
                    + numbers + ", and in short " + before);
        }
        count = image.count();
        newest.addAll(image.newest());
        history.addAll(image.history());
    }

    /** Whether these are the newest of so many, as many as are kept. */
    private static boolean endsWith(List<Long> numbers, long count, int limit) {
        if (numbers.size() != Math.min(count, limit)) {
            return false;
        }
        for (int i = 0; i < numbers.size(); i++) {
            if (numbers.get(i) != count - numbers.size() + i + 1) {
                return false;
            }
        }
        return true;
    }
}
