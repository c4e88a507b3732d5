package io.github.foggara.testkit.task;

import io.github.foggara.api.state.KeyGrouping;

/** Spreads keys as no {@code hashCode} alone would. */
final class MixedGrouping implements KeyGrouping {
    private final int groups;

    MixedGrouping(int groups) {
        this.groups = groups;
    }

    @Override
    public int group(Object key) {
        if (key == null) {
            throw new IllegalArgumentException("The key of a record is null");
        }
        int mixed = key.hashCode() * 0x9E3779B9;
        return Math.floorMod(mixed ^ mixed >>> 15, groups);
    }

    @Override
    public int group(long key) {
        return group((Object) key);
    }
}
