/**
 * Runs attempts. {@link io.github.foggara.kernel.taskexecutor.TaskExecutor} is the territory of the exec thread;
 * {@link io.github.foggara.kernel.taskexecutor.Task} is one attempt with a thread of its own. Start with {@code Task.run}: it
 * reads as the life of a task. {@link io.github.foggara.kernel.taskexecutor.TaskCheckpoints} is the way of a barrier through it.
 */
package io.github.foggara.kernel.taskexecutor;
