package io.github.foggara.itests.container;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.osgi.framework.BundleContext;

/** Gogo, from within a container. */
public record Shell(BundleContext context) {
    /** What a command answers; it throws what the command throws. */
    public String run(String line) throws Exception {
        CommandProcessor processor = Eventually.get(
                "Gogo",
                () -> context.getServiceReference(CommandProcessor.class) == null
                        ? null
                        : context.getService(context.getServiceReference(CommandProcessor.class)),
                found -> found != null);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (CommandSession session = processor.createSession(new ByteArrayInputStream(new byte[0]), out, out)) {
            return String.valueOf(session.execute(line));
        }
    }
}
