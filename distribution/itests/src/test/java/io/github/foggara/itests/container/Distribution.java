package io.github.foggara.itests.container;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** The container that the build has assembled. Host side. */
public final class Distribution {
    private Distribution() {}

    public static Path home() {
        Path home = Path.of(System.getProperty("foggara.dist"));
        if (!Files.isDirectory(home.resolve("bundle"))) {
            throw new IllegalStateException(
                    "There is no container in " + home + "; run: mvn -pl distribution/assembly -am package");
        }
        return home;
    }

    /** An empty directory for this test, below the build directory. */
    public static Path workDirectory(String name) {
        Directories.make(Path.of(System.getProperty("java.io.tmpdir")));
        Path directory = Path.of(System.getProperty("foggara.work"), name);
        Directories.delete(directory);
        return Directories.make(directory);
    }

    public static List<Path> bundles() {
        return jars(home().resolve("bundle"));
    }

    /** Whether it belongs to another bundle, and cannot be started itself. */
    static boolean isFragment(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getManifest().getMainAttributes().getValue("Fragment-Host") != null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A job bundle of {@code deploy/} by a part of its name. */
    public static Path job(String part) {
        return jars(home().resolve("deploy")).stream()
                .filter(jar -> jar.getFileName().toString().contains(part))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No job bundle '" + part + "' in deploy/"));
    }

    /** What the launcher tells the framework, for directories below {@code work}. */
    public static Map<String, String> settings(Path work) {
        Path conf = Directories.make(work.resolve("conf"));
        Path deploy = Directories.make(work.resolve("deploy"));
        Path data = Directories.make(work.resolve("data"));
        Path log = Directories.make(work.resolve("log"));
        System.setProperty("foggara.log", log.toString());
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("org.osgi.framework.bsnversion", "multiple");
        settings.put("felix.cm.dir", data.resolve("config").toString());
        settings.put("felix.log.level", "1");
        settings.put("gosh.args", "--nointeractive");
        settings.put("foggara.data", data.toString());
        settings.put("foggara.conf", conf.toString());
        settings.put("foggara.deploy", deploy.toString());
        settings.put("foggara.log", log.toString());
        settings.put("felix.fileinstall.dir", conf + "," + deploy);
        settings.put("felix.fileinstall.poll", "200");
        settings.put("felix.fileinstall.noInitialDelay", "true");
        settings.put("felix.fileinstall.bundles.new.start", "true");
        settings.put("felix.fileinstall.enableConfigSave", "true");
        settings.put("felix.fileinstall.configEncoding", "UTF-8");
        settings.put("felix.fileinstall.tmpdir", data.resolve("fileinstall").toString());
        settings.put("felix.fileinstall.log.level", "2");
        settings.put(
                "org.ops4j.pax.logging.property.file",
                home().resolve("conf/logging.properties").toString());
        settings.put("org.ops4j.pax.logging.DefaultServiceLog.level", "ERROR");
        return settings;
    }

    private static List<Path> jars(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
