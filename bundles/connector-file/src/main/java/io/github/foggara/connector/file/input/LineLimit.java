package io.github.foggara.connector.file.input;

/**
 * How long a line may be, and who said so. A line stands in memory as a whole, more than once: as bytes, as a record, in
 * batches on their way. So without a limit of the job's, the heap of the process sets it.
 *
 * @param bytes longest line
 * @param origin for messages: how the limit came about
 */
public record LineLimit(int bytes, String origin) {
    private static final int LARGEST_DEFAULT = 64 << 20;
    private static final int SHARE_OF_HEAP = 16;
    private static final long MEBIBYTE = 1 << 20;

    /**
     * @param configured in bytes; 0: by the heap
     * @param heap most bytes that the heap of this process can have
     */
    public static LineLimit of(int configured, long heap) {
        if (configured > 0) {
            return new LineLimit(configured, "which maxLineLength at the source allows");
        }
        long share = heap / SHARE_OF_HEAP;
        if (share >= LARGEST_DEFAULT) {
            return new LineLimit(LARGEST_DEFAULT, "the limit if a source sets none");
        }
        return new LineLimit(
                (int) Math.max(1, share),
                "1/" + SHARE_OF_HEAP + " of the heap of " + heap / MEBIBYTE + " MiB, the limit if a source sets none");
    }

    LineTooLongException exceeded(String path, long offset) {
        return new LineTooLongException("A line of '" + path + "' that begins at byte " + offset + " is longer than "
                + bytes + " bytes (" + origin + "). If that is right, set maxLineLength(bytes) at the source; the heap"
                + " must hold such a line many times over: raise it with -Xmx, in FOGGARA_JAVA_OPTS for ./foggara.");
    }
}
