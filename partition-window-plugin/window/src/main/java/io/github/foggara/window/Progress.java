package io.github.foggara.window;

/**
 * How far the results of sorted records have left.
 *
 * @param consumed so many records, from the first one on, are done with
 * @param inGroup so many records of the group behind them have left, although the group is not done with
 */
record Progress(long consumed, long inGroup) {
    static final Progress NONE = new Progress(0, 0);

    boolean begun() {
        return consumed > 0 || inGroup > 0;
    }
}
