/**
 * The DataStream API: what a job is written with. A {@link io.github.foggara.streams.JobProgram} gets a
 * {@link io.github.foggara.streams.StreamEnvironment}, begins with a source, and adds operators to the
 * {@link io.github.foggara.streams.DataStream} it returns. Nothing runs here: the calls only draw a
 * {@link io.github.foggara.api.graph.JobGraph}, and mistakes that can be seen in the drawing are refused with the name of
 * the operator. Start reading at {@code StreamEnvironment}; {@code GraphDraft} turns the drawing into the graph.
 */
@Export
@Version("1.0.0")
package io.github.foggara.streams;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
