package io.github.foggara.api.rpc;

import java.io.IOException;

/** Something failed between two containers. The message is for people and holds no secret. */
public class RpcException extends IOException {
    private static final long serialVersionUID = 1L;

    public RpcException(String message) {
        super(message);
    }
}
