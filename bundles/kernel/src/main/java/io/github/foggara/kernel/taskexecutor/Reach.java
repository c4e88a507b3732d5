package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.shuffle.ClusterAccess;
import io.github.foggara.kernel.program.CodeSupply;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What of a task's work lies outside of its process.
 *
 * @param cluster how an exchange of records that is made now reaches those of other containers; asked on the exec thread, never blocks
 * @param programWait how long a task waits for its program and its plugins to be installed here; 0 for not at all
 * @param supply brings what is lacking
 * @param elsewhere whether JobMasters are in other processes: they have not seen the program and the plugins that are here, and have to be told when a plugin leaves
 */
public record Reach(
        Supplier<Optional<ClusterAccess>> cluster, Duration programWait, CodeSupply supply, boolean elsewhere) {
    /** Partners and JobMasters of all tasks are in this process. */
    public static final Reach ONE_PROCESS = new Reach(Optional::empty, Duration.ZERO, CodeSupply.NONE, false);
}
