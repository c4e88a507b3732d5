package io.github.foggara.api.sort;

import static io.github.foggara.api.sort.Keys.by;
import static io.github.foggara.api.sort.Keys.bytes;
import static io.github.foggara.api.sort.Keys.encoder;
import static io.github.foggara.api.sort.Keys.selecting;
import static io.github.foggara.api.sort.Order.ASCENDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.function.KeySelector;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

/** Orders that records do not have. */
class SortKeyRefusalTest {
    record Order(int id, Customer customer, List<String> tags, byte[] image, Optional<List<String>> notes) {}

    record Customer(String name, Money credit) {}

    record Node(int value, Node next) {}

    record Box<T>(T content) {}

    record Growing<T>(T content, Growing<Box<T>> more) {}

    /** A class that is no record. */
    public static class Money {
        public long getCents() {
            return 1;
        }

        public Money getSelf() {
            return this;
        }
    }

    /** Its member is declared by a variable. */
    public static class Tagged<K> {
        public K key;
    }

    /** Says what the variable of the class above is. */
    public static final class Listed extends Tagged<List<String>> {}

    private enum Color {
        RED,
        BLUE
    }

    /** Scenario 3, I13. */
    @Test
    void componentThatIsNotThereIsRefusedWithThoseThatAre() {
        refused(Order.class, "nope")
                .hasMessageContainingAll("Order", "'nope'", "5 components", "id, customer, tags, image, notes");
        refused(Order.class, "f5").hasMessageContainingAll("'f5'", "5 components", "f0 to f4");
        refused(Order.class, "customer.age").hasMessageContainingAll("Customer", "'age'", "name, credit");
        refused(Order.class, "customer..name").hasMessageContaining("empty name");
        refused(Money.class, "euros").hasMessageContainingAll("Money", "getEuros()", "getCents()");
        refused(Money.class, "self.hashCode").hasMessageContainingAll("hashCode");
    }

    @Test
    void aMemberOfAGenericClassAboveIsOfTheTypeThatTheClassSays() {
        refused(Listed.class, "key").hasMessageContainingAll("Listed", "component 'key'", "java.util.List");
    }

    @Test
    void typesWithoutOrderAreRefusedNamingTheComponent() {
        refused(Order.class, "tags")
                .hasMessageContainingAll(
                        "Order", "component 'tags'", "java.util.List", "What has an order:", "KeySelector");
        refused(Order.class, "image").hasMessageContainingAll("component 'image'", "byte[]");
        refused(Order.class, "notes").hasMessageContainingAll("component 'notes'", "java.util.List");
        refused(Order.class, "*").hasMessageContainingAll("component 'customer.credit'", "Money", "as a whole");
        refused(Order.class, "customer.credit")
                .hasMessageContainingAll("component 'customer.credit'", "Money", "as a whole");
        assertThat(bytes(
                        encoder(Order.class, by("customer.credit.cents", ASCENDING)),
                        new Order(1, new Customer("a", new Money()), null, null, null)))
                .hasSize(9);
    }

    @Test
    void classThatIsNoRecordIsNoKeyAsAWhole() {
        refused(Money.class, "*").hasMessageContainingAll("Money", "as a whole");
        refused(Money.class, "_").hasMessageContaining("as a whole");
        assertThatThrownBy(
                        () -> selecting(Order.class, order -> order.customer().credit(), ASCENDING))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("Order", "the key", "Money", "as a whole");
        assertThatThrownBy(() -> selecting(Order.class, Order::tags, ASCENDING))
                .hasMessageContainingAll("Order::tags", "java.util.List");
    }

    @Test
    void simpleValuesHaveNoComponents() {
        refused(Long.class, "f0").hasMessageContainingAll("java.lang.Long", "'*'");
        refused(String.class, "length").hasMessageContainingAll("java.lang.String", "'length'", "'*'");
        refused(Color.class, "name").hasMessageContainingAll("Color", "'*'");
    }

    @Test
    void recordThatContainsItselfHasNoEnd() {
        refused(Node.class, "*").hasMessageContainingAll("component 'next'", "contains itself");
        refused(Growing.class, "more").hasMessageContainingAll("component 'more.", "contains itself");
        assertThat(bytes(
                        encoder(Node.class, by("next.next.value", ASCENDING)),
                        new Node(1, new Node(2, new Node(3, null)))))
                .hasSize(5);
    }

    @Test
    void keysOfTwoClassesAreRefusedWhenTheyCome() {
        SortKeyEncoder encoder = encoder(Box.class, by("content", ASCENDING));
        bytes(encoder, new Box<>(null));
        bytes(encoder, new Box<>(1));
        bytes(encoder, new Box<>(2));
        assertThatThrownBy(() -> bytes(encoder, new Box<>(1L)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'content'", "java.lang.Integer", "java.lang.Long");
        assertThatThrownBy(() -> bytes(encoder(Box.class, by("content", ASCENDING)), new Box<>(new Money())))
                .hasMessageContainingAll("'content'", "Money", "as a whole");
        SortKeyEncoder other = encoder(Box.class, by("content", ASCENDING));
        assertThat(Keys.compare(other, new Box<>(Color.RED), new Box<>(Color.BLUE)))
                .isEqualTo(-1);
    }

    @Test
    void criterionNeedsTheSelectorItNames() {
        SortCriterion second = SortCriterion.selector(1, ASCENDING, NullOrder.AUTO);
        KeySelector<Order, Integer> selector = Order::id;
        assertThatThrownBy(() -> SortKeyEncoder.check(Order.class, List.of(second), List.of(selector)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("function 1", "there are 1");
        assertThatThrownBy(() -> SortKeyEncoder.check(Order.class, List.of(second), List.of(selector, "x")))
                .hasMessageContaining("no KeySelector");
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> refused(Class<?> type, String path) {
        return assertThatThrownBy(() -> SortKeyEncoder.check(type, List.of(by(path, ASCENDING)), List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
