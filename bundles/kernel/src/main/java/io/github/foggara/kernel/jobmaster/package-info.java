/**
 * The territory of a job's main thread: one {@link io.github.foggara.kernel.jobmaster.JobMaster} per run. It only enqueues; the
 * story is in {@link io.github.foggara.kernel.jobmaster.JobLifecycle}: requirements → a life → tasks → end of the life. A life
 * is one try to run the job from its beginning: its leases, its coordinators, its execution graph. A plugin that leaves ends
 * the life, not the run; the next life has a higher attempt number.
 *
 * <p>Nothing here blocks, locks, waits on a future, does I/O or calls user code. What blocks is in {@code
 * kernel.coordination}, what runs records in {@code kernel.taskexecutor}; both are reached by gateways.
 */
package io.github.foggara.kernel.jobmaster;
