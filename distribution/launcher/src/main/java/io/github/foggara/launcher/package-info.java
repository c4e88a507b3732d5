/** Starts the framework and speaks with it over a Unix-domain socket. */
package io.github.foggara.launcher;
