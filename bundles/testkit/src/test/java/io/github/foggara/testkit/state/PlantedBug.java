package io.github.foggara.testkit.state;

/** What can be wrong with a state backend; the contract must find each. */
enum PlantedBug {
    /** The state is looked at when it is written, not when the snapshot is taken. */
    SNAPSHOT_TOO_LATE,
    /** The lowest key group is not written. */
    GROUP_LOST,
    /** The highest key group comes first. */
    GROUPS_BACKWARDS,
    /** Key groups that hold nothing are written as well. */
    EMPTY_GROUPS_WRITTEN,
    /** A value is kept as it was handed in. */
    VALUE_SHARED,
    /** Keys are equal if they print alike. */
    KEYS_BY_TEXT,
    /** Null counts as a key. */
    NULL_KEY_TAKEN,
    /** The last key stays the current one. */
    KEY_STAYS,
    /** A cleared value stays. */
    CLEAR_FORGOTTEN,
    /** Nothing is counted. */
    NOTHING_COUNTED,
    /** A state that nobody asks for is gone after the next snapshot. */
    UNASKED_FORGOTTEN,
    /** It is said to be written with the types of now. */
    UNASKED_WITH_OTHER_TYPES,
    /** Any state may take over any other's bytes. */
    KIND_NOT_CHECKED,
    /** Keys of any type are taken over. */
    KEY_TYPE_NOT_CHECKED,
    /** Checksums fit always. */
    CHECKSUM_IGNORED,
    /** A key group is taken for the one it is said to be. */
    GROUP_NUMBER_IGNORED,
    /** A second snapshot ends the first one silently. */
    TWO_SNAPSHOTS,
    /** A snapshot that was given up is written nevertheless. */
    CLOSED_IS_WRITTEN,
    /** Elements that nobody asks for are gone after the next snapshot. */
    ELEMENTS_FORGOTTEN,
    /** Every subtask writes a union list that it only keeps. */
    UNION_DOUBLED,
    /** An element's checksum fits always. */
    ELEMENT_CHECKSUM_IGNORED,
    /** A list is kept as it was handed in. */
    ELEMENTS_SHARED,
    /** All elements are said to be split. */
    UNION_SPLIT
}
