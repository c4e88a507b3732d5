package io.github.foggara.api.sort;

import io.github.foggara.api.types.TypeBindings;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Type;
import java.util.Optional;

/** The way from a record to one of its components, however deep. Where something on the way is null, the key is null. */
final class KeyPath {
    private final KeyParts parts;
    private final String[] names;

    private KeyPath(String path, KeyParts parts) {
        this.parts = parts;
        this.names = path.split("\\.", -1);
    }

    static KeyPart part(Type record, String path, KeyParts parts) {
        String shorter = path.trim();
        if (shorter.endsWith(".*") || shorter.endsWith("._")) {
            shorter = shorter.substring(0, shorter.length() - 2);
        }
        if (shorter.equals(SortCriterion.WHOLE) || shorter.equals("_")) {
            return parts.value(record, "it");
        }
        return new KeyPath(shorter, parts).from(record, 0, "");
    }

    /** How messages name a component. */
    static String inside(String where, String name) {
        return where.startsWith("component ")
                ? where.substring(0, where.length() - 1) + "." + name + "'"
                : "component '" + name + "'";
    }

    private KeyPart from(Type owner, int index, String where) {
        String name = names[index];
        if (name.isBlank()) {
            throw parts.rules().refusal("the path has an empty name in it");
        }
        KeyAccess access = KeyAccess.of(owner, name, parts.rules());
        String here = inside(where, name);
        boolean last = index == names.length - 1;
        if (last) {
            KeyPart part = parts.component(access.type(), here)
                    .as(access.handle().type().returnType());
            boolean mayBeMissing = index > 0 && part.type().isPrimitive();
            return (mayBeMissing ? part.marked(parts.rules().presentMark()) : part).from(access.handle());
        }
        return onward(access, index, here);
    }

    private KeyPart onward(KeyAccess access, int index, String where) {
        Type type = access.type();
        MethodHandle handle = access.handle();
        if (TypeBindings.raw(type) == Optional.class) {
            type = KeyParts.argument(type);
            handle = MethodHandles.filterReturnValue(handle, KeyParts.unwrap(TypeBindings.raw(type)));
        }
        KeyPart rest = from(type, index + 1, where);
        return parts.orNull(rest.as(handle.type().returnType())).from(handle);
    }
}
