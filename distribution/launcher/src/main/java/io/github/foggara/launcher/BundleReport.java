package io.github.foggara.launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.FrameworkListener;

/** Remembers why bundles failed, and tells which are not active. Any thread. */
final class BundleReport implements FrameworkListener {
    private final Map<Long, String> reasons = new ConcurrentHashMap<>();
    private final Map<String, String> broken = new ConcurrentHashMap<>();

    void notInstalled(Path jar, BundleException cause) {
        broken.put(jar.getFileName().toString(), text(cause));
    }

    void failed(Bundle bundle, Throwable cause) {
        reasons.put(bundle.getBundleId(), text(cause));
    }

    @Override
    public void frameworkEvent(FrameworkEvent event) {
        if (event.getType() == FrameworkEvent.ERROR && event.getThrowable() instanceof BundleException cause) {
            failed(event.getBundle(), cause);
        }
    }

    /** One line for each bundle that should be active and is not. */
    List<String> problems(BundleContext context) {
        List<String> lines = new ArrayList<>();
        broken.forEach((jar, reason) -> lines.add(jar + " is not installed: " + reason));
        for (Bundle bundle : context.getBundles()) {
            boolean lazy = bundle.getState() == Bundle.STARTING && isLazy(bundle);
            if (bundle.getState() == Bundle.ACTIVE || lazy || BundleDirectory.isFragment(bundle)) {
                reasons.remove(bundle.getBundleId());
                continue;
            }
            lines.add(bundle.getSymbolicName() + " " + bundle.getVersion() + " is " + state(bundle) + ": "
                    + reasons.getOrDefault(bundle.getBundleId(), "it was stopped or not started"));
        }
        return lines;
    }

    private static boolean isLazy(Bundle bundle) {
        return bundle.getHeaders("").get("Bundle-ActivationPolicy") != null;
    }

    private static String text(Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        String message = root.getMessage() == null ? root.toString() : root.getMessage();
        return message.strip().replaceAll("\\s*\\R\\s*", " ");
    }

    private static String state(Bundle bundle) {
        return switch (bundle.getState()) {
            case Bundle.UNINSTALLED -> "UNINSTALLED";
            case Bundle.INSTALLED -> "INSTALLED";
            case Bundle.RESOLVED -> "RESOLVED";
            case Bundle.STARTING -> "STARTING";
            case Bundle.STOPPING -> "STOPPING";
            default -> "ACTIVE";
        };
    }
}
