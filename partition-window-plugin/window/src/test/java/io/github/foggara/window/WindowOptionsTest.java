package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.InvalidOptionException;
import io.github.foggara.testkit.task.ManualTaskContext;
import io.github.foggara.testkit.task.TaskSetting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code sort.spill.dirs} names: a blank part would be the working directory, which is swept then. */
class WindowOptionsTest {
    private static Configuration directories(String text) {
        return new Configuration(Map.of("sort.spill.dirs", text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", ",", " , ", "/data1,,/data2", ",/data1", "/data1,", "/data1, ,/data2", "/data1,\0"})
    void aBlankPartAndOneThatIsNoPathAreRefused(String text) {
        assertThatThrownBy(() -> directories(text).get(WindowOptions.DIRECTORIES))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContainingAll(
                        "sort.spill.dirs", "separated by commas, none of them blank", "'" + text + "'");
    }

    @Test
    void whatIsNamedIsOpenedWithoutTheSpaceAround() {
        List<Path> opened = new ArrayList<>();
        SpillPlaces places = new SpillPlaces(Path.of("usual"), (roots, maxBytes) -> {
            opened.addAll(roots);
            throw new IllegalStateException("enough");
        });
        TaskSetting setting = TaskSetting.of(Integer.class).with("sort.spill.dirs", " /data1 , data 2,/data3");
        assertThatThrownBy(() -> places.open(new ManualTaskContext(setting, List.of())))
                .hasMessage("enough");
        assertThat(opened).containsExactly(Path.of("/data1"), Path.of("data 2"), Path.of("/data3"));
    }
}
