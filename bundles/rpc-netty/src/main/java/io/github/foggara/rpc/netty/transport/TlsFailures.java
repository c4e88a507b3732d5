package io.github.foggara.rpc.netty.transport;

import io.netty.handler.ssl.NotSslRecordException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLException;

/** What went wrong in TLS, said for people: on the side that refuses by its own reason, on the other by the alert it got. */
final class TlsFailures {
    /** Newer versions of Java put the name of the alert before it as well. */
    private static final String ALERT = "Received fatal alert: ";
    /** What a client shows whose certificates are all of authorities that the server has not named. */
    private static final String EMPTY_CHAIN = "Empty client certificate chain";

    private static final Map<String, String> ALERTS = Map.of(
            "certificate_expired", "it says that our certificate has expired, or is not valid yet",
            "certificate_unknown",
                    "our certificate has expired or is not valid yet, or no authority that it trusts vouches for it",
            "unknown_ca", "no authority that it trusts vouches for our certificate",
            "bad_certificate",
                    "it got no certificate of ours that an authority it trusts vouches for, or cannot read it",
            "certificate_required", "it got no certificate of ours that an authority it trusts vouches for",
            "handshake_failure", "it found nothing that both sides support",
            "protocol_version", "it does not speak TLS 1.3",
            "unsupported_certificate", "it does not take the kind of our certificate");

    private TlsFailures() {}

    static boolean isTls(Throwable failure) {
        return first(failure, SSLException.class) != null;
    }

    static String words(Throwable failure) {
        if (first(failure, NotSslRecordException.class) != null) {
            return "the peer does not speak TLS, which is configured here";
        }
        CertificateExpiredException expired = first(failure, CertificateExpiredException.class);
        if (expired != null) {
            return "the peer's certificate has expired: " + expired.getMessage();
        }
        CertificateNotYetValidException early = first(failure, CertificateNotYetValidException.class);
        if (early != null) {
            return "the peer's certificate is not valid yet: " + early.getMessage();
        }
        if (first(failure, CertPathBuilderException.class) != null) {
            return "no trusted authority vouches for the peer's certificate";
        }
        CertificateException certificate = first(failure, CertificateException.class);
        if (certificate != null) {
            return "the peer's certificate is not accepted: " + certificate.getMessage();
        }
        String message = message(failure);
        int alertAt = message.indexOf(ALERT);
        if (alertAt >= 0) {
            String alert = message.substring(alertAt + ALERT.length()).toLowerCase(Locale.ROOT);
            return "refused by the peer: " + ALERTS.getOrDefault(alert, "it sent the TLS alert") + " (" + alert + ")";
        }
        if (message.contains(EMPTY_CHAIN)) {
            return "the peer showed no certificate that a trusted authority vouches for";
        }
        return "TLS failed: " + message;
    }

    private static String message(Throwable failure) {
        SSLException tls = first(failure, SSLException.class);
        return String.valueOf((tls == null ? failure : tls).getMessage());
    }

    private static <T extends Throwable> T first(Throwable failure, Class<T> type) {
        int depth = 0;
        for (Throwable t = failure; t != null && depth < 20; t = t.getCause(), depth++) {
            if (type.isInstance(t)) {
                return type.cast(t);
            }
        }
        return null;
    }
}
