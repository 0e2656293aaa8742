// The portal's own TLS: why a certificate cannot be used. Each trouble says what is wrong, and what to do.
import { z } from "zod";

/** Somebody is told to renew the certificate files this long before they end. */
export const PORTAL_CERTIFICATE_DAYS = 21;

export const tlsTroubles = {
  unreadable: "Filen kan inte läsas. Kontrollera sökvägen och att portalens konto får läsa filen.",
  no_certificate: "Filen är inget certifikat i PEM-form. Ange certifikatet med hela sin kedja, som fullchain.pem.",
  no_key: "Filen är ingen privat nyckel i PEM-form utan lösenord. Ange certifikatets nyckel, som privkey.pem.",
  other_key: "Nyckeln hör inte till certifikatet. Ange den nyckel som certifikatet gjordes med.",
  expired: "Certifikatet har gått ut, enligt serverns klocka. Förnya det, eller rätta klockan.",
  not_yet_valid: "Certifikatet gäller inte än, enligt serverns klocka. Rätta klockan, eller vänta.",
  refused:
    "Certifikatet eller nyckeln är för svag eller av ett slag som servern inte kan använda. Gör ett nytt certifikat.",
};
export type TlsTrouble = keyof typeof tlsTroubles;

export const englishTlsTroubles: Record<TlsTrouble, string> = {
  unreadable: "The file cannot be read. Check the path, and that the portal's account may read the file.",
  no_certificate:
    "The file is no certificate in PEM form. Give the certificate with its whole chain, such as fullchain.pem.",
  no_key: "The file is no private key in PEM form without a password. Give the certificate's key, such as privkey.pem.",
  other_key: "The key does not belong to the certificate. Give the key that the certificate was made with.",
  expired: "The certificate has expired, by the server's clock. Renew it, or set the clock.",
  not_yet_valid: "The certificate is not valid yet, by the server's clock. Set the clock, or wait.",
  refused: "The certificate or the key is too weak, or of a kind that the server cannot use. Make another certificate.",
};

export const tlsTroubleSchema = z.enum(Object.keys(tlsTroubles) as [TlsTrouble, ...TlsTrouble[]]);

/** `proxy`: browsers speak TLS with a proxy in front. `files`, `internal`: with the portal itself. */
export const TLS_SOURCES = ["files", "internal", "proxy", "none"] as const;
export type TlsSource = (typeof TLS_SOURCES)[number];

/** The authority's certificate, for machines that shall trust it; it is public. */
export const TLS_AUTHORITY_PATH = "/functions/v1/tls-authority";
