/** Publishes the operators and their options as services; nothing else. */
package io.github.foggara.window.osgi;
