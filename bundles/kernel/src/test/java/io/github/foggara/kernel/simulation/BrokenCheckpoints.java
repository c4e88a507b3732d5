package io.github.foggara.kernel.simulation;

import io.github.foggara.api.checkpoint.BarrierContext;
import io.github.foggara.api.checkpoint.BarrierHandler;
import io.github.foggara.api.checkpoint.CheckpointContext;
import io.github.foggara.api.checkpoint.CheckpointCoordinator;
import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.StorageContext;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** A checkpoint plugin that does one thing wrong. */
record BrokenCheckpoints(CheckpointService sound, Bug bug) implements CheckpointService {
    /** What it does wrong. */
    enum Bug {
        /** Splits go on before the barriers are sent. */
        SPLITS_OVERTAKE_BARRIERS,
        /** The state of enumerators is that of the checkpoint before. */
        ENUMERATORS_OF_THE_CHECKPOINT_BEFORE
    }

    /** Stands in for one method. */
    private interface Instead {
        /**
         * @return whether the sound one is not to be called
         */
        boolean call(Object[] arguments);
    }

    @Override
    public Set<String> capabilities() {
        return sound.capabilities();
    }

    @Override
    public OptionSet options() {
        return sound.options();
    }

    @Override
    public CheckpointCoordinator createCoordinator(CheckpointContext context) {
        return switch (bug) {
            case SPLITS_OVERTAKE_BARRIERS -> sound.createCoordinator(overtaking(context));
            case ENUMERATORS_OF_THE_CHECKPOINT_BEFORE -> outdated(sound.createCoordinator(context));
        };
    }

    private static CheckpointContext overtaking(CheckpointContext context) {
        return between(CheckpointContext.class, context, "trigger", arguments -> {
            context.triggered(((CheckpointBarrier) arguments[1]).id());
            context.after(
                    Duration.ofMillis(3),
                    () -> context.trigger((ExecutionAttemptId) arguments[0], (CheckpointBarrier) arguments[1]));
            return true;
        });
    }

    @SuppressWarnings("unchecked")
    private static CheckpointCoordinator outdated(CheckpointCoordinator coordinator) {
        Map<String, byte[]> before = new HashMap<>();
        return between(CheckpointCoordinator.class, coordinator, "coordinatorsSnapshotted", arguments -> {
            Map<String, byte[]> now = (Map<String, byte[]>) arguments[1];
            Map<String, byte[]> told = before.isEmpty() ? now : Map.copyOf(before);
            before.putAll(now);
            coordinator.coordinatorsSnapshotted((long) arguments[0], told);
            return true;
        });
    }

    private static <T> T between(Class<T> type, T sound, String name, Instead instead) {
        InvocationHandler handler = (proxy, method, arguments) ->
                method.getName().equals(name) && instead.call(arguments) ? null : call(method, sound, arguments);
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object call(Method method, Object target, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Override
    public BarrierHandler createBarrierHandler(BarrierContext context) {
        return sound.createBarrierHandler(context);
    }

    @Override
    public Configuration storageOptions(Configuration job) {
        return sound.storageOptions(job);
    }

    @Override
    public void release(StorageContext run, CheckpointCoordinator.End end) throws IOException {
        sound.release(run, end);
    }

    @Override
    public CheckpointStorage openStorage(StorageContext context) throws IOException {
        return sound.openStorage(context);
    }
}
