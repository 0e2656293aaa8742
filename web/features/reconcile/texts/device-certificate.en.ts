import type { certificateTexts } from "./device-certificate.sv.ts";

export const deviceCertificate: typeof certificateTexts = {
  title: "Accept the certificate",
  question: (name) =>
    `${name} shows a different certificate from before. No password has been sent. Accept it only if the device or its certificate has been replaced and the fingerprint is the one that the device itself shows.`,
  seen: "Shown now",
  pinned: "Accepted before",
  accept: "Accept the certificate",
  accepting: "Accepting...",
  accepted: "The certificate has been accepted",
  acceptedHelp: (name) => `Trying ${name} again.`,
};
