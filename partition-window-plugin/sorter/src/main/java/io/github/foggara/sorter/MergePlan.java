package io.github.foggara.sorter;

/**
 * Which runs to merge before the last merge. Only neighbours are merged, so that equal keys stay in the order they came; of these the
 * smallest ones, and in the first pass only as many as make all later ones full. The run that is still in memory does not count: it has no
 * file and needs no block, and takes part in the last merge.
 *
 * @param first of the runs to be merged into one
 * @param count at least 2; 0 if there is nothing to do before the last merge
 */
record MergePlan(int first, int count) {
    /**
     * The next pass.
     *
     * @param payloads bytes of the runs in files, in their order
     * @param fan how many can be merged at once, at least 2
     */
    static MergePlan next(long[] payloads, int fan) {
        int all = payloads.length;
        if (all <= fan) {
            return new MergePlan(0, 0);
        }
        int count = (all - 2) % (fan - 1) + 2;
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += payloads[i];
        }
        long least = sum;
        int first = 0;
        for (int i = count; i < payloads.length; i++) {
            sum += payloads[i] - payloads[i - count];
            if (sum < least) {
                least = sum;
                first = i - count + 1;
            }
        }
        return new MergePlan(first, count);
    }
}
