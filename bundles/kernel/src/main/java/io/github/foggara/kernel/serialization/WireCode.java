package io.github.foggara.kernel.serialization;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;

/**
 * Writes and reads the records of one class. Defined anew, hidden, for each record class whose records become bytes, as {@link RecordCode}
 * is, and for the same reason.
 */
final class WireCode implements RecordShape.Wire {
    private static final byte[] TEMPLATE = HiddenTemplate.of(WireCode.class);
    /** Null in the template itself. */
    private static final List<MethodHandle> HANDLES = HiddenTemplate.data(MethodHandles.lookup());

    private static final MethodHandle WRITER = HANDLES == null ? null : HANDLES.get(0);
    /** Also null for a class that has too many components. */
    private static final MethodHandle READER = HANDLES == null || HANDLES.size() == 1 ? null : HANDLES.get(1);

    /** @param handles of {@link WireParts}: the writer, then the reader, if there is one */
    static RecordShape.Wire of(List<MethodHandle> handles) throws ReflectiveOperationException {
        return (RecordShape.Wire) MethodHandles.lookup()
                .defineHiddenClassWithClassData(TEMPLATE, handles, true)
                .lookupClass()
                .getDeclaredConstructor()
                .newInstance();
    }

    @Override
    public boolean reads() {
        return READER != null;
    }

    @Override
    public Object read(RecordInput in, Codecs codecs) throws Throwable {
        return (Object) READER.invokeExact(in, codecs);
    }

    @Override
    public void write(Object record, RecordOutput out, Codecs codecs) throws Throwable {
        WRITER.invokeExact(record, out, codecs);
    }
}
