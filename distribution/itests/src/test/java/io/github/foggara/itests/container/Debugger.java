package io.github.foggara.itests.container;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.Location;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.connect.ListeningConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Lets another JVM run until one of its threads enters a method; then all of them stand still, and it can be killed there. The other JVM calls
 * back over loopback. Nothing of it is changed.
 */
public final class Debugger implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final ListeningConnector connector = Bootstrap.virtualMachineManager().listeningConnectors().stream()
            .filter(one -> one.name().equals("com.sun.jdi.SocketListen"))
            .findFirst()
            .orElseThrow();
    private final Map<String, Connector.Argument> arguments = connector.defaultArguments();
    private final String address;

    public Debugger() throws IOException, IllegalConnectorArgumentsException {
        arguments.get("localAddress").setValue("127.0.0.1");
        arguments.get("port").setValue("0");
        arguments.get("timeout").setValue("" + LIMIT.toMillis());
        address = connector.startListening(arguments);
    }

    /** For the JVM that is to be stopped. */
    public String javaOption() {
        String port = address.substring(address.lastIndexOf(':') + 1);
        return "-agentlib:jdwp=transport=dt_socket,server=n,suspend=y,address=127.0.0.1:" + port;
    }

    /** Returns when a thread is there; until then the JVM runs. */
    public void runTo(KillPoint point) throws Exception {
        VirtualMachine machine = connector.accept(arguments);
        ClassPrepareRequest prepared = machine.eventRequestManager().createClassPrepareRequest();
        prepared.addClassFilter(point.type());
        prepared.setSuspendPolicy(EventRequest.SUSPEND_ALL);
        prepared.enable();
        long deadline = System.nanoTime() + LIMIT.toNanos();
        int times = 0;
        while (System.nanoTime() < deadline) {
            EventSet events = machine.eventQueue().remove(LIMIT.toMillis());
            if (events == null) {
                break;
            }
            for (Event event : events) {
                if (event instanceof ClassPrepareEvent loaded) {
                    stopAt(loaded.referenceType(), point);
                } else if (event instanceof BreakpointEvent there && matches(there.thread(), point)) {
                    times++;
                }
            }
            if (times >= point.times()) {
                return;
            }
            events.resume();
        }
        throw new AssertionError("No thread came to " + point + " within " + LIMIT.toSeconds() + " s");
    }

    private static void stopAt(ReferenceType type, KillPoint point) {
        for (Method method : type.methodsByName(point.method())) {
            if (!method.isAbstract() && !method.isBridge()) {
                type.virtualMachine()
                        .eventRequestManager()
                        .createBreakpointRequest(method.location())
                        .enable();
            }
        }
    }

    private static boolean matches(ThreadReference thread, KillPoint point) throws IncompatibleThreadStateException {
        List<String> frames = point.frames();
        if (thread.frameCount() < frames.size()) {
            return false;
        }
        for (int i = 0; i < frames.size(); i++) {
            Location location = thread.frame(i).location();
            String type = location.declaringType().name();
            String frame = type.substring(type.lastIndexOf('.') + 1) + "."
                    + location.method().name();
            if (!frame.equals(frames.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException, IllegalConnectorArgumentsException {
        connector.stopListening(arguments);
    }
}
