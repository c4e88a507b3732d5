/**
 * Publishes the commands: Gogo commands in the scopes {@code job} and {@code plugin}, and three services with the property
 * {@code foggara.command} that the start script reaches by Java types alone: {@code run}, {@code status} and {@code shell}.
 */
package io.github.foggara.shell.osgi;
