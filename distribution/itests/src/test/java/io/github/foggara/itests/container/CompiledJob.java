package io.github.foggara.itests.container;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** One version of a job, compiled out of sources against the bundles of the container. Works on the host and inside a container. */
public final class CompiledJob {
    private static final Pattern TYPE =
            Pattern.compile("package ([\\w.]+);.*?public (?:final )?(?:record|class) (\\w+)");
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    private CompiledJob() {}

    /**
     * Classes by their binary names.
     *
     * @param sources one public type in each, with its package
     */
    static Map<String, byte[]> compile(List<String> sources) {
        return compile(sources, classPath());
    }

    /** As {@link #compile(List)}, against another class path. */
    public static Map<String, byte[]> compile(List<String> sources, String classPath) {
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        List<String> options = List.of("-proc:none", "-nowarn", "-classpath", classPath);
        try (Memory memory = new Memory(COMPILER.getStandardFileManager(problems, null, null))) {
            List<Source> units = sources.stream().map(Source::new).toList();
            if (!COMPILER.getTask(null, memory, problems, options, null, units).call()) {
                throw new AssertionError(problems.getDiagnostics().stream()
                        .map(Diagnostic::toString)
                        .collect(Collectors.joining("\n")));
            }
            Map<String, byte[]> classes = new TreeMap<>();
            memory.classes.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
            return classes;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String classPath() {
        return Distribution.bundles().stream()
                .map(Object::toString)
                .filter(jar -> jar.contains("io.github.foggara"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String text) {
            super(URI.create("string:///" + name(text) + Kind.SOURCE.extension), Kind.SOURCE);
            this.text = text;
        }

        private static String name(String text) {
            Matcher matcher = TYPE.matcher(text.replace('\n', ' '));
            if (!matcher.find()) {
                throw new AssertionError("There is no public type in " + text);
            }
            return matcher.group(1).replace('.', '/') + "/" + matcher.group(2);
        }

        @Override
        public CharSequence getCharContent(boolean ignoreErrors) {
            return text;
        }
    }

    private static final class Memory extends ForwardingJavaFileManager<StandardJavaFileManager> {
        private final Map<String, ByteArrayOutputStream> classes = new LinkedHashMap<>();

        Memory(StandardJavaFileManager manager) {
            super(manager);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location where, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + name), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return classes.computeIfAbsent(name, key -> new ByteArrayOutputStream());
                }
            };
        }
    }
}
