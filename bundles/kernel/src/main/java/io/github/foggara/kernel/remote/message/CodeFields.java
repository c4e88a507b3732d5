package io.github.foggara.kernel.remote.message;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.kernel.program.CodeBundle;
import io.github.foggara.kernel.program.CodeWire;
import io.github.foggara.kernel.program.ProgramCode;

/** What a program consists of, in messages. */
final class CodeFields {
    private CodeFields() {}

    static void write(RecordOutput out, ProgramCode code) {
        Fields.list(out, code.bundles(), CodeFields::bundle);
        Fields.list(out, code.wires(), CodeFields::wire);
        out.writeString(code.unshipped());
    }

    static ProgramCode read(RecordInput in) {
        return new ProgramCode(Fields.list(in, CodeFields::bundle), Fields.list(in, CodeFields::wire), in.readString());
    }

    private static void bundle(RecordOutput out, CodeBundle bundle) {
        out.writeString(bundle.name());
        out.writeString(bundle.version());
        out.writeString(bundle.content());
        out.writeString(bundle.file());
        out.writeVarLong(bundle.size());
    }

    private static CodeBundle bundle(RecordInput in) {
        return new CodeBundle(in.readString(), in.readString(), in.readString(), in.readString(), in.readVarLong());
    }

    private static void wire(RecordOutput out, CodeWire wire) {
        out.writeString(wire.bundle());
        out.writeString(wire.what());
        out.writeString(wire.provider());
        out.writeString(wire.content());
    }

    private static CodeWire wire(RecordInput in) {
        return new CodeWire(in.readString(), in.readString(), in.readString(), in.readString());
    }
}
