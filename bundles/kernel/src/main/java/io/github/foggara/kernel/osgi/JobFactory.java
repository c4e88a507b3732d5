package io.github.foggara.kernel.osgi;

import java.lang.reflect.Array;
import java.util.Collection;
import java.util.Collections;
import java.util.Dictionary;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.osgi.service.cm.ManagedServiceFactory;

/**
 * Jobs as factory configurations: {@code conf/foggara.job-NAME.cfg} is the configuration {@code foggara.job~NAME}. Runs on
 * the thread of Configuration Admin and hands on what it is told.
 */
final class JobFactory implements ManagedServiceFactory {
    /** Has no {@code -}, where FileInstall cuts the name of a file. */
    static final String PID = "foggara.job";

    private final BiConsumer<String, Map<String, String>> configure;
    private final Consumer<String> vanished;

    JobFactory(BiConsumer<String, Map<String, String>> configure, Consumer<String> vanished) {
        this.configure = configure;
        this.vanished = vanished;
    }

    @Override
    public String getName() {
        return "Foggara jobs";
    }

    @Override
    public void updated(String pid, Dictionary<String, ?> properties) {
        Map<String, String> texts = new TreeMap<>();
        for (String key : Collections.list(properties.keys())) {
            texts.put(key, text(properties.get(key)));
        }
        configure.accept(name(pid), texts);
    }

    @Override
    public void deleted(String pid) {
        vanished.accept(name(pid));
    }

    /** The part after {@code ~}; for a configuration made without a name, what Configuration Admin made up. */
    static String name(String pid) {
        int tilde = pid.indexOf('~');
        if (tilde >= 0) {
            return pid.substring(tilde + 1);
        }
        return pid.startsWith(PID + ".") ? pid.substring(PID.length() + 1) : pid;
    }

    /** Typed values come from {@code .config} files and consoles; options are texts. */
    static String text(Object value) {
        if (value instanceof Collection<?> many) {
            return many.stream().map(Objects::toString).collect(Collectors.joining(","));
        }
        if (value != null && value.getClass().isArray()) {
            return IntStream.range(0, Array.getLength(value))
                    .mapToObj(i -> String.valueOf(Array.get(value, i)))
                    .collect(Collectors.joining(","));
        }
        return String.valueOf(value);
    }
}
