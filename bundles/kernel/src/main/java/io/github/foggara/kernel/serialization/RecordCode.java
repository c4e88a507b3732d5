package io.github.foggara.kernel.serialization;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;

/**
 * Calls the accessors and the constructor of one record class. The class is defined anew, hidden, for each record class, so
 * that the handles are constants which the JIT compiler can inline. A hidden class goes with its last instance.
 */
final class RecordCode implements RecordShape.Access {
    private static final byte[] TEMPLATE = HiddenTemplate.of(RecordCode.class);
    private static final int INLINED = 6;
    /** Null in the template itself. */
    private static final List<MethodHandle> HANDLES = HiddenTemplate.data(MethodHandles.lookup());

    private static final MethodHandle CONSTRUCTOR = handle(0);
    private static final MethodHandle FIRST = handle(1);
    private static final MethodHandle SECOND = handle(2);
    private static final MethodHandle THIRD = handle(3);
    private static final MethodHandle FOURTH = handle(4);
    private static final MethodHandle FIFTH = handle(5);
    private static final MethodHandle SIXTH = handle(6);

    /**
     * @param handles constructor {@code (Object[])Object}, then accessors {@code (Object)Object} in order
     */
    static RecordShape.Access of(List<MethodHandle> handles) throws ReflectiveOperationException {
        return (RecordShape.Access) MethodHandles.lookup()
                .defineHiddenClassWithClassData(TEMPLATE, handles, true)
                .lookupClass()
                .getDeclaredConstructor()
                .newInstance();
    }

    @Override
    public Object get(int component, Object record) throws Throwable {
        switch (component) {
            case 0:
                return (Object) FIRST.invokeExact(record);
            case 1:
                return (Object) SECOND.invokeExact(record);
            case 2:
                return (Object) THIRD.invokeExact(record);
            case 3:
                return (Object) FOURTH.invokeExact(record);
            case 4:
                return (Object) FIFTH.invokeExact(record);
            case 5:
                return (Object) SIXTH.invokeExact(record);
            default:
                return (Object) HANDLES.get(component + 1).invokeExact(record);
        }
    }

    @Override
    public Object make(Object[] values) throws Throwable {
        return (Object) CONSTRUCTOR.invokeExact(values);
    }

    private static MethodHandle handle(int index) {
        return HANDLES != null && index < HANDLES.size() && index <= INLINED ? HANDLES.get(index) : null;
    }
}
