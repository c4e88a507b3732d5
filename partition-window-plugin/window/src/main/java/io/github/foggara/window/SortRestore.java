package io.github.foggara.window;

import io.github.foggara.api.state.FormerSegment;
import io.github.foggara.api.state.FormerSegments;
import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.sorter.ExternalSorter;
import io.github.foggara.sorter.SegmentRecords;
import io.github.foggara.sorter.SortedRecords;
import java.io.InputStream;
import java.util.List;

/**
 * Gives an operator that sorts what it takes over of former subtasks, and says from where on its results have to leave. Used once, in open.
 *
 * <p>Bytes that mean the same now go into the sorter as they are, and their segments stand for them in later checkpoints. Else, that is when
 * types, sort criteria or selectors have changed or keys have bytes of their own, records are decoded and added anew. What a former subtask had
 * emitted already is left out: if this is its only successor and no more records can come, by going on at the same place, else by sorting its
 * records once more.
 */
final class SortRestore {
    private final TaskContext context;
    private final RecordKey key;
    private final SortMemory memory;
    private final SortTerms terms;
    private final List<Former> former;
    /** Null if a partition is a subtask. */
    private final GroupFilter groups;

    /**
     * What there is of one former subtask.
     *
     * @param sameTypes whether its types are written as they are now
     * @param asIs whether its bytes mean the same now
     */
    private record Former(
            SortHead head, StateTypes types, List<FormerSegment> segments, boolean sameTypes, boolean asIs) {
        /** Of the sorter. */
        List<FormerSegment> ofSorter() {
            return segments.subList(0, head.sorterSegments(segments.size()));
        }
    }

    /** Takes what a function had emitted. */
    interface Outputs {
        void restore(HeldOutput part, List<FormerSegment> segments, RecordCodec<Object> former) throws Exception;
    }

    /**
     * @param now what is asked for
     * @throws IncompatibleStateException if that is what there is no more
     */
    SortRestore(
            TaskContext context,
            Kind kind,
            RecordKey key,
            SortMemory memory,
            SortTerms now,
            List<FormerSegments> former) {
        this.context = context;
        this.key = key;
        this.memory = memory;
        this.former = former.stream().map(each -> read(each, kind)).toList();
        this.terms = takeOver(now);
        this.groups = key.keyed() ? new GroupFilter(context.keyGroups()) : null;
    }

    private SortTerms takeOver(SortTerms now) {
        SortTerms taken = now;
        for (Former each : former) {
            taken = each.head().terms().takenOverBy(taken, context.operatorName());
        }
        return taken;
    }

    /**
     * What comes of it.
     *
     * @param done all has left
     */
    record Restored(SortTerms terms, boolean done, Progress progress) {}

    private Former read(FormerSegments each, Kind kind) {
        List<FormerSegment> segments = each.segments();
        SortHead head = SortHead.decode(each.head(), kind, segments.size(), context.operatorName());
        boolean sameTypes = context.sameTypes(each.types());
        boolean asIs = sameTypes && !head.ownBytes() && head.layout().equals(key.layout());
        return new Former(head, each.types(), segments, sameTypes, asIs);
    }

    /** Whether the sorter of the input has to leave half of the memory to a second one. */
    boolean needsSecondSorter() {
        return former.stream()
                .anyMatch(each -> !each.head().done() && each.head().progress().begun() && !goesOn(each));
    }

    /** Segments that go in as they are come before records that are added. */
    Restored restore(SortInput input, Outputs outputs) throws Exception {
        int done = 0;
        Progress progress = Progress.NONE;
        for (Former each : former) {
            SortHead head = each.head();
            done += head.done() ? 1 : 0;
            if (!head.done() && goesInAsIs(each)) {
                addAsIs(each.ofSorter(), input);
                progress = head.progress();
            }
        }
        for (Former each : former) {
            if (!each.head().done()) {
                add(each, input);
                restoreOutputs(each, outputs);
            }
        }
        return new Restored(terms, done > 0 && done == former.size(), progress);
    }

