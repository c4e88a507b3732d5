package io.github.foggara.features;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The file under test, read as Karaf reads it: features that list bundles and other features. */
final class FeaturesRepository {
    private static final String FILE = "/features.xml";
    private static final String SCHEMA = "/org/apache/karaf/features/karaf-features-1.6.0.xsd";
    /** Features every Karaf has; the test puts their bundles into its framework beforehand. */
    static final Set<String> OF_KARAF = Set.of("scr", "shell");

    private record Feature(List<String> bundles, List<String> features) {}

    private final Map<String, Feature> features = new LinkedHashMap<>();

    static FeaturesRepository read() throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        try (InputStream in = FeaturesRepository.class.getResourceAsStream(FILE)) {
            return new FeaturesRepository(factory.newDocumentBuilder().parse(in));
        }
    }

    /** Throws if Karaf's own schema does not accept the file. */
    static void validate() throws Exception {
        SchemaFactory schemas = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
        try (InputStream in = FeaturesRepository.class.getResourceAsStream(FILE)) {
            schemas.newSchema(FeaturesRepository.class.getResource(SCHEMA))
                    .newValidator()
                    .validate(new StreamSource(in));
        }
    }

    private FeaturesRepository(Document document) {
        NodeList nodes = document.getDocumentElement().getChildNodes();
        for (int i = 0; i < nodes.getLength(); i++) {
            if (nodes.item(i) instanceof Element element
                    && element.getLocalName().equals("feature")) {
                features.put(
                        element.getAttribute("name"), new Feature(texts(element, "bundle"), texts(element, "feature")));
            }
        }
    }

    private static List<String> texts(Element parent, String name) {
        List<String> texts = new ArrayList<>();
        NodeList nodes = parent.getElementsByTagNameNS("*", name);
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(nodes.item(i).getTextContent().strip());
        }
        return texts;
    }

    Set<String> names() {
        return features.keySet();
    }

    /** {@code mvn:} addresses of the bundles of a feature and of all it depends on. */
    Set<String> bundles(String name) {
        Set<String> addresses = new LinkedHashSet<>();
        collect(name, addresses);
        return addresses;
    }

    private void collect(String name, Set<String> addresses) {
        Feature feature = features.get(name);
        if (feature == null) {
            if (!OF_KARAF.contains(name)) {
                throw new IllegalArgumentException("there is no feature '" + name + "'");
            }
            return;
        }
        feature.features().forEach(other -> collect(other, addresses));
        addresses.addAll(feature.bundles());
    }
}
