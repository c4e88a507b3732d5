package io.github.foggara.itests.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** CSV files of a job, as a reader of its output sees them, also while it writes. */
public final class Rows {
    private static final int KEYS = 7;

    private Rows() {}

    /** Of all parts, without headers; empty if there is no output. */
    public static List<String> of(Path output) {
        List<String> rows = new ArrayList<>();
        for (String part : Directories.files(output)) {
            if (!part.startsWith(".")) {
                rows.addAll(rows(output.resolve(part)));
            }
        }
        return rows;
    }

    private static List<String> rows(Path part) {
        try {
            List<String> lines = Files.readAllLines(part);
            return lines.subList(1, lines.size());
        } catch (NoSuchFileException e) {
            return List.of(); // it has gone meanwhile
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The job {@code ids} has written each id once, and the numbers that it gave them by key, from its state, have no gap. */
    public static void assertIds(String what, List<String> rows, int count) {
        assertEachOnce(
                "ids: " + what,
                rows.stream().map(row -> row.substring(row.lastIndexOf(',') + 1)),
                IntStream.range(0, count).mapToObj(Integer::toString));
        assertEachOnce(
                "numbers of a key, from its state: " + what,
                rows.stream().map(row -> row.substring(0, row.lastIndexOf(','))),
                IntStream.range(0, count).mapToObj(id -> id % KEYS + "," + id / KEYS));
    }

    /** Each number from 0 on was written once, with its remainder. */
    public static void assertResidues(String what, List<String> rows, int count) {
        assertEachOnce(
                "residues: " + what, rows.stream(), IntStream.range(0, count).mapToObj(id -> id % KEYS + "," + id));
    }

    /** The one of AssertJ compares each with each, which takes minutes for some hundred thousand. */
    private static void assertEachOnce(String what, Stream<String> actual, Stream<String> expected) {
        Map<String, Integer> balance = new HashMap<>();
        actual.forEach(text -> balance.merge(text, 1, Integer::sum));
        expected.forEach(text -> balance.merge(text, -1, Integer::sum));
        balance.values().removeIf(difference -> difference == 0);
        assertThat(balance).as("too often or missing, %s", what).isEmpty();
    }
}
