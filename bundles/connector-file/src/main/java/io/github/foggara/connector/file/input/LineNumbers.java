package io.github.foggara.connector.file.input;

import io.github.foggara.connector.file.FileSplit;
import java.io.IOException;

/**
 * Numbers of lines for messages. Readers do not count lines, since one in the middle of a file could not know what came
 * before; the file is read once more when a message needs it.
 */
final class LineNumbers {
    private LineNumbers() {}

    /** Number, from 1, of the line that begins at {@code offset} of the content. */
    static long at(FileSplit split, long offset) throws IOException {
        byte[] buffer = new byte[64 << 10];
        long number = 1;
        long left = offset;
        try (SplitInput input = InputFile.open(split, 0)) {
            while (left > 0) {
                int count = input.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (count < 0) {
                    break;
                }
                left -= count;
                for (int i = 0; i < count; i++) {
                    if (buffer[i] == '\n') {
                        number++;
                    }
                }
            }
        }
        return number;
    }
}
