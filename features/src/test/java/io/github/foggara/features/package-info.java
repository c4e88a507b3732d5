/** Proves that every feature of the repository resolves, with nothing left over. */
package io.github.foggara.features;
