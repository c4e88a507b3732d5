package io.github.foggara.kernel.program;

import java.util.List;

/**
 * All code of a program that is not of the framework, the kernel or a plugin: what has to be the same in each container that runs it.
 *
 * @param bundles the job bundle first, then what it is wired to, directly or not
 * @param wires between them
 * @param unshipped why other containers cannot get it from the JobMaster, for users; empty if they can
 */
public record ProgramCode(List<CodeBundle> bundles, List<CodeWire> wires, String unshipped) {
    /** Nothing is known of it. */
    public static final ProgramCode UNKNOWN = new ProgramCode(List.of(), List.of(), "");

    public ProgramCode {
        bundles = List.copyOf(bundles);
        wires = List.copyOf(wires);
    }

    /** Whether the JobMaster hands it out. */
    public boolean shipped() {
        return unshipped.isEmpty() && !bundles.isEmpty();
    }

    /** Of all files together, in bytes; the largest number if it is more, as a message may say. */
    public long size() {
        return bundles.stream()
                .mapToLong(CodeBundle::size)
                .reduce(0, (sum, size) -> sum + Math.min(size, Long.MAX_VALUE - sum));
    }

    /** Whether a bundle of that content is part of it. */
    public boolean contains(String content) {
        return bundles.stream().anyMatch(bundle -> bundle.content().equals(content));
    }
}
