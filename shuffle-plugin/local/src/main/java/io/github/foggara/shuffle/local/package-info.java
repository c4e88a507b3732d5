/** The in-process exchange. */
package io.github.foggara.shuffle.local;
