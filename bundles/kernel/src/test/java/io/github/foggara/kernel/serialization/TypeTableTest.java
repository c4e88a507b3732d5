package io.github.foggara.kernel.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.kernel.serialization.TypeEntry.Kind;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TypeTableTest {
    @Test
    void componentsAndTheirArgumentsFollow() {
        TypeTable table = TypeTable.of(List.of(Samples.Order.class));
        assertThat(table.entries())
                .extracting(entry -> entry.type().getSimpleName())
                .containsExactly("Word[]", "Colour", "Order", "Tags", "Word");
        assertThat(table.find(Samples.Colour.class))
                .get()
                .extracting(TypeEntry::kind)
                .isEqualTo(Kind.ENUM);
    }

    @Test
    void permittedSubtypesOfASealedComponentFollow() {
        assertThat(TypeTable.of(List.of(Samples.Drawing.class)).entries())
                .extracting(TypeEntry::type)
                .contains(Samples.Shape.Circle.class, Samples.Shape.Square.class)
                .doesNotContain(Samples.Shape.class);
    }

    @Test
    void anEntryDescribesItsComponents() {
        TypeEntry entry = TypeTable.of(List.of(Samples.Word.class)).entries().get(0);
        assertThat(entry.id()).isEqualTo(TypeTable.FIRST_ID);
        assertThat(entry.components())
                .containsExactly(
                        new TypeEntry.Component("text", "java.lang.String"), new TypeEntry.Component("count", "long"));
    }

    @Test
    void idsAndHashDoNotDependOnTheOrderOfRegistration() {
        TypeTable one = TypeTable.of(List.of(Samples.Word.class, Samples.Account.class));
        TypeTable two = TypeTable.of(List.of(Samples.Account.class, Samples.Word.class, String.class));
        assertThat(one.entries()).isEqualTo(two.entries());
        assertThat(one.hash()).isEqualTo(two.hash()).hasSize(64);
        assertThat(TypeTable.of(List.of(Samples.Word.class)).hash()).isNotEqualTo(one.hash());
    }

    @Test
    void whatCanNeverBeEncodedIsRefusedAtRegistration() {
        assertThatThrownBy(() -> TypeTable.of(List.of(AtomicLong.class)))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("AtomicLong");
        assertThatThrownBy(() -> TypeTable.of(List.of(Samples.MyList.class)))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("java.util.ArrayList");
    }
}
