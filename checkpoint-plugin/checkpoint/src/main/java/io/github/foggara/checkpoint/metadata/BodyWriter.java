package io.github.foggara.checkpoint.metadata;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.state.OperatorStateBackend;

/** What metadata consists of, in the order of the format. {@link BodyReader} reads it back. */
final class BodyWriter {
    /** Number of subtasks of a vertex of which all have finished. */
    static final int ALL_FINISHED = -1;

    private final MetadataOutput out;

    BodyWriter(MetadataOutput out) {
        this.out = out;
    }

    void write(CheckpointMetadata metadata) {
        out.i64(metadata.job().high());
        out.i64(metadata.job().low());
        out.text(metadata.jobName());
        out.i64(metadata.id());
        out.i64(metadata.timestampMillis());
        out.u8(kind(metadata.kind()));
        out.text(metadata.fingerprint());
        out.list(metadata.vertices(), this::vertex);
    }

    /** Not the ordinal, which an edit of the enum would change. */
    private int kind(OperatorStateBackend.Kind kind) {
        return switch (kind) {
            case SPLIT -> 0;
            case UNION -> 1;
            case BROADCAST -> 2;
            case SUBTASK_SEGMENTS, GROUP_SEGMENTS -> {
                out.since(MetadataCodec.SEGMENTS);
                yield kind == OperatorStateBackend.Kind.SUBTASK_SEGMENTS ? 3 : 4;
            }
        };
    }

    private static int kind(CheckpointMetadata.Kind kind) {
        return switch (kind) {
            case CHECKPOINT -> 0;
            case SAVEPOINT -> 1;
        };
    }

    private void vertex(CheckpointMetadata.Vertex vertex) {
        out.text(vertex.name());
        out.list(vertex.chain(), out::text);
        out.i32(vertex.parallelism());
        out.i32(vertex.maxParallelism());
        out.map(vertex.coordinators(), out::handle);
        if (vertex.finished()) {
            out.i32(ALL_FINISHED);
            return;
        }
        out.i32(vertex.parallelism());
        for (int i = 0; i < vertex.parallelism(); i++) {
            SubtaskSnapshot subtask = vertex.subtasks().get(i);
            out.i32(subtask == null ? -(i + 1) : i);
            if (subtask != null) {
                subtask(subtask);
            }
        }
    }

    private void subtask(SubtaskSnapshot subtask) {
        out.u8(subtask.operatorsFinished() ? 1 : 0);
        out.longs(subtask.inputPositions());
        out.longs(subtask.outputPositions());
        SubtaskSnapshot.Figures figures = subtask.figures();
        out.i64(figures.alignmentNanos());
        out.i64(figures.syncNanos());
        out.i64(figures.asyncNanos());
        out.i64(figures.bytes());
        out.map(subtask.operators(), this::operator);
    }

    private void operator(OperatorSnapshot operator) {
        out.bytes(operator.types());
        out.u8(operator.keyed().isPresent() ? 1 : 0);
        operator.keyed().ifPresent(keyed -> {
            out.text(keyed.backend());
            out.list(keyed.groups(), group -> {
                out.i32(group.keyGroup());
                out.handle(group.bytes());
            });
        });
        out.list(operator.operatorStates(), state -> {
            out.text(state.name());
            out.u8(kind(state.kind()));
            out.handle(state.bytes());
        });
        out.list(operator.splits(), out::bytes);
        out.list(operator.committables(), out::bytes);
    }
}
