package io.github.foggara.benchmarks.peers;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.Job;
import com.hazelcast.jet.pipeline.Pipeline;
import io.github.foggara.benchmarks.work.Load;
import io.github.foggara.benchmarks.work.Side;
import io.github.foggara.benchmarks.work.Totals;
import java.util.ArrayList;
import java.util.List;

/**
 * One embedded member with a cooperative thread for each processor, whose edges hand objects over; or two that share the processors and exchange records by
 * TCP.
 */
final class JetSide implements Side {
    private final List<HazelcastInstance> members = new ArrayList<>();
    private final HazelcastInstance member;

    JetSide(int count) {
        for (int i = 0; i < count; i++) {
            members.add(member(count));
        }
        member = members.get(0);
    }

    static HazelcastInstance member() {
        return member(1);
    }

    private static HazelcastInstance member(int members) {
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
        network.getJoin().getTcpIpConfig().setEnabled(members > 1).addMember("127.0.0.1");
        config.getJetConfig()
                .setEnabled(true)
                .setCooperativeThreadCount(Math.max(1, Runtime.getRuntime().availableProcessors() / members))
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
        members.forEach(HazelcastInstance::shutdown);
    }
}
