package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.DefaultEventLoop;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TurnsTest {
    private static final int ROUNDS = 100;

    private final DefaultEventLoop net = new DefaultEventLoop();
    private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void close() {
        net.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    @Test
    void aTaskIsNotKeptByWhatOthersAskFor() {
        AtomicInteger rounds = new AtomicInteger();
        AtomicInteger byTask = new AtomicInteger();
        Thread task = Thread.currentThread();
        CountDownLatch all = new CountDownLatch(ROUNDS);
        Turns[] turns = new Turns[1];
        turns[0] = new Turns(
                net,
                () -> {
                    if (Thread.currentThread() == task) {
                        byTask.incrementAndGet();
                    }
                    if (rounds.incrementAndGet() < ROUNDS) {
                        turns[0].run();
                    }
                    all.countDown();
                },
                failures::add);
        turns[0].run();
        assertThat(byTask).hasValueLessThanOrEqualTo(8);
        Pair.await(all);
        assertThat(failures).isEmpty();
    }

    @Test
    void mailIsReadByTheNetThread() {
        Turns turns = new Turns(net, () -> {}, failures::add);
        CountDownLatch read = new CountDownLatch(1);
        List<Thread> readers = Collections.synchronizedList(new ArrayList<>());
        turns.execute(() -> {
            readers.add(Thread.currentThread());
            read.countDown();
        });
        Pair.await(read);
        assertThat(readers).hasSize(1).doesNotContain(Thread.currentThread());
    }

    @Test
    void whatIsThrownIsToldAndTheTurnEnds() {
        CountDownLatch worked = new CountDownLatch(1);
        Turns turns = new Turns(
                net,
                () -> {
                    worked.countDown();
                    throw new StackOverflowError("of a user's codec");
                },
                failures::add);
        turns.execute(() -> {
            throw new IllegalStateException("mail");
        });
        Pair.await(worked);
        CountDownLatch again = new CountDownLatch(1);
        turns.execute(again::countDown);
        Pair.await(again);
        assertThat(failures).extracting(Throwable::getMessage).contains("mail", "of a user's codec");
    }

    @Test
    void onlyOneIsAtWork() throws InterruptedException {
        int[] count = {0};
        CountDownLatch done = new CountDownLatch(2 * 20_000);
        Turns turns = new Turns(net, () -> {}, failures::add);
        Runnable add = () -> {
            count[0]++;
            done.countDown();
        };
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Thread thread = new Thread(() -> {
                for (int n = 0; n < 20_000; n++) {
                    turns.execute(add);
                    turns.run();
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Pair.await(done);
        CountDownLatch last = new CountDownLatch(1);
        turns.execute(last::countDown);
        Pair.await(last);
        assertThat(count[0]).isEqualTo(40_000);
    }
}
