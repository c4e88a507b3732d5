package io.github.foggara.kernel.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.event.EventLogContext;
import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.fixture.StoreBetween;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.jobmaster.state.JobEventCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Writes down what passes the seams, in its order: the steps of a way through the house. */
final class Story implements Seams {
    private record Line(String text, long nanos) {}

    private final EngineRuntime runtime;
    private final List<Line> lines = new ArrayList<>();

    Story(EngineRuntime runtime) {
        this.runtime = runtime;
    }

    private void tell(String text) {
        lines.add(new Line(text, runtime.nanoTime()));
    }

    List<String> lines() {
        return lines.stream().map(Line::text).toList();
    }

    /** Lines that begin so. */
    List<String> all(String start) {
        return lines().stream().filter(line -> line.startsWith(start)).toList();
    }

    /** Place of the first line that begins so. */
    int first(String start) {
        return first(start, 0);
    }

    /** Place of the first line from there on that begins so. */
    int first(String start, int from) {
        for (int i = from; i < lines.size(); i++) {
            if (lines.get(i).text().startsWith(start)) {
                return i;
            }
        }
        throw new AssertionError("Nothing begins with '" + start + "' from line " + from + " on:\n" + text());
    }

    /** Place of the last line that begins so. */
    int last(String start) {
        for (int i = lines.size() - 1; i >= 0; i--) {
            if (lines.get(i).text().startsWith(start)) {
                return i;
            }
        }
        throw new AssertionError("Nothing begins with '" + start + "':\n" + text());
    }

    long millisBetween(int one, int other) {
        return (lines.get(other).nanos() - lines.get(one).nanos()) / 1_000_000;
    }

    void assertOrder(int... places) {
        for (int i = 1; i < places.length; i++) {
            assertThat(places[i - 1]).as("step %d of\n%s", i, text()).isLessThan(places[i]);
        }
    }

    private String text() {
        return String.join("\n", lines());
    }

    private static String name(ExecutionAttemptId attempt) {
        return "#" + attempt.attempt() + " of " + attempt.vertex() + "." + attempt.subtask();
    }

    @Override
    public RestartBackoffStrategy backoff(RestartBackoffStrategy backoff, int container) {
        return new RestartBackoffStrategy() {
            @Override
            public OptionSet options() {
                return backoff.options();
            }

            @Override
            public Answer decide(Question question) {
                tell("back-off is asked, after " + question.history().incidents() + " incidents");
                return backoff.decide(question);
            }
        };
    }

    @Override
    public TaskExecutorGateway executor(TaskExecutorGateway executor) {
        return new ExecutorBetween(executor) {
            @Override
            public void deploy(TaskDeployment deployment, JobMasterGateway owner) {
                tell("deploy " + name(deployment.attempt()));
                super.deploy(deployment, owner);
            }

            @Override
            public void cancel(ExecutionAttemptId attempt, long epoch) {
                tell("cancel " + name(attempt));
                super.cancel(attempt, epoch);
            }

            @Override
            public void takeOver(JobId job, long epoch, JobMasterGateway owner) {
                tell("take over " + epoch);
                super.takeOver(job, epoch, owner);
            }

            @Override
            public void releaseJob(JobId job, long epoch, JobMasterGateway owner) {
                tell("release job");
                super.releaseJob(job, epoch, owner);
            }

            @Override
            JobMasterGateway owner(JobMasterGateway master) {
                return toldBy(master);
            }
        };
    }

    private JobMasterGateway toldBy(JobMasterGateway master) {
        return new ExecutorBetween.MasterBetween(master) {
            @Override
            public void report(ExecutionAttemptId attempt, TaskReport report) {
                if (report instanceof TaskReport.Failed failed) {
                    tell("failed " + name(attempt) + " " + failed.kind());
                } else if (report instanceof TaskReport.Finished || report instanceof TaskReport.Canceled) {
                    tell("ended " + name(attempt));
                }
                super.report(attempt, report);
            }

            @Override
            public void attempts(List<ExecutionAttemptId> running) {
                tell("runs " + running.size());
                super.attempts(running);
            }
        };
    }

    @Override
    public JobEventStore store(JobEventStore store) {
        return new ToldStore(store);
    }

    private final class ToldStore extends StoreBetween {
        ToldStore(JobEventStore store) {
            super(store);
        }

        @Override
        public JobEventLog open(JobId job, long epoch, EventLogContext context, Replay replay) throws IOException {
            Map<Long, String> names = new HashMap<>();
            JobEventCodec codec = new JobEventCodec(job);
            Told listener = new Told(context.listener(), names);
            JobEventLog log = super.open(job, epoch, heard(context, listener), replay);
            listener.told = log.opening().last();
            tell("log " + epoch + " opened with " + listener.told + " events");
            return new ToldLog(log, event -> codec.decode(event).getClass().getSimpleName(), names);
        }
    }

    private final class Told extends StoreBetween.ListenerBetween {
        private final Map<Long, String> names;
        private long told;

        Told(JobEventLog.Listener listener, Map<Long, String> names) {
            super(listener);
            this.names = names;
        }

        @Override
        public void durable(long position) {
            while (told < position) {
                told++;
                tell("durable " + names.get(told));
            }
            super.durable(position);
        }

        @Override
        public void fenced(String words) {
            tell("fenced");
            super.fenced(words);
        }
    }

    private interface Naming {
        String name(EventRecord event);
    }

    private final class ToldLog extends StoreBetween.LogBetween {
        private final Naming naming;
        private final Map<Long, String> names;
        private long last;

        ToldLog(JobEventLog log, Naming naming, Map<Long, String> names) {
            super(log);
            this.naming = naming;
            this.names = names;
            this.last = log.opening().last();
        }

        @Override
        public long append(EventRecord event) {
            names.put(++last, naming.name(event));
            tell("append " + names.get(last));
            return super.append(event);
        }

        @Override
        public OptionalLong compact(EventRecord image) {
            names.put(++last, "Imaged");
            tell("append Imaged");
            return super.compact(image);
        }
    }
}
