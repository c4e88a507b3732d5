package io.github.foggara.kernel.serialization;

/** Whether values of a type may be shared between threads as they are. */
enum Sharing {
    /** Every value is deeply immutable. */
    ALWAYS,
    /** It depends on what the value holds, for example an Optional or a record with a component of type Object. */
    PER_VALUE,
    /** Values can be changed: they are copied. */
    NEVER
}
