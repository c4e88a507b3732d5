package io.github.foggara.sorter;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/** How the keys of a test are spread. */
enum Keys {
    SORTED,
    REVERSED,
    REVERSED_WITH_TIES,
    EQUAL,
    EQUAL_LONG,
    ORGAN_PIPE,
    FEW,
    RANDOM,
    RANDOM_BUT_SHORT,
    COMMON_BEGINNING,
    ZEROS_AT_THE_END,
    ALMOST_SORTED,
    ONE_BIT,
    TEXT,
    GROUPED,
    LONG_NUMBERS,
    WIDE_TEXT;

    /** Each kind in turn: the first number of a {@link Random} is nearly the same for all small seeds. */
    static Keys of(int seed) {
        return values()[Math.floorMod(seed, values().length)];
    }

    /** For seeds that follow each other as different as for any. */
    static Random random(int seed) {
        return new Random(new SplittableRandom(seed).nextLong());
    }

    byte[] key(int number, int count, Random random) {
        return switch (this) {
            case SORTED -> eight(number);
            case REVERSED -> eight(count - number);
            case REVERSED_WITH_TIES -> eight((count - number) / 3);
            case EQUAL -> eight(7);
            case EQUAL_LONG -> "the same key, longer than eight bytes".getBytes(StandardCharsets.UTF_8);
            case ORGAN_PIPE -> eight(Math.min(number, count - number));
            case FEW -> eight(random.nextInt(5));
            case RANDOM -> eight(random.nextLong());
            case RANDOM_BUT_SHORT -> bytes(random, random.nextInt(4), 3);
            case COMMON_BEGINNING -> text("a long beginning that all share, " + random.nextInt(count + 1));
            case ZEROS_AT_THE_END -> new byte[random.nextInt(30)];
            case ALMOST_SORTED -> eight(random.nextInt(20) == 0 ? random.nextInt(count + 1) : number);
            case ONE_BIT -> eight(1L << random.nextInt(64));
            case TEXT -> bytes(random, random.nextInt(25), 2);
            case GROUPED ->
                ByteBuffer.allocate(11)
                        .putShort((short) random.nextInt(8))
                        .put((byte) 3)
                        .putLong(Long.MIN_VALUE + random.nextInt(count + 1))
                        .array();
            case LONG_NUMBERS ->
                ByteBuffer.allocate(48)
                        .putLong(8 * random.nextInt(5), random.nextInt(3))
                        .putLong(40, random.nextInt(4))
                        .array();
            case WIDE_TEXT -> ("https://exam" + random.nextInt(1_000_000)).getBytes(StandardCharsets.UTF_16BE);
        };
    }

    private static byte[] eight(long value) {
        return ByteBuffer.allocate(8).putLong(value).array();
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Of few different ones, so that many keys begin alike; from both ends of the unsigned range. */
    private static byte[] bytes(Random random, int length, int different) {
        byte[] key = new byte[length];
        for (int i = 0; i < length; i++) {
            key[i] = (byte) (random.nextInt(different) - 1);
        }
        return key;
    }

    /** With records that name their number, so that none passes for another one. */
    List<Entry> entries(int count, int largest, Random random) {
        List<Entry> entries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            byte[] record = new byte[largest == 0 ? 0 : random.nextInt(largest + 1)];
            if (record.length >= 4) {
                ByteBuffer.wrap(record).putInt(i).putInt(record.length - 4, i);
            }
            entries.add(new Entry(key(i, count, random), record));
        }
        return entries;
    }
}
