package io.github.foggara.testkit.disk;

import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Parker;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A disk in memory that keeps no more than a real one promises. A crash loses what was not forced, cut at any byte, with zeros behind
 * it now and then; and names of files that were not synced. A failed force makes no later one good. It can be told to fail, to be
 * slow, and to crash in the middle of the n-th operation. Equal seeds and calls give equal outcomes.
 *
 * <p>Code under test sees it through its own interface, by {@link #as}: the operations carry the names they have here. Thread-safe.
 */
public final class SimulatedDisk {
    private final Random random;
    private final EngineRuntime runtime;
    private final SimulatedDirectory root = new SimulatedDirectory();
    private final Set<DiskOperation> failing = EnumSet.noneOf(DiskOperation.class);
    private long operations;
    private long crashAt;
    private boolean down;
    private volatile long delayNanos;
    private volatile boolean varies;

    /** A body of an operation. */
    private interface Step<T> {
        T run() throws IOException;
    }

    /**
     * @param runtime each operation is a place where another of its threads may run; null for none
     */
    public SimulatedDisk(long seed, EngineRuntime runtime) {
        this.random = new Random(seed);
        this.runtime = runtime;
    }

    // ---- what happens to it

    /** The n-th operation from now on is done in part or not at all, and from then on every one fails, until {@link #crash()}. */
    public synchronized void crashAt(long n) {
        crashAt = operations + n;
    }

    /** What was not safe is lost; then it works again, for a new life. Whoever held a file open has it no longer. */
    public synchronized void crash() {
        root.crash(random);
        crashAt = 0;
        down = false;
    }

    /** These operations fail from now on. A failing append leaves some of its bytes. */
    public synchronized void fail(DiskOperation... which) {
        failing.addAll(List.of(which));
    }

    /** As a disk without space: nothing is created or appended, the rest works. */
    public void fill() {
        fail(DiskOperation.CREATE, DiskOperation.APPEND, DiskOperation.CREATE_DIRECTORIES);
    }

    /** Nothing fails any more by {@link #fail}. */
    public synchronized void heal() {
        failing.clear();
    }

    /** Each operation takes so long from now on; needs a runtime. */
    public void delay(Duration each) {
        delayNanos = each.toNanos();
        varies = false;
    }

    /** Each operation takes a time of its own from now on, up to this; needs a runtime. */
    public void delayUpTo(Duration most) {
        delayNanos = most.toNanos();
        varies = true;
    }

    /** Operations so far. */
    public synchronized long operations() {
        return operations;
    }

    /** Whether the operation of {@link #crashAt} was reached. */
    public synchronized boolean down() {
        return down;
    }

    /** Content of a file, safe or not. */
    public synchronized byte[] bytes(Path file) throws IOException {
        return file(file).bytes();
    }

    /** Gives a file other content, all of it safe; makes the file and its directories if need be. */
    public synchronized void replace(Path file, byte[] bytes) {
        SimulatedDirectory parent = makeDirectories(file.getParent());
        if (!(parent.get(name(file)) instanceof SimulatedFile)) {
            parent.put(name(file), new SimulatedFile());
            parent.sync();
        }
        ((SimulatedFile) parent.get(name(file))).replace(bytes);
    }

    /**
     * This disk as the interface of code under test, whose methods must have the names and parameters of those below.
     *
     * @throws IllegalArgumentException naming a method that is not here
     */
    public <T> T as(Class<T> seam) {
        Map<Method, Method> targets = new HashMap<>();
        for (Method method : seam.getMethods()) {
            targets.put(method, target(method));
        }
        return seam.cast(Proxy.newProxyInstance(
                seam.getClassLoader(), new Class<?>[] {seam}, (proxy, method, given) -> {
                    try {
                        return targets.getOrDefault(method, method).invoke(this, given);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private static Method target(Method method) {
        try {
            return SimulatedDisk.class.getMethod(method.getName(), method.getParameterTypes());
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException("A simulated disk has no operation " + method, e);
        }
    }

    // ---- operations

    public void createDirectories(Path directory) throws IOException {
        step(DiskOperation.CREATE_DIRECTORIES, () -> makeDirectories(directory));
    }

    public List<String> list(Path directory) throws IOException {
        return step(DiskOperation.LIST, () -> {
            return node(directory) instanceof SimulatedDirectory there ? there.list() : List.of();
        });
    }

    public long size(Path file) throws IOException {
        return step(DiskOperation.SIZE, () -> (long) file(file).size());
    }

    public int read(Path file, long position, ByteBuffer into) throws IOException {
        return step(DiskOperation.READ, () -> file(file).read(position, into));
    }

    public void create(Path file) throws IOException {
        step(DiskOperation.CREATE, () -> {
            if (parent(file).get(name(file)) != null) {
                throw new FileAlreadyExistsException(file.toString());
            }
            SimulatedFile made = new SimulatedFile();
            made.open = true;
            parent(file).put(name(file), made);
            return made;
        });
    }

    public void append(Path file, ByteBuffer bytes) throws IOException {
        step(
                DiskOperation.APPEND,
                () -> {
                    open(file).append(bytes, bytes.remaining());
                    return bytes;
                },
                () -> appendSome(file, bytes));
    }

    public void force(Path file) throws IOException {
        step(
                DiskOperation.FORCE,
                () -> {
                    file(file).force();
                    return file;
                },
                () -> forceFailed(file));
    }

    private void appendSome(Path file, ByteBuffer bytes) {
        if (node(file) instanceof SimulatedFile there && there.open) {
            there.append(bytes, random.nextInt(bytes.remaining() + 1));
        }
    }

    private void forceFailed(Path file) {
        if (node(file) instanceof SimulatedFile there) {
            there.forceFailed();
        }
    }

    public synchronized void close(Path file) {
        if (node(file) instanceof SimulatedFile there) {
            there.open = false;
        }
    }

    public void rename(Path from, Path to) throws IOException {
        step(DiskOperation.RENAME, () -> {
            if (node(from) == null) {
                throw new NoSuchFileException(from.toString());
            }
            if (!from.getParent().equals(to.getParent())) {
                throw new IOException("Only inside a directory: " + from + " to " + to);
            }
            parent(from).rename(name(from), name(to));
            return to;
        });
    }

    public void delete(Path file) throws IOException {
        step(DiskOperation.DELETE, () -> {
            if (node(file) instanceof SimulatedDirectory there && !there.list().isEmpty()) {
                throw new DirectoryNotEmptyException(file.toString());
            }
            if (node(file) != null) {
                parent(file).remove(name(file));
            }
            return file;
        });
    }

    public void syncDirectory(Path directory) throws IOException {
        step(DiskOperation.SYNC_DIRECTORY, () -> {
            if (!(node(directory) instanceof SimulatedDirectory there)) {
                throw new NoSuchFileException(directory.toString());
            }
            there.sync();
            return directory;
        });
    }

    // ---- inside

    private <T> T step(DiskOperation operation, Step<T> body) throws IOException {
        return step(operation, body, () -> {});
    }

    /**
     * @param failed what is left of it when it fails
     */
    private <T> T step(DiskOperation operation, Step<T> body, Runnable failed) throws IOException {
        rest();
        synchronized (this) {
            operations++;
            if (down) {
                throw new IOException("The simulated disk is down");
            }
            if (operations == crashAt) {
                down = true;
                if (operation != DiskOperation.APPEND && random.nextBoolean()) {
                    body.run();
                } else {
                    failed.run();
                }
                throw new IOException("The simulated disk crashed at operation " + operations + ", " + operation);
            }
            if (failing.contains(operation)) {
                failed.run();
                throw new IOException("The simulated disk was told to fail: " + operation);
            }
            return body.run();
        }
    }

    private void rest() {
        if (runtime == null) {
            return;
        }
        long delay = delayNanos;
        if (delay == 0) {
            runtime.yieldPoint();
            return;
        }
        if (varies) {
            delay = someOf(delay);
        }
        Parker parker = runtime.newParker();
        long until = runtime.nanoTime() + delay;
        while (runtime.nanoTime() < until) {
            parker.parkNanos(until - runtime.nanoTime());
        }
    }

    private synchronized long someOf(long nanos) {
        return (long) (random.nextDouble() * nanos);
    }

    private SimulatedDirectory makeDirectories(Path path) {
        SimulatedDirectory directory = root;
        for (Path part : path) {
            if (!(directory.get(part.toString()) instanceof SimulatedDirectory)) {
                directory.put(part.toString(), new SimulatedDirectory());
                directory.sync();
            }
            directory = (SimulatedDirectory) directory.get(part.toString());
        }
        return directory;
    }

    private Object node(Path path) {
        Object node = root;
        for (Path part : path) {
            if (!(node instanceof SimulatedDirectory directory)) {
                return null;
            }
            node = directory.get(part.toString());
        }
        return node;
    }

    private SimulatedDirectory parent(Path path) throws IOException {
        if (node(path.getParent()) instanceof SimulatedDirectory directory) {
            return directory;
        }
        throw new NoSuchFileException(path.toString());
    }

    private SimulatedFile file(Path path) throws IOException {
        if (node(path) instanceof SimulatedFile file) {
            return file;
        }
        throw new NoSuchFileException(path.toString());
    }

    private SimulatedFile open(Path path) throws IOException {
        SimulatedFile file = file(path);
        if (!file.open) {
            throw new ClosedChannelException();
        }
        return file;
    }

    private static String name(Path path) {
        return path.getFileName().toString();
    }
}
