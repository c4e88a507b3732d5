package io.github.foggara.kernel.taskmanager;

import io.github.foggara.api.rpc.ConnectionClosedException;
import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcMessage;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What a TaskManager asks its JobMaster beside their conversation. Any thread; nothing blocks. */
final class JobMasterQuestions {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);

    private final JobMasterLink link;

    JobMasterQuestions(JobMasterLink link) {
        this.link = link;
    }

    /** By the connection there is now; fails if there is none, or it ends before the answer. */
    CompletionStage<byte[]> request(RpcMessage message) {
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        link.withConnection(connection -> {
            if (connection == null) {
                answer.completeExceptionally(new ConnectionClosedException("there is no connection to the JobMaster"));
            } else {
                ask(connection, message, answer);
            }
        });
        return answer;
    }

    private static void ask(RpcConnection connection, RpcMessage message, CompletableFuture<byte[]> answer) {
        try {
            connection.request(message, ANSWER_LIMIT).whenComplete((bytes, failure) -> {
                if (failure == null) {
                    answer.complete(bytes);
                } else {
                    answer.completeExceptionally(failure);
                }
            });
        } catch (RuntimeException e) {
            answer.completeExceptionally(e);
        }
    }
}
