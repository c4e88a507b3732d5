package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.kernel.taskexecutor.mailbox.Mailbox;
import java.lang.invoke.MethodHandles;

/**
 * What the loops over records have in their class data if their class has one instance only: then all links behind are
 * constants for the JIT compiler, no class is checked and no field followed per record, and boxes that do not leave the chain
 * are not made. A loop reads such a constant at each use and not once before, since a local variable is no constant where
 * compiled code is entered in the middle of the loop.
 */
final class LoopCode {
    private LoopCode() {}

    /** Null if instances share the class; so for the others. */
    static Link next(MethodHandles.Lookup loop) {
        LinkSetup only = only(loop);
        return only == null ? null : only.next();
    }

    static Mailbox mailbox(MethodHandles.Lookup loop) {
        LinkSetup only = only(loop);
        return only == null ? null : only.chain().mailbox();
    }

    static Outputs outputs(MethodHandles.Lookup loop) {
        LinkSetup only = only(loop);
        return only == null ? null : only.chain().outputs();
    }

    private static LinkSetup only(MethodHandles.Lookup loop) {
        try {
            return MethodHandles.classData(loop, "_", LinkSetup.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("A class may always read its own class data", e);
        }
    }
}
