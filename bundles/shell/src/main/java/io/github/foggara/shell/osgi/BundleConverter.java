package io.github.foggara.shell.osgi;

import java.util.Arrays;
import java.util.Comparator;
import org.apache.felix.service.command.Converter;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * Lets commands such as {@code felix:stop} and {@code felix:headers} take a bundle by its id or symbolic name. Gogo leaves
 * that to its interactive shell, which is not part of the container. Any thread.
 */
@Component(service = Converter.class)
public final class BundleConverter implements Converter {
    private final BundleContext context;

    @Activate
    public BundleConverter(BundleContext context) {
        this.context = context;
    }

    /** Null if there is none; what a converter throws, Gogo loses. */
    @Override
    public Object convert(Class<?> desired, Object in) {
        if (desired != Bundle.class || in instanceof Bundle) {
            return null;
        }
        String text = in.toString();
        if (text.matches("\\d{1,18}")) {
            Bundle bundle = context.getBundle(Long.parseLong(text));
            if (bundle != null) {
                return bundle;
            }
        }
        return Arrays.stream(context.getBundles())
                .filter(bundle -> text.equals(bundle.getSymbolicName()))
                .max(Comparator.comparing(Bundle::getVersion))
                .orElse(null);
    }

    @Override
    public CharSequence format(Object target, int level, Converter escape) {
        return null;
    }
}
