package io.github.foggara.itests.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static io.github.foggara.itests.architecture.Area.glue;
import static io.github.foggara.itests.architecture.Area.in;
import static io.github.foggara.itests.architecture.Area.library;
import static io.github.foggara.itests.architecture.Area.ours;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.lang.invoke.MethodHandles;
import java.util.List;

/** The rules of the house, each with its reason. */
final class Rules {
    private static final DescribedPredicate<JavaClass> PLUGINS =
            in("shuffle", "recovery", "checkpoint", "state", "connector", "rpc");
    /**
     * The launcher looks for classes of the JVM and of FileInstall whose names it knows. A lambda names a method of its own program, whose loader has
     * loaded it.
     */
    private static final DescribedPredicate<JavaClass> LOAD_BY_NAME = in("launcher")
            .or(DescribedPredicate.describe(
                    "of LambdaParts", type -> type.getName().equals("io.github.foggara.api.types.LambdaParts")));

    private static final DescribedPredicate<JavaClass> BASE =
            library("java.", "org.osgi.annotation.").or(primitive());

    private static final List<Rule> ALL = List.of(
            new Rule(
                    "api stands on nothing",
                    "ApiUsesStreams",
                    noClasses()
                            .that(in("api"))
                            .should()
                            .dependOnClassesThat(not(BASE.or(in("api"))))
                            .because("contracts must not pull in what they are contracts for")),
            new Rule(
                    "streams stands on api",
                    "StreamsUsesKernel",
                    noClasses()
                            .that(in("streams"))
                            .should()
                            .dependOnClassesThat(not(BASE.or(in("api", "streams"))))
                            .because("a job runs on any engine that reads its graph")),
            new Rule(
                    "the kernel knows contracts, no plugin",
                    "KernelUsesShuffle",
                    noClasses()
                            .that(in("kernel"))
                            .should()
                            .dependOnClassesThat(ours().and(not(in("api", "kernel"))))
                            .because("a plugin can be replaced only if nobody knows its classes")),
            new Rule(
                    "nothing points at the kernel",
                    "ShellUsesKernel",
                    noClasses()
                            .that(ours().and(not(in("kernel"))))
                            .should()
                            .dependOnClassesThat(in("kernel"))
                            .because("its inside is private")),
            new Rule(
                    "plugins know contracts, not each other",
                    "ShuffleUsesConnector",
                    noClasses()
                            .that(in("shuffle"))
                            .should()
                            .dependOnClassesThat(ours().and(not(in("api", "shuffle", "rpc.netty.transport"))))
                            .because("each is installed and replaced on its own; the transport is a library")),
            new Rule(
                    "messages know contracts, no other plugin",
                    "RpcUsesShuffle",
                    noClasses()
                            .that(in("rpc"))
                            .should()
                            .dependOnClassesThat(ours().and(not(in("api", "rpc"))))
                            .because("each is installed and replaced on its own")),
            new Rule(
                    "checkpoints know contracts, no other plugin",
                    "CheckpointUsesRecovery",
                    noClasses()
                            .that(in("checkpoint"))
                            .should()
                            .dependOnClassesThat(ours().and(not(in("api", "checkpoint"))))
                            .because("each is installed and replaced on its own")),
            new Rule(
                    "recovery knows contracts, no other plugin",
                    "RecoveryUsesShuffle",
                    noClasses()
                            .that(in("recovery"))
                            .should()
                            .dependOnClassesThat(ours().and(not(in("api", "recovery"))))
                            .because("each is installed and replaced on its own")),
            new Rule(
                    "state backends know contracts, no other plugin",
                    "StateUsesShuffle",
                    noClasses()
                            .that(in("state"))
                            .should()
                            .dependOnClassesThat(ours().and(not(in("api", "state"))))
                            .because("each is installed and replaced on its own")),
            new Rule(
                    "nothing points at the inside of a plugin",
                    "KernelUsesConnector",
                    noClasses()
                            .that(ours().and(not(PLUGINS)).and(not(in("examples"))))
                            .should()
                            .dependOnClassesThat(PLUGINS)
                            .because("only a job chooses its connectors")),
            new Rule(
                    "the shell uses the api alone",
                    "ShellUsesStreams",
                    noClasses()
                            .that(in("shell"))
                            .should()
                            .dependOnClassesThat(ours().and(not(in("api", "shell"))))
                            .because("a front end is one of many")),
            new Rule(
                    "nothing points at a job",
                    "ConnectorUsesExample",
                    noClasses()
                            .that(ours().and(not(in("examples"))))
                            .should()
                            .dependOnClassesThat(in("examples"))
                            .because("jobs come and go")),
            new Rule(
                    "OSGi stays in the glue",
                    "OsgiOutsideOfGlue",
                    noClasses()
                            .that(ours().and(not(glue())).and(not(in("launcher"))))
                            .should()
                            .dependOnClassesThat(library("org.osgi.", "org.apache.felix.")
                                    .and(not(library(
                                            "org.osgi.annotation.", "org.osgi.service.component.annotations."))))
                            .because("everything else is plain Java, testable without a framework")),
            new Rule(
                    "Kryo stays in kernel.serialization",
                    "KryoOutsideOfSerialization",
                    noClasses()
                            .that(ours().and(not(in("kernel.serialization"))))
                            .should()
                            .dependOnClassesThat(library("com.esotericsoftware."))
                            .because("codecs are chosen in one place")),
            new Rule(
                    "Netty stays in rpc.netty and shuffle.netty",
                    "NettyOutsideOfRpc",
                    noClasses()
                            .that(ours().and(not(in("rpc.netty", "shuffle.netty"))))
                            .should()
                            .dependOnClassesThat(library("io.netty."))
                            .because(
                                    "nobody else speaks to sockets, so another library takes its place in two bundles")),
            new Rule(
                    "no object streams",
                    "UsesObjectStream",
                    noClasses()
                            .that(ours())
                            .should()
                            .dependOnClassesThat(library("java.io.ObjectInputStream", "java.io.ObjectOutputStream"))
                            .because("no code travels, and what is read back is untrusted")),
            new Rule(
                    "no class is loaded by a name",
                    "LoadsClassByName",
                    noClasses()
                            .that(ours().and(not(LOAD_BY_NAME)))
                            .should()
                            .accessTargetWhere(loadsByName())
                            .because(
                                    "a name from the network or the disk must lead to no code; the framework loads jobs")),
            TerritoryRules.gatewaysFromJobMaster(),
            TerritoryRules.gatewaysFromTaskExecutor(),
            TerritoryRules.noLocks(),
            TerritoryRules.noBlocking(),
            TerritoryRules.noUnnamedContinuation(),
            TerritoryRules.noFiles(),
            TerritoryRules.runtimeSeam());

    private Rules() {}

    static List<Rule> all() {
        return ALL;
    }

    private static DescribedPredicate<JavaAccess<?>> loadsByName() {
        return DescribedPredicate.describe("a class by its name", access -> {
            JavaClass owner = access.getTargetOwner();
            return switch (access.getTarget().getName()) {
                case "forName" -> owner.isEquivalentTo(Class.class);
                case "loadClass" ->
                    owner.isAssignableTo(ClassLoader.class) || owner.isAssignableTo("org.osgi.framework.Bundle");
                case "findClass" -> owner.isEquivalentTo(MethodHandles.Lookup.class);
                default -> false;
            };
        });
    }

    private static DescribedPredicate<JavaClass> primitive() {
        return DescribedPredicate.describe(
                "primitive", type -> type.getBaseComponentType().isPrimitive());
    }
}
