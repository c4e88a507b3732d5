package io.github.foggara.sorter;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The runs of a sorter in the order their records came. Task thread. */
final class RunList {
    private final List<Run> runs = new ArrayList<>();

    void add(Run run) {
        runs.add(run);
    }

    List<Run> all() {
        return Collections.unmodifiableList(runs);
    }

    int size() {
        return runs.size();
    }

    /** Bytes of each. */
    long[] payloads() {
        return runs.stream().mapToLong(Run::payload).toArray();
    }

    long records() {
        return runs.stream().mapToLong(Run::records).sum();
    }

    int longestKey() {
        return runs.stream().mapToInt(Run::longestKey).max().orElse(0);
    }

    int shortestKey() {
        return runs.stream().mapToInt(Run::shortestKey).min().orElse(Integer.MAX_VALUE);
    }

    List<Run> part(MergePlan plan) {
        return List.copyOf(runs.subList(plan.first(), plan.first() + plan.count()));
    }

    /** Puts one in the place of those it was made of, and lets these go. */
    void replace(MergePlan plan, Run merged) {
        List<Run> part = runs.subList(plan.first(), plan.first() + plan.count());
        part.forEach(Run::letGo);
        part.clear();
        runs.add(plan.first(), merged);
    }

    void letGo() {
        runs.forEach(Run::letGo);
        runs.clear();
    }
}
