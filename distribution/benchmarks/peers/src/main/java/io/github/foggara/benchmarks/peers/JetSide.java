package io.github.foggara.benchmarks.peers;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.Job;
import com.hazelcast.jet.pipeline.Pipeline;
import io.github.foggara.benchmarks.work.Load;
import io.github.foggara.benchmarks.work.Side;
import io.github.foggara.benchmarks.work.Totals;

/** One embedded member with two cooperative threads; edges within it hand objects over. */
final class JetSide implements Side {
    private final HazelcastInstance member = member();

    static HazelcastInstance member() {
        Config config = new Config();
        config.setClusterName("benchmarks-" + ProcessHandle.current().pid());
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.logging.type", "slf4j");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.setProperty("hazelcast.shutdownhook.enabled", "false");
        var network = config.getNetworkConfig();
        network.setPortAutoIncrement(true);
        network.getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        network.getJoin().getAutoDetectionConfig().setEnabled(false);
        network.getJoin().getMulticastConfig().setEnabled(false);
        config.getJetConfig()
                .setEnabled(true)
                .setCooperativeThreadCount(Runtime.getRuntime().availableProcessors())
                .setBackupCount(0);
        return Hazelcast.newHazelcastInstance(config);
    }

    @Override
    public void runOthers(long records) {
        for (JetJobs.Other other : JetJobs.others()) {
            Pipeline pipeline = Pipeline.create();
            other.define(pipeline, records);
            member.getJet().newJob(pipeline).join();
        }
    }

    @Override
    public Totals run(Load load) {
        Tally.reset();
        member.getJet().newJob(JetJobs.pipeline(load)).join();
        return Tally.totals();
    }

    @Override
    public AutoCloseable start(Load load) {
        Job job = member.getJet().newJob(JetJobs.pipeline(load));
        return job::cancel;
    }

    @Override
    public void close() {
        member.shutdown();
    }
}
