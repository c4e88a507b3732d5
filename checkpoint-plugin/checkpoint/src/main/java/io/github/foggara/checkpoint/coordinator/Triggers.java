package io.github.foggara.checkpoint.coordinator;

import io.github.foggara.api.checkpoint.CheckpointContext;
import io.github.foggara.api.checkpoint.CheckpointCoordinator.Answer;
import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.checkpoint.CheckpointOptions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which checkpoint begins next, and when: those that were asked for at once, others by the clock. Main thread. */
final class Triggers {
    private static final Logger LOG = LoggerFactory.getLogger(Triggers.class);

    private final CheckpointContext context;
    private final Participants participants;
    private final IntSupplier underWay;
    private final BiConsumer<Kind, Optional<Answer>> beginning;
    private final TriggerClock clock;
    private final Deque<Request> requests = new ArrayDeque<>();

    private Optional<String> resting = Optional.empty();

    private record Request(Kind kind, Answer answer) {}

    /**
     * @param beginning begins one
     */
    Triggers(
            CheckpointContext context,
            Participants participants,
            IntSupplier underWay,
            BiConsumer<Kind, Optional<Answer>> beginning) {
        this.context = context;
        this.participants = participants;
        this.underWay = underWay;
        this.beginning = beginning;
        this.clock = new TriggerClock(context);
    }

    TriggerClock clock() {
        return clock;
    }

    void add(Kind kind, Answer answer) {
        requests.add(new Request(kind, answer));
    }

    /** Begins what may begin now, or sees to it that somebody looks again. */
    void proceed(CheckpointOptions options, Runnable again) {
        clock.stop();
        while (underWay.getAsInt() < options.maxConcurrent()
                && (!requests.isEmpty() || options.interval().isPresent())) {
            if (participants.plan(options) instanceof Refused refused) {
                refuse(refused);
                return;
            }
            rest(Optional.empty());
            if (!requests.isEmpty()) {
                Request request = requests.remove();
                beginning.accept(request.kind(), Optional.of(request.answer()));
                continue;
            }
            if (options.minPause().toNanos() > 0 && underWay.getAsInt() > 0) {
                return;
            }
            long wait = clock.remaining(options);
            if (wait > 0) {
                clock.wakeAfter(wait, again);
                return;
            }
            beginning.accept(Kind.CHECKPOINT, Optional.empty());
        }
    }

    /** What is only not ready yet is tried again when tasks change. */
    private void refuse(Refused refused) {
        if (refused.reason() == CheckpointDecline.TASK_FINISHED) {
            failAll("No checkpoint can be taken: " + refused.words());
            rest(Optional.of(refused.words()));
        } else {
            rest(Optional.empty());
        }
    }

    private void rest(Optional<String> why) {
        if (!resting.equals(why)) {
            resting = why;
            why.ifPresent(words -> LOG.info("job {} takes no checkpoints: {}", context.jobName(), words));
            context.resting(why);
        }
    }

    private void failAll(String words) {
        List<Request> all = List.copyOf(requests);
        requests.clear();
        all.forEach(request -> request.answer().failed(words));
    }

    void close(String words) {
        clock.stop();
        failAll(words);
    }
}
