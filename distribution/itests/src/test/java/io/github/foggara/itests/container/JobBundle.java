package io.github.foggara.itests.container;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Makes bundles as bytes. Works on the host and inside a container. */
public final class JobBundle {
    private static final String PACKAGE = "io.github.foggara.itests.job";
    private static final String WORD_PACKAGE = "io.github.foggara.itests.word";
    private static final String STREAMS =
            "io.github.foggara.api.function,io.github.foggara.api.job,io.github.foggara.api.graph,"
                    + "io.github.foggara.api.sort,io.github.foggara.api.state,io.github.foggara.connector.file,"
                    + "io.github.foggara.streams";
    private static final List<String> CLASSES = List.of(
            "Jobs",
            "Fuses",
            "Fuse",
            "Taken",
            "Residue",
            "Gate",
            "Hang",
            "Alone",
            "Greet",
            "Arrival",
            "Steady",
            "Sorted",
            "Pace",
            "Part",
            "Tally",
            "Tallied",
            "HoldSink",
            "HoldSink$Writer",
            "HoldSink$Committer",
            "Ids",
            "Ids$Numbered",
            "Ids$Slow",
            "Ids$Numbering");

    private JobBundle() {}

    /** The test jobs; bundles of different versions differ in their bytes. */
    public static byte[] testJobs(String version) {
        return testJobs(version, "1");
    }

    /** The same; also builds of one version differ in their bytes, and in their header {@code Itest-Build}. */
    public static byte[] testJobs(String version, String build) {
        Manifest manifest = manifest(PACKAGE, version);
        Attributes attributes = manifest.getMainAttributes();
        attributes.putValue("Itest-Build", build);
        attributes.putValue("Bundle-Activator", PACKAGE + ".Jobs");
        attributes.putValue("Import-Package", STREAMS + ",org.osgi.framework");
        return jar(manifest, PACKAGE, CLASSES);
    }

    private static byte[] jar(Manifest manifest, String in, List<String> classes) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes, manifest)) {
            for (String name : classes) {
                String entry = (in + "." + name).replace('.', '/') + ".class";
                try (InputStream content = JobBundle.class.getClassLoader().getResourceAsStream(entry)) {
                    put(jar, entry, content.readAllBytes());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Publishes a word as a {@code Supplier} with {@code itest=word}; it works for as long as its activator has not stopped. */
    public static byte[] wordService(String version) {
        Manifest manifest = manifest(WORD_PACKAGE, version);
        manifest.getMainAttributes().putValue("Bundle-Activator", WORD_PACKAGE + ".WordService");
        manifest.getMainAttributes().putValue("Import-Package", "org.osgi.framework");
        return jar(manifest, WORD_PACKAGE, List.of("WordService"));
    }

    /** A bundle that cannot be resolved. */
    public static byte[] unresolvable() {
        Manifest manifest = manifest("itests.unresolvable", "1.0.0");
        manifest.getMainAttributes().putValue("Import-Package", "nowhere.to.be.found");
        return jar(manifest, Map.of());
    }

    /**
     * A job out of sources; the name of the bundle is that of the program.
     *
     * @param type the {@code JobProgram}, a binary name
     * @param sources as {@link CompiledJob} takes them
     */
    public static byte[] compiled(String program, String version, String type, List<String> sources) {
        return compiled(program, version, type, sources, "", "");
    }

    /**
     * The same, without classes of other packages than that of the type.
     *
     * @param imports more packages that it imports, each after a comma
     * @param references of its component, as elements
     */
    public static byte[] compiled(
            String program, String version, String type, List<String> sources, String imports, String references) {
        Manifest manifest = manifest(program, version);
        manifest.getMainAttributes().putValue("Import-Package", STREAMS + imports);
        manifest.getMainAttributes().putValue("Service-Component", "OSGI-INF/job.xml");
        manifest.getMainAttributes()
                .putValue("Require-Capability", "osgi.extender;filter:=\"(osgi.extender=osgi.component)\"");
        Map<String, byte[]> entries = classes(type.substring(0, type.lastIndexOf('.')), sources);
        entries.put(
                "OSGI-INF/job.xml",
                ("<scr:component xmlns:scr=\"http://www.osgi.org/xmlns/scr/v1.3.0\" name=\"" + program + "\">"
                                + "<implementation class=\"" + type + "\"/><property name=\"foggara.job\" value=\""
                                + program + "\"/>" + references + "<service><provide"
                                + " interface=\"io.github.foggara.streams.JobProgram\"/></service></scr:component>")
                        .getBytes(StandardCharsets.UTF_8));
        return jar(manifest, entries);
    }

    /** A bundle that exports a package, in the version that it has itself. */
    public static byte[] library(String name, String version, String in, List<String> sources) {
        Manifest manifest = manifest(name, version);
        manifest.getMainAttributes().putValue("Export-Package", in + ";version=" + version);
        return jar(manifest, classes(in, sources));
    }

    private static Map<String, byte[]> classes(String in, List<String> sources) {
        Map<String, byte[]> entries = new TreeMap<>();
        CompiledJob.compile(sources).forEach((name, bytes) -> {
            if (name.startsWith(in + ".")) {
                entries.put(name.replace('.', '/') + ".class", bytes);
            }
        });
        return entries;
    }

    private static byte[] jar(Manifest manifest, Map<String, byte[]> entries) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes, manifest)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                put(jar, entry.getKey(), entry.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** The bundle in {@code file} with another version and one entry more, so another build of the same job. */
    public static byte[] rebuilt(Path file, String version) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarInputStream in = new JarInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
            Manifest manifest = in.getManifest();
            manifest.getMainAttributes().putValue("Bundle-Version", version);
            try (JarOutputStream out = new JarOutputStream(bytes, manifest)) {
                for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
                    put(out, entry.getName(), entry.isDirectory() ? new byte[0] : in.readAllBytes());
                }
                put(out, "build.txt", version.getBytes());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void put(JarOutputStream jar, String name, byte[] content) throws IOException {
        jar.putNextEntry(new JarEntry(name));
        jar.write(content);
        jar.closeEntry();
    }

    private static Manifest manifest(String name, String version) {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Bundle-ManifestVersion", "2");
        attributes.putValue("Bundle-SymbolicName", name);
        attributes.putValue("Bundle-Version", version);
        return manifest;
    }
}
