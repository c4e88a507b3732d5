package io.github.foggara.window.osgi;

import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.plugin.PluginNames;
import io.github.foggara.api.task.Operator;
import io.github.foggara.api.task.OperatorProvider;
import io.github.foggara.window.PartitionWindowProvider;
import io.github.foggara.window.SpillPlaces;
import java.nio.file.Path;
import java.util.Dictionary;
import java.util.Hashtable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;

/**
 * The operators of full-partition windows as a DS component, and their options as a service beside it. Without {@code sort.spill.dirs} they
 * spill into {@code spill} in the data directory of the container, from which activation removes what a process that was killed left.
 */
@Component(
        service = OperatorProvider.class,
        immediate = true,
        configurationPid = "foggara.window",
        property = "foggara.plugin=" + PartitionWindowProvider.NAME)
public final class PartitionWindowComponent implements OperatorProvider {
    /** A framework property: the data directory of the container. */
    private static final String DATA = "foggara.data";

    private final PartitionWindowProvider provider;
    private final ServiceRegistration<OptionSet> options;

    @Activate
    public PartitionWindowComponent(BundleContext context) {
        SpillPlaces places = new SpillPlaces(spill(context));
        places.sweep();
        provider = new PartitionWindowProvider(places);
        Dictionary<String, Object> properties = new Hashtable<>();
        properties.put(PluginNames.PLUGIN, PartitionWindowProvider.NAME);
        options = context.registerService(OptionSet.class, PartitionWindowProvider.OPTIONS, properties);
    }

    private static Path spill(BundleContext context) {
        String data = context.getProperty(DATA);
        Path directory = data == null ? context.getDataFile("").toPath() : Path.of(data);
        return directory.resolve("spill");
    }

    /** Reads nothing; without it a changed configuration of the bundle would replace the service. */
    @Modified
    public void modified() {}

    /** Tasks have ended by now: each held the service. */
    @Deactivate
    public void deactivate() {
        options.unregister();
    }

    @Override
    public Operator<?, ?> create(OperatorRef reference) {
        return provider.create(reference);
    }

    @Override
    public long minimumMemory(OperatorRef reference, Configuration configuration) {
        return provider.minimumMemory(reference, configuration);
    }
}
