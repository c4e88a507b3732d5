package io.github.foggara.api.sort;

import static org.assertj.core.api.Assertions.fail;

import io.github.foggara.api.sort.RandomRecords.All;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys of random records by each path, then by random ones, order as the records themselves do. More with {@code -Dfoggara.seeds=N}, one with {@code -Dseed=N}. */
class SortKeyOrderTest {
    private static final int RECORDS = 40;

    static Stream<Long> seeds() {
        String one = System.getProperty("seed");
        return one != null
                ? Stream.of(Long.parseLong(one))
                : LongStream.range(0, Long.getLong("foggara.seeds", (long) RandomRecords.PATHS.size()))
                        .boxed();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void keysOrderAsTheRecordsDo(long seed) {
        Random random = new Random(seed);
        List<SortCriterion> criteria = criteria(seed, random);
        NullOrder standard = NullOrder.values()[random.nextInt(3)];
        SortKeyEncoder encoder = SortKeyEncoder.of(All.class, criteria, List.of(), standard);
        RecordOrder expected = new RecordOrder(criteria, standard);
        RandomRecords records = new RandomRecords(random);
        List<All> all = Stream.generate(records::next).limit(RECORDS).toList();
        List<byte[]> keys =
                all.stream().map(record -> Keys.bytes(encoder, record)).toList();
        for (int i = 0; i < RECORDS; i++) {
            for (int j = 0; j < RECORDS; j++) {
                String wrong = wrong(keys.get(i), keys.get(j), expected.compare(all.get(i), all.get(j)));
                if (wrong != null) {
                    fail(
                            "seed %d, by %s, nulls %s: %s of %s and %s",
                            seed, criteria, standard, wrong, all.get(i), all.get(j));
                }
            }
        }
    }

    /** Null if nothing is. */
    private static String wrong(byte[] left, byte[] right, int expected) {
        int byKeys = Integer.signum(Arrays.compareUnsigned(left, right));
        if (byKeys != expected) {
            return "the keys compare " + byKeys + " and not " + expected;
        }
        return byKeys != 0 && isPrefix(left, right) ? "one key begins the other" : null;
    }

    private static List<SortCriterion> criteria(long seed, Random random) {
        List<SortCriterion> criteria = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            long chosen = i == 0 ? seed : random.nextInt(Integer.MAX_VALUE);
            String path = RandomRecords.PATHS.get((int) (chosen % RandomRecords.PATHS.size()));
            criteria.add(SortCriterion.field(
                    path, Order.values()[random.nextInt(2)], NullOrder.values()[random.nextInt(3)]));
        }
        return criteria;
    }

    private static boolean isPrefix(byte[] left, byte[] right) {
        return left.length <= right.length && Arrays.equals(left, 0, left.length, right, 0, left.length);
    }
}
