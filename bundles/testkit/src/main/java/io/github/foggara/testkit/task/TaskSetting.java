package io.github.foggara.testkit.task;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.state.KeyGroupRange;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.testkit.state.InMemoryStateTypes;
import java.util.HashMap;
import java.util.Map;

/**
 * Where an operator runs.
 *
 * @param groups number of key groups, at least {@code parallelism}
 * @param snapshots whether the job takes some
 * @param inputType class of the records that come in
 * @param memory of the container
 */
public record TaskSetting(
        String operator,
        int subtask,
        int parallelism,
        int groups,
        boolean snapshots,
        Configuration configuration,
        StateTypes types,
        Class<?> inputType,
        AccountedMemory memory) {
    private static final int GROUPS = 16;
    private static final long MEMORY = 1L << 30;

    /** The only subtask of an operator {@code 'window'} in a job with snapshots, with 1 GiB of memory and the options' defaults. */
    public static TaskSetting of(Class<?> inputType) {
        return new TaskSetting(
                "window",
                0,
                1,
                GROUPS,
                true,
                Configuration.EMPTY,
                InMemoryStateTypes.turned(0),
                inputType,
                new AccountedMemory(MEMORY));
    }

    public TaskSetting subtask(int index, int of) {
        return new TaskSetting(operator, index, of, groups, snapshots, configuration, types, inputType, memory);
    }

    public TaskSetting withSnapshots(boolean takes) {
        return new TaskSetting(operator, subtask, parallelism, groups, takes, configuration, types, inputType, memory);
    }

    public TaskSetting with(StateTypes other) {
        return new TaskSetting(
                operator, subtask, parallelism, groups, snapshots, configuration, other, inputType, memory);
    }

    public TaskSetting with(AccountedMemory other) {
        return new TaskSetting(
                operator, subtask, parallelism, groups, snapshots, configuration, types, inputType, other);
    }

    public TaskSetting with(String option, String value) {
        Map<String, String> values = new HashMap<>(configuration.values());
        values.put(option, value);
        return new TaskSetting(
                operator, subtask, parallelism, groups, snapshots, new Configuration(values), types, inputType, memory);
    }

    /** Of the subtask. */
    public KeyGroupRange keyGroups() {
        return new KeyGroupRange(firstGroup(subtask), firstGroup(subtask + 1) - 1);
    }

    private int firstGroup(int index) {
        return (index * groups + parallelism - 1) / parallelism;
    }
}
