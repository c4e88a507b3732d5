package io.github.foggara.kernel.shipping;

import io.github.foggara.kernel.program.CodeWire;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.program.ProgramCode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** In which way a program is wired here otherwise than in the JobMaster. */
final class WiringDifference {
    private static final int SHOWN_DIGITS = 8;

    private WiringDifference() {}

    /**
     * @param there what it is wired to in the JobMaster
     * @return for users, the first difference; empty if there is none, or nothing is known of the JobMaster
     */
    static Optional<String> of(BundleHost host, Program program, ProgramCode there) {
        if (there.bundles().isEmpty()) {
            return Optional.empty();
        }
        try {
            Map<CodeWire.Use, CodeWire> counterparts = host.counterparts(program, there.wires());
            for (CodeWire wire : there.wires()) {
                Optional<CodeWire> here = Optional.ofNullable(counterparts.get(wire.use()));
                if (!here.equals(Optional.of(wire))) {
                    return Optional.of(words(wire, here.map(CodeWire::provider).orElse("nowhere"), wire.provider())
                            + contents(wire, here));
                }
            }
            return surplus(host.describe(program).wires(), there.wires());
        } catch (IOException e) {
            return Optional.of("The bundles of the program " + program.id() + " cannot be read: " + e.getMessage());
        }
    }

    private static Optional<String> surplus(List<CodeWire> here, List<CodeWire> there) {
        Set<CodeWire.Use> known = there.stream().map(CodeWire::use).collect(Collectors.toSet());
        return here.stream()
                .filter(wire -> !known.contains(wire.use()))
                .findFirst()
                .map(wire -> words(wire, wire.provider(), "nowhere, or from the framework, the kernel or a plugin"));
    }

    private static String words(CodeWire wire, String here, String there) {
        return "The bundle " + wire.bundle() + " gets " + wire.what() + " from " + here
                + " here, and in the JobMaster from " + there + ". Deploy the same bundles in both";
    }

    private static String contents(CodeWire there, Optional<CodeWire> here) {
        return here.filter(wire -> wire.provider().equals(there.provider()))
                .map(wire -> " (their contents are " + digits(wire) + " here, " + digits(there) + " there)")
                .orElse("");
    }

    private static String digits(CodeWire wire) {
        return wire.content().substring(0, Math.min(SHOWN_DIGITS, wire.content().length()));
    }
}
