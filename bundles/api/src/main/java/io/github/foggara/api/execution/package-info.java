/**
 * Identities of a running job: who ran which attempt of which subtask, and which partition it wrote.
 *
 * <p>Start with {@link io.github.foggara.api.execution.ExecutionAttemptId}: its attempt number only grows during a
 * job's life and is the fencing token everywhere.
 */
@Export
@Version("1.0.0")
package io.github.foggara.api.execution;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
