package io.github.foggara.itests.simulation;

import io.github.foggara.api.checkpoint.CheckpointContext;
import io.github.foggara.api.checkpoint.CheckpointCoordinator;
import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.event.EventLogContext;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.state.KeyedStateBackend;
import io.github.foggara.api.state.StateBackend;
import io.github.foggara.checkpoint.storage.CheckpointDisk;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;
import io.github.foggara.kernel.gateway.TaskReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The points between the parts of one container. Each method hands on what it is given, with the points of its way. */
final class IdSeams {
    private final IdBook book;
    /** Whether an event is appended because a checkpoint is complete. */
    private boolean completing;
    /** Position of such an event that is not durable yet; 0 for none. */
    private long completion;

    IdSeams(IdBook book) {
        this.book = book;
    }

    StateBackend state(StateBackend backend) {
        return Between.of(StateBackend.class, backend, call -> {
            Object made = call.make();
            return made instanceof KeyedStateBackend keyed ? keyed(keyed) : made;
        });
    }

    private KeyedStateBackend keyed(KeyedStateBackend backend) {
        return Between.of(KeyedStateBackend.class, backend, call -> {
            if (!call.name().equals("snapshot")) {
                return call.make();
            }
            book.at(Point.SNAPSHOT_BEGINS);
            if (book.spoiled()) {
                throw new IllegalStateException("planted: no snapshot");
            }
            Object snapshot = call.make();
            book.at(Point.SNAPSHOT_TAKEN);
            return snapshot;
        });
    }

    CheckpointDisk disk(CheckpointDisk disk) {
        Set<Path> renamed = new HashSet<>();
        return Between.of(CheckpointDisk.class, disk, call -> {
            if (!(call.arguments().length > 0 && call.arguments()[0] instanceof Path path)) {
                return call.make();
            }
            boolean metadata = path.getFileName().toString().endsWith("_metadata");
            before(call.name(), metadata);
            Object result = call.make();
            after(call.name(), metadata, path, renamed);
            return result;
        });
    }

    private void before(String step, boolean metadata) throws IOException {
        switch (step) {
            case "force" -> {
                book.at(metadata ? Point.METADATA_WRITTEN : Point.STATE_WRITTEN);
                if (book.spoiled()) {
                    throw new IOException("planted: not forced");
                }
            }
            case "size" -> {
                if (metadata) {
                    book.at(Point.RESTORE_READ);
                }
            }
            default -> {}
        }
    }

    private void after(String step, boolean metadata, Path path, Set<Path> renamed) {
        switch (step) {
            case "force" -> book.at(metadata ? Point.METADATA_FORCED : Point.STATE_FORCED);
            case "rename" -> {
                if (metadata) {
                    renamed.add(path.getParent());
                }
                book.at(metadata ? Point.METADATA_RENAMED : Point.STATE_RENAMED);
            }
            case "syncDirectory" -> {
                if (renamed.remove(path)) {
                    book.at(Point.METADATA_SYNCED);
                }
            }
            case "delete" -> {
                if (metadata) {
                    book.at(Point.OLDER_DELETED);
                }
            }
            default -> {}
        }
    }

    CheckpointService checkpoints(CheckpointService service) {
        return Between.of(CheckpointService.class, service, call -> {
            if (!call.name().equals("createCoordinator")) {
                return call.make();
            }
            CheckpointContext context = call.argument(0);
            return coordinator(service.createCoordinator(context(context)), context);
        });
    }

    private CheckpointContext context(CheckpointContext context) {
        return Between.of(CheckpointContext.class, context, call -> {
            if (call.name().equals("complete")) {
                book.at(Point.COMPLETION_DECIDED);
                completing = true;
                try {
                    call.make();
                } finally {
                    completing = false;
                }
                book.at(Point.COMPLETION_APPENDED);
                return null;
            }
            Object result = call.make();
            if (call.name().equals("aborted")) {
                book.at(Point.ABORT_RECORDED);
            }
            return result;
        });
    }

    private CheckpointCoordinator coordinator(CheckpointCoordinator coordinator, CheckpointContext context) {
        Map<Long, Integer> answers = new HashMap<>();
        return Between.of(CheckpointCoordinator.class, coordinator, call -> {
            Object result = call.make();
            if (call.name().equals("acknowledge")) {
                book.at(Point.ACKNOWLEDGE_RECEIVED);
                int tasks = context.vertices().stream()
                        .mapToInt(CheckpointContext.Vertex::parallelism)
                        .sum();
                if (answers.merge(call.argument(1), 1, Integer::sum) == tasks) {
                    book.at(Point.LAST_ACKNOWLEDGE_RECEIVED);
                }
            }
            return result;
        });
    }

    JobEventStore store(JobEventStore store) {
        return Between.of(JobEventStore.class, store, call -> {
            if (!call.name().equals("open")) {
                return call.make();
            }
            EventLogContext c = call.argument(2);
            EventLogContext heard =
                    new EventLogContext(c.directory(), c.configuration(), c.runtime(), listener(c.listener()));
            return log(store.open(call.argument(0), call.<Long>argument(1), heard, call.argument(3)));
        });
    }

    private JobEventLog.Listener listener(JobEventLog.Listener listener) {
        return Between.of(JobEventLog.Listener.class, listener, call -> {
            if (call.name().equals("durable") && completion > 0 && call.<Long>argument(0) >= completion) {
                completion = 0;
                book.at(Point.COMPLETION_DURABLE);
            }
            return call.make();
        });
    }

    private JobEventLog log(JobEventLog log) {
        completion = 0;
        return Between.of(JobEventLog.class, log, call -> {
            if (!call.name().equals("append")) {
                return call.make();
            }
            if (book.jobMasterDies()) {
                throw new IllegalStateException("The JobMaster dies here");
            }
            Object position = call.make();
            completion = completing ? (long) position : completion;
            return position;
        });
    }

    TaskExecutorGateway executor(TaskExecutorGateway executor) {
        return Between.of(TaskExecutorGateway.class, executor, call -> {
            Object[] arguments = call.arguments();
            int last = arguments.length - 1;
            if (last >= 0 && arguments[last] instanceof JobMasterGateway master) {
                arguments[last] = master(master);
            }
            if (call.name().equals("checkpointCompleted")) {
                book.at(Point.NOTIFICATION_SENT);
            }
            Object result = call.make();
            switch (call.name()) {
                case "checkpointCompleted" -> book.at(Point.NOTIFICATION_RECEIVED);
                case "checkpointAborted" -> book.at(Point.ABORT_RECEIVED);
                default -> {}
            }
            return result;
        });
    }

    private JobMasterGateway master(JobMasterGateway master) {
        return Between.of(JobMasterGateway.class, master, call -> {
            if (call.name().equals("report")) {
                if (call.arguments()[1] instanceof TaskReport.Acknowledged) {
                    book.at(Point.ACKNOWLEDGE_SENT);
                } else if (call.arguments()[1] instanceof TaskReport.Declined) {
                    book.at(Point.DECLINE_SENT);
                }
            }
            return call.make();
        });
    }
}
