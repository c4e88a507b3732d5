package io.github.foggara.kernel.jobmaster.state;

import io.github.foggara.api.checkpoint.CheckpointContext.Summary;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.types.RecordInput;
import java.util.Optional;

/** Events of checkpoints as fields; see {@link JobEventCodec}. Kinds go by name: their order may change. */
final class CheckpointEventCodec {
    private static final int ISSUED = 20;
    private static final int COMPLETED = 21;
    private static final int ABORTED = 22;
    private static final int DISCARDED = 23;
    private static final int LOG_REPLACED = 24;
    /** Characters of words that are kept in the log. */
    private static final int WORDS_LIMIT = 2000;

    record Coded(int type, byte[] payload) {}

    private CheckpointEventCodec() {}

    /** Empty for another event. */
    static Optional<Coded> encode(JobEvent event) {
        if (event instanceof JobEvent.CheckpointIssued e) {
            return coded(
                    ISSUED,
                    new TaggedOutput()
                            .number(1, e.checkpoint())
                            .text(2, e.kind().name()));
        } else if (event instanceof JobEvent.CheckpointCompleted e) {
            return coded(COMPLETED, summary(pointer(e.pointer()), e.summary()));
        } else if (event instanceof JobEvent.CheckpointAborted e) {
            TaggedOutput out = new TaggedOutput()
                    .number(1, e.checkpoint())
                    .text(2, e.reason())
                    .text(3, cut(e.words()));
            return coded(ABORTED, summary(out, e.summary()));
        } else if (event instanceof JobEvent.CheckpointDiscarded e) {
            return coded(DISCARDED, new TaggedOutput().number(1, e.checkpoint()));
        } else if (event instanceof JobEvent.LogReplaced e) {
            return coded(LOG_REPLACED, new TaggedOutput().text(1, cut(e.words())));
        }
        return Optional.empty();
    }

    private static Optional<Coded> coded(int type, TaggedOutput out) {
        return Optional.of(new Coded(type, out.bytes()));
    }

    static TaggedOutput pointer(Pointer pointer) {
        return new TaggedOutput()
                .number(1, pointer.id())
                .number(2, pointer.timestampMillis())
                .text(3, pointer.kind().name())
                .text(4, pointer.pointer())
                .number(5, pointer.bytes());
    }

    static Pointer pointer(TaggedInput in) {
        return new Pointer(in.number(1), in.number(2), kind(in.text(3)), in.text(4), in.number(5));
    }

    static TaggedOutput summary(TaggedOutput out, Summary summary) {
        out.field(10, f -> {
            f.writeVarLong(summary.triggeredMillis());
            f.writeVarLong(summary.durationMillis());
            f.writeVarLong(summary.bytes());
            f.writeVarLong(summary.alignmentMillis());
            f.writeVarLong(summary.pauseMillis());
        });
        out.text(11, summary.kind().name());
        summary.slowest().ifPresent(task -> out.text(12, cut(task)));
        return out;
    }

    /** Empty for a type that is none of a checkpoint. */
    static Optional<JobEvent> decode(int type, TaggedInput in) {
        return switch (type) {
            case ISSUED -> Optional.of(new JobEvent.CheckpointIssued(in.number(1), kind(in.text(2))));
            case COMPLETED -> Optional.of(new JobEvent.CheckpointCompleted(pointer(in), summary(in)));
            case ABORTED ->
                Optional.of(new JobEvent.CheckpointAborted(in.number(1), in.text(2), in.text(3), summary(in)));
            case DISCARDED -> Optional.of(new JobEvent.CheckpointDiscarded(in.number(1)));
            case LOG_REPLACED -> Optional.of(new JobEvent.LogReplaced(in.text(1)));
            default -> Optional.empty();
        };
    }

    static Summary summary(TaggedInput in) {
        long[] numbers = in.one(10, new long[5], f ->
                new long[] {f.readVarLong(), f.readVarLong(), f.readVarLong(), f.readVarLong(), f.readVarLong()});
        return new Summary(
                numbers[0],
                kind(in.text(11)),
                numbers[1],
                numbers[2],
                numbers[3],
                numbers[4],
                in.one(12, Optional.<String>empty(), CheckpointEventCodec::some));
    }

    private static Optional<String> some(RecordInput in) {
        return Optional.of(in.readString());
    }

    private static Kind kind(String name) {
        for (Kind kind : Kind.values()) {
            if (kind.name().equals(name)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("A checkpoint has the kind '" + name + "', which this engine does not know");
    }

    static String cut(String words) {
        return words.length() <= WORDS_LIMIT ? words : words.substring(0, WORDS_LIMIT) + "…";
    }
}
