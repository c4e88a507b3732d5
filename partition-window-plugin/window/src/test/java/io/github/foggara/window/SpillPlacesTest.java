package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.sorter.spill.SpillDirectories;
import io.github.foggara.testkit.task.ManualTaskContext;
import io.github.foggara.testkit.task.TaskSetting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who holds the directories of a job. */
class SpillPlacesTest {
    private final List<SpillDirectories> opened = new ArrayList<>();

    @TempDir
    private Path directory;

    private SpillDirectories open(List<Path> roots, long maxBytes) {
        opened.add(SpillDirectories.open(roots, maxBytes));
        return opened.get(opened.size() - 1);
    }

    /** A task that got no space of its own holds nothing, and takes nothing from the others. */
    @Test
    void aTaskThatGotNoSpaceHoldsNothing() {
        SpillPlaces places = new SpillPlaces(directory, this::open);
        ManualTaskContext context = new ManualTaskContext(TaskSetting.of(Integer.class), List.of());
        SpillPlaces.Place first = places.open(context);
        SpillPlaces.Place second = places.open(context);
        assertThat(opened).hasSize(1);
        opened.get(0).close();
        for (int attempt = 0; attempt < 3; attempt++) {
            assertThatThrownBy(() -> places.open(context)).isInstanceOf(IllegalStateException.class);
            assertThat(places.jobs()).isEqualTo(1);
        }
        first.close();
        assertThat(places.jobs()).isEqualTo(1);
        second.close();
        assertThat(places.jobs()).isZero();
        places.open(context).close();
        assertThat(opened).hasSize(2);
    }
}
