/** The contracts of Foggara. Start reading here: one sub-package per contract. */
package io.github.foggara.api;
