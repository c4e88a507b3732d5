/**
 * Records as bytes and copies, and keys as key groups. A {@link io.github.foggara.kernel.serialization.TypeTable} says which
 * types a job has; {@link io.github.foggara.kernel.serialization.Codecs} is made from it for each attempt and thread and
 * hands out the codec of an edge. Start with these two.
 *
 * <p>On the wire a value is its type's id (0 is null) followed by what the type's codec writes; primitive components of
 * records stand without an id. Bytes read back are untrusted: unknown ids, lengths beyond the input and nesting beyond
 * {@value io.github.foggara.kernel.serialization.Codecs#MAX_DEPTH} levels are refused by an IllegalArgumentException.
 *
 * <p>Kryo, which encodes types that are neither built in nor records, enums or arrays, appears in this package only.
 */
package io.github.foggara.kernel.serialization;
