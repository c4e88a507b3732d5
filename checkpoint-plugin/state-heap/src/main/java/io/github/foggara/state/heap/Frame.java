package io.github.foggara.state.heap;

/**
 * The format of one key group, version {@value #VERSION}: frames, each of length (4 bytes), CRC-32C of its content (4 bytes) and content. The
 * first byte of the content says what it is:
 *
 * <pre>
 * START    version (1 byte), number of the key group
 * STATE    name, kind (1 byte), types (1 byte: how many; names of classes), own types (1 byte: whether; then length and bytes)
 * ENTRIES  form of the keys (1 byte), then key and value until the end of the frame
 * END      number of STATE frames, number of all frames before
 * </pre>
 *
 * ENTRIES belong to the STATE before them. A state with own types was kept without being asked for: its entries are written with that
 * table of types and not with the snapshot's. Numbers are of variable length where nothing else is said; an entry is in one frame.
 */
enum Frame {
    START(1),
    STATE(2),
    ENTRIES(3),
    END(4);

    static final int VERSION = 1;
    /** Length and checksum. */
    static final int HEADER = 8;
    /** Longest content. */
    static final int LONGEST = Integer.MAX_VALUE - 64;

    final int code;

    Frame(int code) {
        this.code = code;
    }

    static Frame of(int code) {
        for (Frame frame : values()) {
            if (frame.code == code) {
                return frame;
            }
        }
        throw new IllegalArgumentException("there is no kind of frame " + code);
    }
}
