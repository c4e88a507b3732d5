package io.github.foggara.kernel.program;

import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/** Values of the JDK that have no codec, since no record should hold them, but a text that tells all. */
final class KnownTexts {
    private KnownTexts() {}

    /** Null if the value is none of them. */
    static String of(Object value) {
        if (value instanceof String text) {
            return "text '" + text + "'";
        }
        if (value instanceof Class<?> type) {
            return "class " + type.getName();
        }
        if (value instanceof Path path) {
            // Not toUri(): that looks at the disk, and ends in a slash once a directory stands there.
            return "path " + path.getFileSystem().provider().getScheme() + ":" + path.toAbsolutePath();
        }
        if (value instanceof Charset charset) {
            return "charset " + charset.name();
        }
        if (value instanceof Pattern pattern) {
            return "pattern " + pattern.flags() + " " + pattern.pattern();
        }
        if (value instanceof Locale locale) {
            return "locale " + locale.toLanguageTag();
        }
        return value instanceof URI uri ? "uri " + uri : null;
    }
}
