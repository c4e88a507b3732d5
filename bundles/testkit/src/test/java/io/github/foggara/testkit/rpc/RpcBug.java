package io.github.foggara.testkit.rpc;

/** What a plugin could do wrong. */
enum RpcBug {
    NONE,
    MESSAGE_LOST,
    MESSAGE_DOUBLED,
    MESSAGES_SWAPPED,
    BODY_CUT,
    NEVER_HELD_UP,
    NEVER_REFUSED,
    WRITABLE_NOT_TOLD,
    END_NOT_TOLD,
    END_TOLD_TWICE,
    REASON_LOST,
    DEADLINE_IGNORED,
    PEER_MISTAKEN,
    CLUSTER_NOT_COMPARED,
    TYPES_NOT_CHECKED,
    ERRORS_SWALLOWED,
    SENT_NOT_COUNTED
}
