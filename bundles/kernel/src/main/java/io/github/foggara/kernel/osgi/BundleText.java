package io.github.foggara.kernel.osgi;

import org.osgi.framework.Bundle;

/** Bundles as people know them. */
final class BundleText {
    private BundleText() {}

    /** Symbolic name and version; the location if it has no name. */
    static String of(Bundle bundle) {
        return name(bundle) + " " + bundle.getVersion();
    }

    /** Symbolic name; the location if it has none. */
    static String name(Bundle bundle) {
        String name = bundle.getSymbolicName();
        return name == null ? bundle.getLocation() : name;
    }
}