    private void add(Former each, SortInput input) throws Exception {
        List<FormerSegment> segments = each.ofSorter();
        RecordCodec<Object> codec = each.asIs() ? null : Codecs.of(each.types(), context.inputType(0));
        FormerInput target = new FormerInput(input, codec, groups);
        if (each.head().progress().begun() && !goesOn(each)) {
            addRest(each.head(), segments, target);
        } else if (!goesInAsIs(each)) {
            addAnew(segments, target);
        }
        if (each.head().top()) {
            TopRecords.read(each.segments().get(segments.size()), target::add);
        }
    }

    private boolean goesInAsIs(Former each) {
        return each.asIs() && (!each.head().progress().begun() || goesOn(each));
    }

    /** Whether results go on to leave where they stood. */
    private boolean goesOn(Former each) {
        return former.size() == 1 && each.asIs() && whole(each.head());
    }

    /** Whether all of its records are of this subtask, and the end of its input is that of this one. */
    private boolean whole(SortHead head) {
        return groups == null
                ? head.parallelism() == context.parallelism()
                : groups.range().first() <= head.groups().first()
                        && groups.range().last() >= head.groups().last();
    }

    private void addAsIs(List<FormerSegment> segments, SortInput input) throws Exception {
        for (FormerSegment segment : segments) {
            try (InputStream in = segment.open()) {
                input.sorter().restore(in, segment, groups);
            }
        }
    }

    private static void addAnew(List<FormerSegment> segments, FormerInput target) throws Exception {
        for (FormerSegment segment : segments) {
            try (SegmentRecords records = new SegmentRecords(segment.open())) {
                while (records.advance()) {
                    target.add(
                            records.keyBytes(),
                            records.keyOffset(),
                            records.keyLength(),
                            records.recordBytes(),
                            records.recordOffset(),
                            records.recordLength());
                }
            }
        }
    }

    /** Its records in their order, without those that have left and those behind the limit. */
    private void addRest(SortHead head, List<FormerSegment> segments, FormerInput target) throws Exception {
        ExternalSorter second = memory.sorter(memory.bytes() / 2);
        for (FormerSegment segment : segments) {
            try (InputStream in = segment.open()) {
                second.restore(in, null, null);
            }
        }
        SortedRecords records = second.finish();
        records.skip(head.progress().consumed(), context::checkCanceled);
        if (groups == null) {
            for (long number = head.progress().consumed(); number < terms.limit() && records.advance(); number++) {
                add(records, target);
            }
        } else {
            addGroups(
                    new SortedGroups(records, head.measured()),
                    records,
                    head.progress().inGroup(),
                    target);
        }
        memory.close(second);
    }

    /**
     * @param left how many of the first group have left; those of it behind the limit are not wanted any more
     */
    private void addGroups(SortedGroups rest, SortedRecords records, long left, FormerInput target) throws Exception {
        long before = left;
        while (rest.nextGroup()) {
            for (long number = 1; rest.advance(); number++) {
                if (before == 0 || number > before && number <= terms.limit()) {
                    add(records, target);
                }
            }
            before = 0;
        }
    }

    private static void add(SortedRecords records, FormerInput target) throws Exception {
        target.add(
                records.keyBytes(),
                records.keyOffset(),
                records.keyLength(),
                records.recordBytes(),
                records.recordOffset(),
                records.recordLength());
    }

    private void restoreOutputs(Former each, Outputs outputs) throws Exception {
        RecordCodec<Object> codec = each.sameTypes() ? null : Codecs.of(each.types(), Object.class);
        int next = each.ofSorter().size() + (each.head().top() ? 1 : 0);
        for (HeldOutput part : each.head().outputs()) {
            if (groups == null || groups.range().contains(part.group())) {
                outputs.restore(part, each.segments().subList(next, next + part.segments()), codec);
            }
            next += part.segments();
        }
    }
}
