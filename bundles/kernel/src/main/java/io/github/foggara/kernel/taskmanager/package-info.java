/**
 * The other side of a cluster: one container that runs tasks for JobMasters in another one. {@link
 * io.github.foggara.kernel.taskmanager.TaskManager} is such a container; {@link io.github.foggara.kernel.taskmanager.JobMasterLink} keeps
 * its registration, on the link thread.
 */
package io.github.foggara.kernel.taskmanager;
