/**
 * How records become bytes and copies: {@link io.github.foggara.api.types.RecordCodec} is made by the kernel for each encoding
 * thread; {@link io.github.foggara.api.types.FunctionSignature} reads what the compiler kept of a lambda.
 */
@Export
@Version("1.0.0")
package io.github.foggara.api.types;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
