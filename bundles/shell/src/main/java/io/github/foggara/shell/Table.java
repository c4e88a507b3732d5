package io.github.foggara.shell;

import java.util.ArrayList;
import java.util.List;

/** Rows in columns as wide as their widest cell; numbers stand right, texts left, the last column is never padded. */
final class Table {
    private final boolean[] right;
    private final List<List<String>> rows = new ArrayList<>();

    /**
     * @param header one title per column; a title that begins with {@code >} stands right, without the sign
     */
    Table(String... header) {
        right = new boolean[header.length];
        List<String> titles = new ArrayList<>();
        for (int i = 0; i < header.length; i++) {
            right[i] = header[i].startsWith(">");
            titles.add(right[i] ? header[i].substring(1) : header[i]);
        }
        rows.add(titles);
    }

    Table row(Object... cells) {
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(String.valueOf(cell));
        }
        rows.add(row);
        return this;
    }

    /** One text per line, without line ends. */
    List<String> lines() {
        int[] widths = new int[right.length];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], width(row.get(i)));
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String padding = " ".repeat(widths[i] - width(row.get(i)));
                line.append(i == 0 ? "" : "  ");
                line.append(right[i] ? padding + row.get(i) : row.get(i) + padding);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    @Override
    public String toString() {
        return String.join("\n", lines());
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
