package io.github.foggara.launcher;

import java.io.IOException;
import java.io.Reader;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/**
 * Reads a configuration file with the class FileInstall reads it with. The class is private to its bundle, so it is
 * reached by name; a FileInstall that has it no more makes {@link #of} empty.
 */
final class FileInstallSyntax implements ConfigurationFiles.Syntax {
    private static final String BUNDLE = "org.apache.felix.fileinstall";
    private static final String READER = BUNDLE + ".shaded.util.properties.TypedProperties";

    private final Constructor<?> make;
    private final Method load;

    FileInstallSyntax(Class<?> reader) throws ReflectiveOperationException {
        make = reader.getConstructor();
        load = reader.getMethod("load", Reader.class);
    }

    static Optional<ConfigurationFiles.Syntax> of(BundleContext context) {
        return Arrays.stream(context.getBundles())
                .filter(bundle -> BUNDLE.equals(bundle.getSymbolicName()))
                .filter(bundle -> bundle.getState() == Bundle.ACTIVE)
                .findFirst()
                .flatMap(FileInstallSyntax::in);
    }

    private static Optional<ConfigurationFiles.Syntax> in(Bundle bundle) {
        try {
            return Optional.of(new FileInstallSyntax(bundle.loadClass(READER)));
        } catch (ReflectiveOperationException | IllegalStateException e) {
            return Optional.empty();
        }
    }

    @Override
    public void read(Reader text) throws IOException {
        try {
            load.invoke(make.newInstance(), text);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IllegalArgumentException(e.getCause().getMessage(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("FileInstall's reader cannot be called", e);
        }
    }
}
