package io.github.foggara.itests.simulation;

import io.github.foggara.api.checkpoint.CheckpointContext;
import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.job.SinkCommitter;
import io.github.foggara.api.job.SinkWriter;
import io.github.foggara.api.state.KeyedSnapshot;
import io.github.foggara.api.state.KeyedStateBackend;
import io.github.foggara.api.state.StateBackend;
import io.github.foggara.checkpoint.storage.CheckpointDisk;
import io.github.foggara.recovery.eventstore.LogDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Bugs that the simulation must find, each with a seed that does. Each method hands on what it is given, or something that stands before it. */
enum IdBug {
    NONE(-1),

    STATE_NOT_FORCED(1) {
        @Override
        CheckpointDisk disk(CheckpointDisk sound) {
            return without(CheckpointDisk.class, sound, call -> call.name().equals("force") && !ofMetadata(call));
        }
    },

    METADATA_NOT_FORCED(1) {
        @Override
        CheckpointDisk disk(CheckpointDisk sound) {
            return without(CheckpointDisk.class, sound, call -> call.name().equals("force") && ofMetadata(call));
        }
    },

    NAMES_OF_CHECKPOINTS_NOT_SYNCED(7) {
        @Override
        CheckpointDisk disk(CheckpointDisk sound) {
            return without(CheckpointDisk.class, sound, call -> call.name().equals("syncDirectory"));
        }
    },

    FILES_OF_ABORTED_CHECKPOINTS_STAY(0) {
        @Override
        CheckpointDisk disk(CheckpointDisk sound) {
            return without(
                    CheckpointDisk.class,
                    sound,
                    call -> call.name().equals("delete")
                            && !ofMetadata(call)
                            && !call.<Path>argument(0).getFileName().toString().startsWith("chk-"));
        }
    },

    /** Told complete, published, and forgotten by a crash. */
    COMPLETION_NOT_FORCED(1) {
        @Override
        LogDisk log(LogDisk sound) {
            return without(LogDisk.class, sound, call -> call.name().equals("force"));
        }
    },

    /** A compacted log gets its name before its bytes are safe. */
    IMAGE_NOT_FORCED(4) {
        @Override
        LogDisk log(LogDisk sound) {
            return without(
                    LogDisk.class,
                    sound,
                    call -> call.name().equals("force")
                            && call.<Path>argument(0).toString().endsWith(".new"));
        }
    },

    OLDER_DELETED_BEFORE_THE_NEWER_IS_DURABLE(22) {
        @Override
        CheckpointService checkpoints(CheckpointService sound) {
            return Between.of(CheckpointService.class, sound, call -> {
                if (!call.name().equals("createCoordinator")) {
                    return call.make();
                }
                CheckpointContext context = call.argument(0);
                return sound.createCoordinator(Between.of(CheckpointContext.class, context, inner -> {
                    if (inner.name().equals("complete")) {
                        CheckpointStorage storage = sound.openStorage(context.storage());
                        for (CheckpointMetadata.Pointer older : context.completed()) {
                            storage.discard(older.id());
                        }
                    }
                    return inner.make();
                }));
            });
        }
    },

    /** What is written shows what changed after the barrier. */
    SNAPSHOT_TAKEN_WHEN_IT_IS_WRITTEN(12) {
        @Override
        StateBackend state(StateBackend sound) {
            return Between.of(
                    StateBackend.class,
                    sound,
                    call -> call.make() instanceof KeyedStateBackend keyed
                            ? Between.of(
                                    KeyedStateBackend.class,
                                    keyed,
                                    inner -> inner.name().equals("snapshot") ? late(keyed) : inner.make())
                            : call.make());
        }
    },

    /** A writer makes visible what it has prepared, whatever becomes of the checkpoint. */
    PUBLISHED_WHEN_PREPARED(0) {
        @Override
        <T> SinkWriter<T> writer(SinkWriter<T> sound, Path directory) {
            return between(sound, call -> {
                Object prepared = call.make();
                if (call.name().equals("prepareCommit")) {
                    publish(directory);
                }
                return prepared;
            });
        }
    },

    RESTORED_AND_NOT_PUBLISHED(12) {
        @Override
        SinkCommitter committer(SinkCommitter sound) {
            boolean[] restored = new boolean[1];
            return Between.of(SinkCommitter.class, sound, call -> {
                boolean skipped = restored[0] && call.name().equals("commit");
                restored[0] = call.name().equals("restore");
                return skipped ? null : call.make();
            });
        }
    };

    private final long seed;

    IdBug(long seed) {
        this.seed = seed;
    }

    long seed() {
        return seed;
    }

    CheckpointDisk disk(CheckpointDisk sound) {
        return sound;
    }

    LogDisk log(LogDisk sound) {
        return sound;
    }

    CheckpointService checkpoints(CheckpointService sound) {
        return sound;
    }

    StateBackend state(StateBackend sound) {
        return sound;
    }

    /**
     * @param directory that it writes for
     */
    <T> SinkWriter<T> writer(SinkWriter<T> sound, Path directory) {
        return sound;
    }

    SinkCommitter committer(SinkCommitter sound) {
        return sound;
    }

    private static <T> T without(Class<T> type, T sound, Predicate<Between.Call> left) {
        return Between.of(type, sound, call -> left.test(call) ? null : call.make());
    }

    private static boolean ofMetadata(Between.Call call) {
        return call.<Path>argument(0).getFileName().toString().endsWith("_metadata");
    }

    private static KeyedSnapshot late(KeyedStateBackend backend) {
        return new KeyedSnapshot() {
            @Override
            public void write(KeyGroups out) throws IOException {
                try (KeyedSnapshot now = backend.snapshot()) {
                    now.write(out);
                }
            }

            @Override
            public void close() {}
        };
    }

    @SuppressWarnings("unchecked")
    private static <T> SinkWriter<T> between(SinkWriter<T> sound, Between between) {
        return Between.of(SinkWriter.class, sound, between);
    }

    private static void publish(Path directory) throws IOException {
        Files.createDirectories(directory);
        List<Path> working;
        try (Stream<Path> beside = Files.list(directory.getParent())) {
            working = beside.filter(path -> path.getFileName().toString().startsWith("." + directory.getFileName()))
                    .toList();
        }
        for (Path one : working) {
            try (Stream<Path> parts = Files.list(one)) {
                for (Path part : parts.toList()) {
                    String name = part.getFileName().toString();
                    if (name.matches("part-[0-9]{5}-[0-9]{6}\\.txt\\..*")) {
                        Files.copy(
                                part,
                                directory.resolve(name.substring(0, name.indexOf(".txt") + 4)),
                                StandardCopyOption.REPLACE_EXISTING);
                    }
                }
            }
        }
    }
}
