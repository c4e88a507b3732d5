package io.github.foggara.itests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What {@link IdPipelines} wrote, as readers see it. */
record IdOutput(Path directory) {
    /** Also the numbers of each key, and nothing stands beside the output. */
    void assertEachIdOnce() {
        assertThat(names(directory)).as("directories of output").isEqualTo(IdPipelines.SIDES);
        for (String side : IdPipelines.SIDES) {
            List<String> ids = new ArrayList<>();
            List<String> numbers = new ArrayList<>();
            for (String line : lines(directory.resolve(side))) {
                String[] fields = line.split(" ");
                ids.add(fields[0] + " " + fields[2]);
                numbers.add(fields[0] + " " + fields[1]);
            }
            assertThat(ids)
                    .as("ids of %s", side)
                    .containsExactlyInAnyOrderElementsOf(expected(id -> id % IdPipelines.KEYS + " " + id));
            assertThat(numbers)
                    .as("numbers by key of %s", side)
                    .containsExactlyInAnyOrderElementsOf(
                            expected(id -> id % IdPipelines.KEYS + " " + id / IdPipelines.KEYS));
        }
    }

    /** As it must be at any time. */
    void assertNoIdTwice() {
        for (String side : IdPipelines.SIDES) {
            List<String> lines = Files.exists(directory.resolve(side)) ? lines(directory.resolve(side)) : List.of();
            assertThat(lines.stream().map(line -> line.split(" ")[2])).doesNotHaveDuplicates();
            assertThat(lines.stream().map(line -> line.substring(0, line.lastIndexOf(' '))))
                    .doesNotHaveDuplicates();
        }
    }

    private static List<String> expected(LongFunction<String> line) {
        return LongStream.range(0, IdPipelines.IDS).mapToObj(line).toList();
    }

    private static List<String> lines(Path output) {
        List<String> lines = new ArrayList<>();
        for (String part : names(output)) {
            assertThat(part).matches("part-[0-9]{5}(-[0-9]{6})?\\.txt");
            try {
                lines.addAll(Files.readAllLines(output.resolve(part)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return lines;
    }

    private static List<String> names(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
