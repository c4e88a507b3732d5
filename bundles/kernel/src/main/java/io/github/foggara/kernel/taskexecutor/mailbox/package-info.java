/**
 * The only door into a task's thread: {@link io.github.foggara.kernel.taskexecutor.mailbox.Mailbox} takes actions from any
 * thread, {@link io.github.foggara.kernel.taskexecutor.mailbox.Doorbell} wakes the task when something happened.
 */
package io.github.foggara.kernel.taskexecutor.mailbox;
