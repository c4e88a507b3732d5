package io.github.foggara.benchmarks.work;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** Text whose words are as unevenly frequent as those of a language; the same bytes wherever it is made. */
public final class TextFiles {
    private static final int VOCABULARY = 200_000;
    private static final int TABLE = 1 << 20;
    private static final double EXPONENT = 1.05;
    private static final double OFFSET = 2.7;

    private final SplittableRandom random = new SplittableRandom(20);
    private final byte[][] words = new byte[VOCABULARY][];
    private final int[] byShare = new int[TABLE];

    private TextFiles() {
        Set<String> known = new HashSet<>();
        for (int rank = 0; rank < VOCABULARY; rank++) {
            String word = word(rank);
            while (!known.add(word)) {
                word = word(rank);
            }
            words[rank] = word.getBytes(StandardCharsets.US_ASCII);
        }
        double total = 0;
        for (int rank = 0; rank < VOCABULARY; rank++) {
            total += weight(rank);
        }
        double below = 0;
        int slot = 0;
        for (int rank = 0; rank < VOCABULARY; rank++) {
            below += weight(rank);
            while (slot < TABLE && slot < below / total * TABLE) {
                byShare[slot++] = rank;
            }
        }
    }

    /** Makes two files of that size, unless they are there. */
    public static void make(Path directory, long bytesPerFile) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Path unfinished = directory.resolveSibling(directory.getFileName() + ".part");
        Files.createDirectories(unfinished);
        TextFiles text = new TextFiles();
        text.write(unfinished.resolve("part-0.txt"), bytesPerFile);
        text.write(unfinished.resolve("part-1.txt"), bytesPerFile);
        Files.move(unfinished, directory, StandardCopyOption.ATOMIC_MOVE);
    }

    static List<Path> files(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    private static double weight(int rank) {
        return 1 / Math.pow(rank + OFFSET, EXPONENT);
    }

    /** Frequent words are short. */
    private String word(int rank) {
        int length = rank < 100 ? 2 + random.nextInt(3) : rank < 5000 ? 3 + random.nextInt(6) : 5 + random.nextInt(9);
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < length; i++) {
            word.append((char) ('a' + random.nextInt(26)));
        }
        return word.toString();
    }

    private void write(Path file, long bytes) throws IOException {
        long written = 0;
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            while (written < bytes) {
                int length = 6 + random.nextInt(12);
                for (int i = 0; i < length; i++) {
                    byte[] word = words[byShare[random.nextInt(TABLE)]];
                    out.write(word);
                    out.write(i == length - 1 ? '\n' : ' ');
                    written += word.length + 1;
                }
            }
        }
    }
}
