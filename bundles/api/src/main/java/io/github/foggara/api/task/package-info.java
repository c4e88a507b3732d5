/**
 * Operators made by plugins. The kernel drives them like its own: per record, on the task thread, inside a chain. An {@link
 * io.github.foggara.api.task.Operator} is given its records; a {@link io.github.foggara.api.task.PullOperator} asks for them. What both
 * may use is a {@link io.github.foggara.api.task.TaskContext}. A {@link io.github.foggara.api.task.DirectingOperator} says where its records go.
 */
@Export
@Version("1.0.0")
package io.github.foggara.api.task;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
