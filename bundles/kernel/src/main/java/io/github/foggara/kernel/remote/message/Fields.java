package io.github.foggara.kernel.remote.message;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** What messages are made of. Attempts stand without their job, which stands at the beginning of a message. */
final class Fields {
    private Fields() {}

    static void job(RecordOutput out, JobId job) {
        out.writeLong(job.high());
        out.writeLong(job.low());
    }

    static JobId job(RecordInput in) {
        return new JobId(in.readLong(), in.readLong());
    }

    static void attempt(RecordOutput out, ExecutionAttemptId attempt) {
        out.writeVarLong(attempt.vertex());
        out.writeVarLong(attempt.subtask());
        out.writeVarLong(attempt.attempt());
    }

    static ExecutionAttemptId attempt(RecordInput in, JobId job) {
        return new ExecutionAttemptId(job, index(in), index(in), index(in));
    }

    static void running(RecordOutput out, List<RunningAttempts> all) {
        list(out, all, (to, some) -> {
            job(to, some.job());
            to.writeVarLong(some.epoch());
            list(to, some.attempts(), Fields::attempt);
        });
    }

    static List<RunningAttempts> running(RecordInput in) {
        return list(in, from -> {
            JobId job = job(from);
            return new RunningAttempts(job, from.readVarLong(), list(from, each -> attempt(each, job)));
        });
    }

    static void partition(RecordOutput out, ResultPartitionId partition) {
        attempt(out, partition.producer());
        out.writeVarLong(partition.output());
    }

    static ResultPartitionId partition(RecordInput in, JobId job) {
        return new ResultPartitionId(attempt(in, job), index(in));
    }

    /** From 0 to the largest int. */
    static int index(RecordInput in) {
        long value = in.readVarLong();
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(value + " is not an index");
        }
        return (int) value;
    }

    static void flag(RecordOutput out, boolean value) {
        out.writeByte(value ? 1 : 0);
    }

    static boolean flag(RecordInput in) {
        int value = in.readUnsignedByte();
        if (value > 1) {
            throw new IllegalArgumentException(value + " is neither true nor false");
        }
        return value == 1;
    }

    static void bytes(RecordOutput out, byte[] bytes) {
        out.writeVarLong(bytes.length);
        out.writeBytes(bytes, 0, bytes.length);
    }

    static byte[] bytes(RecordInput in) {
        return in.readBytes(in.readLength());
    }

    static <T> void list(RecordOutput out, Collection<T> values, BiConsumer<RecordOutput, T> write) {
        out.writeVarLong(values.size());
        values.forEach(value -> write.accept(out, value));
    }

    /** The list grows as its elements come, whatever their number is said to be. */
    static <T> List<T> list(RecordInput in, Function<RecordInput, T> read) {
        List<T> values = new ArrayList<>();
        for (int left = in.readLength(); left > 0; left--) {
            values.add(read.apply(in));
        }
        return values;
    }

    /** By ascending key, so that equal maps have equal bytes. */
    static <T> void map(RecordOutput out, Map<String, T> values, BiConsumer<RecordOutput, T> write) {
        out.writeVarLong(values.size());
        new TreeMap<>(values).forEach((key, value) -> {
            out.writeString(key);
            write.accept(out, value);
        });
    }

    static <T> Map<String, T> map(RecordInput in, Function<RecordInput, T> read) {
        Map<String, T> values = new TreeMap<>();
        for (int left = in.readLength(); left > 0; left--) {
            String key = in.readString();
            if (values.put(key, read.apply(in)) != null) {
                throw new IllegalArgumentException("'" + key + "' stands there twice");
            }
        }
        return values;
    }

    static void configuration(RecordOutput out, Configuration configuration) {
        map(out, configuration.values(), RecordOutput::writeString);
    }

    static Configuration configuration(RecordInput in) {
        return new Configuration(map(in, RecordInput::readString));
    }

    /** By name: constants may get another order. */
    static void constant(RecordOutput out, Enum<?> constant) {
        out.writeString(constant.name());
    }

    static <E extends Enum<E>> E constant(RecordInput in, Class<E> type) {
        String name = in.readString();
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(name)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("There is no " + type.getSimpleName() + " '" + name + "'");
    }

    /**
     * @param value null for none
     */
    static <T> void optional(RecordOutput out, T value, BiConsumer<RecordOutput, T> write) {
        flag(out, value != null);
        if (value != null) {
            write.accept(out, value);
        }
    }

    /** Null for none. */
    static <T> T optional(RecordInput in, Function<RecordInput, T> read) {
        return flag(in) ? read.apply(in) : null;
    }
}
