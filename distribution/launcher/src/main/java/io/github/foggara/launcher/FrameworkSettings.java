package io.github.foggara.launcher;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.osgi.framework.Constants;

/** Properties the framework and the bundles in it are started with. */
final class FrameworkSettings {
    private static final String FILEINSTALL = "felix.fileinstall.";
    /** Jobs are configurations; a container that runs one job takes all other configurations, but no job. */
    private static final String ALL_BUT_JOBS = "(?!foggara\\.job-).*\\.(cfg|config)";

    private FrameworkSettings() {}

    static Map<String, String> of(Layout layout, Container.Mode mode, ContainerRole role) throws LauncherException {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(Constants.FRAMEWORK_STORAGE, layout.data().resolve("felix").toString());
        // Bundles come from bundle/ and deploy/ at every start, so what a crash left in the cache is of no interest.
        settings.put(Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
        settings.put(Constants.FRAMEWORK_BSNVERSION, Constants.FRAMEWORK_BSNVERSION_MULTIPLE);
        settings.put("felix.cm.dir", layout.data().resolve("config").toString());
        settings.put("felix.log.level", "1");
        settings.put("gosh.args", "--nointeractive");
        directories(settings, layout);
        settings.put("foggara.tty", System.getProperty("foggara.tty", "false"));
        settings.put("foggara.cwd", Path.of("").toAbsolutePath().toString());
        settings.put("foggara.role", role.text());
        settings.put("foggara.mode", mode == Container.Mode.RUN ? "run" : "container");
        logging(settings, layout, mode);
        fileInstall(settings, layout, mode);
        return settings;
    }

    private static void directories(Map<String, String> settings, Layout layout) {
        settings.put("foggara.home", layout.home().toString());
        settings.put("foggara.conf", layout.conf().toString());
        settings.put("foggara.deploy", layout.deploy().toString());
        settings.put("foggara.data", layout.data().toString());
        settings.put("foggara.log", layout.log().toString());
    }

    private static void logging(Map<String, String> settings, Layout layout, Container.Mode mode) {
        String file = mode == Container.Mode.RUN ? "logging-run.properties" : "logging.properties";
        settings.put(
                "org.ops4j.pax.logging.property.file",
                layout.conf().resolve(file).toString());
        settings.put("org.ops4j.pax.logging.DefaultServiceLog.level", "ERROR");
    }

    private static void fileInstall(Map<String, String> settings, Layout layout, Container.Mode mode)
            throws LauncherException {
        String watched = layout.conf().toString();
        if (mode == Container.Mode.RUN) {
            settings.put(FILEINSTALL + "filter", ALL_BUT_JOBS);
            settings.put(FILEINSTALL + "enableConfigSave", "false");
        } else {
            refuseComma(layout.conf().toString());
            refuseComma(layout.deploy().toString());
            watched += "," + layout.deploy();
            settings.put(FILEINSTALL + "enableConfigSave", "true");
        }
        settings.put(FILEINSTALL + "dir", watched);
        settings.put(FILEINSTALL + "poll", System.getProperty(FILEINSTALL + "poll", "500"));
        settings.put(FILEINSTALL + "noInitialDelay", "true");
        settings.put(FILEINSTALL + "bundles.new.start", "true");
        settings.put(FILEINSTALL + "configEncoding", "UTF-8");
        settings.put(
                FILEINSTALL + "tmpdir", layout.data().resolve("fileinstall").toString());
        settings.put(FILEINSTALL + "log.level", "3");
    }

    private static void refuseComma(String path) throws LauncherException {
        if (path.indexOf(',') >= 0) {
            throw new LauncherException(
                    ExitCode.FAILED, "the path " + path + " has a comma, which divides watched directories; rename it");
        }
    }
}
