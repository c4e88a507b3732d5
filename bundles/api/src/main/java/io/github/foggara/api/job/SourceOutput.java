package io.github.foggara.api.job;

import io.github.foggara.api.function.Collector;
import org.osgi.annotation.versioning.ProviderType;

/** Where a reader emits. */
@ProviderType
public interface SourceOutput<T> extends Collector<T> {
    /** False when a mail waits or an output is full: return from poll then. Cheap: ask before each record. */
    boolean mayContinue();
}
