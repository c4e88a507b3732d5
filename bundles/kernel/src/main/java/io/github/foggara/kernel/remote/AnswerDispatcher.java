package io.github.foggara.kernel.remote;

import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.Place;
import io.github.foggara.kernel.remote.message.Answer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes answers calls of the JobMaster they are for, in their order. Belongs to one thread. */
public final class AnswerDispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(AnswerDispatcher.class);

    private final Owners owners;

    public AnswerDispatcher(Owners owners) {
        this.owners = owners;
    }

    /**
     * @return false if nobody is told: it is said to a JobMaster that is over, or never was
     */
    public boolean dispatch(Answer answer) {
        JobMasterGateway owner = owners.find(answer.job(), answer.epoch());
        if (owner == null) {
            LOG.debug(
                    "Dropped a {} of job {} to a JobMaster of epoch {}, whom nobody knows here",
                    answer.getClass().getSimpleName(),
                    answer.job(),
                    answer.epoch());
        } else if (answer instanceof Answer.Report report) {
            owner.report(report.attempt(), report.report());
        } else if (answer instanceof Answer.RequestSplit request) {
            owner.requestSplit(request.attempt());
        } else if (answer instanceof Answer.Attempts attempts) {
            owner.attempts(attempts.running());
        } else if (answer instanceof Answer.Placed placed) {
            owner.placed(placed.attempts(), new Place("", placed.location(), placed.trouble(), null));
        } else if (answer instanceof Answer.Released) {
            owner.released();
        }
        return owner != null;
    }
}
