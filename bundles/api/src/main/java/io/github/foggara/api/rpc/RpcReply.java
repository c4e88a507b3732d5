package io.github.foggara.api.rpc;

import org.osgi.annotation.versioning.ProviderType;

/** Answers one request. The first call counts, the others have no effect; nor has one after the connection has ended. Any thread, never blocks. */
@ProviderType
public interface RpcReply {
    /**
     * The answer.
     *
     * @param body not copied
     * @throws IllegalArgumentException if it is longer than {@link RpcMessages#maxBytes}
     */
    void reply(byte[] body);

    /**
     * There is no answer; the peer gets a {@link RemoteFailureException}.
     *
     * @param why for people; cut after 1,000 characters
     */
    void fail(String why);
}
