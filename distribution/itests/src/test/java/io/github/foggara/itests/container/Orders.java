package io.github.foggara.itests.container;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Rows that the job {@code csv-report} reads, of six groups in turn, and what it must make of them. */
public final class Orders {
    private static final int GROUPS = 6;

    private Orders() {}

    public static Path write(Path file, int rows) {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("region,category,quantity,price\n");
            for (int i = 0; i < rows; i++) {
                out.write("r" + i % 3 + ",c" + i % 2 + ",2,1.50\n");
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Rows of the report of so many orders. */
    public static List<String> expected(int rows) {
        List<String> expected = new ArrayList<>();
        for (int group = 0; group < GROUPS; group++) {
            int count = rows / GROUPS + (group < rows % GROUPS ? 1 : 0);
            expected.add("r" + group % 3 + ",c" + group % 2 + "," + count + "," + 2 * count + "," + 3 * count
                    + ".00,3.00,3.00,3.00");
        }
        return expected;
    }
}
