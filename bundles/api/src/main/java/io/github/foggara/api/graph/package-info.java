/**
 * The logical topology that a program builds: operators with stable uids and the edges between them. The JobMaster turns
 * it into chains and subtasks; start with {@link io.github.foggara.api.graph.JobGraph}.
 */
@Export
@Version("1.0.0")
package io.github.foggara.api.graph;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
