/**
 * What people type: the {@code run} command and the commands of the interactive shell, on
 * {@link io.github.foggara.api.client.JobService} alone. OSGi is not known here; see the {@code osgi} sub-package for the glue.
 *
 * <p>Start with {@link io.github.foggara.shell.RunCommand} and {@link io.github.foggara.shell.JobCommands}.
 */
package io.github.foggara.shell;
