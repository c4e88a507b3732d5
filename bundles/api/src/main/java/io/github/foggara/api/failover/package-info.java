/**
 * What to do about a failure, a plugin: {@link io.github.foggara.api.failover.FailoverStrategy} says which tasks restart,
 * {@link io.github.foggara.api.failover.RestartBackoffStrategy} when, or that the job gives up.
 *
 * <p>Both are pure functions of what is handed to them: the failures of one incident, the topology, and the history, which comes from
 * the job's log. So they are swapped at any time, and a JobMaster that was restarted decides as the former one would have.
 */
@Export
@Version("1.0.0")
package io.github.foggara.api.failover;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
