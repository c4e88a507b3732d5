package io.github.foggara.window;

import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.task.Operator;
import io.github.foggara.testkit.task.AccountedMemory;
import io.github.foggara.testkit.task.TaskSetting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Operators as a task gets them, which spill into one directory, and what they leave there. */
final class Operators {
    private static final long MEMORY = 1L << 30;

    private final Path directory;
    private final SpillPlaces places;
    private final AccountedMemory memory = new AccountedMemory(MEMORY);

    Operators(Path directory) {
        this.directory = directory;
        this.places = new SpillPlaces(directory);
    }

    /** Of an operator that spills here, in a job with snapshots. */
    TaskSetting setting(Class<?> inputType) {
        return TaskSetting.of(inputType).with(memory);
    }

    /** Over the records of a subtask. */
    <I, O> Operator<I, O> whole(String name, Object... functions) {
        return create(name, Map.of(), List.of(functions));
    }

    /** Over the records of a key; the first function is the key selector. */
    <I, O> Operator<I, O> keyed(String name, Map<String, String> parameters, Object... functions) {
        Map<String, String> all = new TreeMap<>(parameters);
        all.put("keyed", "true");
        return create(name, all, List.of(functions));
    }

    @SuppressWarnings("unchecked")
    <I, O> Operator<I, O> create(String name, Map<String, String> parameters, List<Object> functions) {
        return (Operator<I, O>) new PartitionWindowProvider(places)
                .create(new OperatorRef(PartitionWindowProvider.NAME, name, parameters, functions));
    }

    long minimumMemory(String name, boolean keyed) {
        Map<String, String> parameters = keyed ? Map.of("keyed", "true") : Map.of();
        OperatorRef reference = new OperatorRef(PartitionWindowProvider.NAME, name, parameters, List.of());
        return new PartitionWindowProvider(places).minimumMemory(reference, Configuration.EMPTY);
    }

    /** What tasks that have closed left behind, in words; nothing, if all is well. */
    List<String> residue() {
        List<String> residue = new ArrayList<>();
        if (memory.taken() > 0) {
            residue.add(memory.taken() + " bytes of memory");
        }
        if (places.jobs() > 0) {
            residue.add(places.jobs() + " jobs with directories");
        }
        try (Stream<Path> files = Files.walk(directory)) {
            files.filter(file -> !file.equals(directory)).forEach(file -> residue.add(file.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return residue;
    }

    /** Files with records that are there now. */
    List<Path> files() {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> Files.isRegularFile(file) && !file.endsWith(".lock"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Changes a bit in the middle of a file. */
    static void damage(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
    }
}
