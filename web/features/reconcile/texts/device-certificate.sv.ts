import { texts } from "#web/texts/language.ts";

export const certificateTexts = texts("deviceCertificate", {
  title: "Godkänn certifikatet",
  question: (name: string) =>
    `${name} visar ett annat certifikat än förut. Inget lösenord har skickats. Godkänn det bara om enheten eller dess certifikat har bytts ut och fingeravtrycket stämmer med det som enheten själv visar.`,
  seen: "Visas nu",
  pinned: "Godkänt förut",
  accept: "Godkänn certifikatet",
  accepting: "Godkänner...",
  accepted: "Certifikatet är godkänt",
  acceptedHelp: (name: string) => `Försöker nå ${name} igen.`,
});
