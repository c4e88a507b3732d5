package io.github.foggara.kernel.serialization;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** The classes of one version of a program, in the package demo, with a class loader of their own. */
final class ProgramVersion {
    static final String STATE = "'seen' of operator 'count'";

    private static final Pattern NAME = Pattern.compile("(?:record|class|enum|interface) (\\w+)");

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    /** One for all: it remembers the classes of the platform, and the sources need no others. */
    private static final StandardJavaFileManager PLATFORM = platform();

    private final List<String> names = new ArrayList<>();
    private final Loader loader;

    private ProgramVersion(Map<String, String> sources, Map<String, byte[]> classes) {
        names.addAll(sources.keySet());
        loader = new Loader(classes);
    }

    private static StandardJavaFileManager platform() {
        StandardJavaFileManager manager = COMPILER.getStandardFileManager(null, null, null);
        try {
            manager.setLocation(StandardLocation.CLASS_PATH, List.of());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return manager;
    }

    /** One top-level type in each source, without package and imports. */
    static ProgramVersion of(String... sources) {
        Map<String, String> byName = new LinkedHashMap<>();
        for (String source : sources) {
            Matcher matcher = NAME.matcher(source);
            assertThat(matcher.find()).isTrue();
            byName.put(matcher.group(1), "package demo; import java.util.*; public " + source);
        }
        return new ProgramVersion(byName, compile(byName));
    }

    private static Map<String, byte[]> compile(Map<String, String> sources) {
        Memory memory = new Memory(PLATFORM);
        List<Source> units = new ArrayList<>();
        sources.forEach((name, text) -> units.add(new Source(name, text)));
        assertThat(COMPILER.getTask(null, memory, null, List.of("-proc:none", "-nowarn"), null, units)
                        .call())
                .isTrue();
        Map<String, byte[]> classes = new HashMap<>();
        memory.classes.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
        return classes;
    }

    Class<?> type(String name) {
        try {
            return loader.loadClass("demo." + name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    /** By the constructor with as many parameters. */
    Object make(String name, Object... arguments) {
        try {
            for (Constructor<?> constructor : type(name).getDeclaredConstructors()) {
                if (constructor.getParameterCount() == arguments.length) {
                    constructor.setAccessible(true);
                    return constructor.newInstance(arguments);
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
        throw new AssertionError(name + " has no such constructor");
    }

    Object constant(String name, String constant) {
        return Arrays.stream(type(name).getEnumConstants())
                .filter(c -> ((Enum<?>) c).name().equals(constant))
                .findFirst()
                .orElseThrow();
    }

    Object array(String name, Object... elements) {
        Object array = Array.newInstance(type(name), elements.length);
        for (int i = 0; i < elements.length; i++) {
            Array.set(array, i, elements[i]);
        }
        return array;
    }

    TypeTable table() {
        return TypeTable.of(names.stream().<Class<?>>map(this::type).toList());
    }

    StateTypes types() {
        return table().stateTypes();
    }

    byte[] encode(Object value) {
        RecordOutput out = new RecordOutput(64);
        types().codec(Object.class).encode(value, out);
        return out.toByteArray();
    }

    /** Restores what another version wrote, declared as Object. */
    Object restore(ProgramVersion then, Object value) {
        return decode(types().written(then.types().table(), STATE), then.encode(value), Object.class);
    }

    static Object decode(StateTypes written, byte[] bytes, Class<?> type) {
        RecordInput in = new RecordInput(bytes);
        Object value = written.codec(type).decode(in);
        assertThat(in.remaining()).isZero();
        return value;
    }

    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> classes;

        Loader(Map<String, byte[]> classes) {
            super(ProgramVersion.class.getClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("memory:///demo/" + name + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> classes = new HashMap<>();

        Memory(JavaFileManager parent) {
            super(parent);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + className.replace('.', '/') + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return classes.computeIfAbsent(className, name -> new ByteArrayOutputStream());
                }
            };
        }
    }
}
