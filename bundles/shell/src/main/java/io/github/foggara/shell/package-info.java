/** Gogo commands and the run command. */
package io.github.foggara.shell;
