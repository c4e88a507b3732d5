/**
 * What a user writes: functions over records, and what they are given. Functions extend {@link java.io.Serializable} for one purpose only: the
 * compiler then keeps the implementing method and the captured values of a lambda readable. They are never serialized.
 */
@Export
@Version("1.0.0")
package io.github.foggara.api.function;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
