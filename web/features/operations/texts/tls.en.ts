import { englishTlsTroubles } from "#contract/portal-certificate.ts";
import type { tlsTexts } from "./tls.sv.ts";

export const tls: typeof tlsTexts = {
  title: "TLS",
  how: "Encryption",
  sources: {
    files: "The portal itself, with certificate files of yours",
    internal: "The portal itself, with certificates that it makes and replaces",
    proxy: "A proxy in front of the portal",
    none: "None: the portal takes HTTP",
  },
  names: "The certificate is for",
  ends: "The certificate expires",
  renewed: (day) => `${day}, replaced automatically before that`,
  redirect: "Redirects from",
  redirectFrom: (port) => `port ${String(port)} (HTTP)`,
  plainOutside:
    "Other machines reach the portal unencrypted, and passwords go in clear. Set TLS=internal, or TLS_CERT_FILE and TLS_KEY_FILE, and restart.",
  endsSoon:
    "The certificate expires soon or has expired. Put new files where TLS_CERT_FILE and TLS_KEY_FILE point. The portal takes them without a restart.",
  kept: "The new certificate files are not used. The certificate from before stays in use.",
  troubles: englishTlsTroubles,

  authority: "Authority",
  authorityEnds: (day) => `The portal's own, until ${day}`,
  fingerprint: "Fingerprint",
  trust:
    "Each computer, phone and camera that is to reach the portal must trust the authority once. Otherwise the browser warns. Compare the fingerprint (SHA-256) before you accept.",
  download: "Download the authority's certificate",
  openThere: (address) => `On a phone: open ${address} there.`,
  platform: "How to do it on",
  platforms: { windows: "Windows", macos: "macOS", ios: "iPhone", android: "Android" },
  steps: {
    windows: [
      "Download the certificate and double-click the file. Choose Install Certificate.",
      "Choose Local Machine, so that it applies to everybody who signs in.",
      "Choose Place all certificates in the following store, Browse, and Trusted Root Certification Authorities.",
      "Finish the wizard and restart the browser. Firefox: Settings, Privacy & Security, View Certificates, Authorities, Import.",
    ],
    macos: [
      "Download the certificate and double-click the file. Put it in the keychain System.",
      "Open the certificate in Keychain Access and unfold Trust.",
      "Choose Always Trust at When using this certificate, and type your password.",
      "Restart the browser.",
    ],
    ios: [
      "Open the address in Safari and download the certificate. Allow the profile to be downloaded.",
      "Open Settings, Profile Downloaded, and choose Install.",
      "Open Settings, General, About, Certificate Trust Settings.",
      "Turn on full trust for the authority.",
    ],
    android: [
      "Open the address in Chrome and download the certificate.",
      "Open Settings and search for CA certificate.",
      "Choose Install anyway, type the screen lock's code and choose the file.",
      "Restart Chrome.",
    ],
  },
};
