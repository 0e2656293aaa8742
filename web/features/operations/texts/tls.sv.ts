import { tlsTroubles } from "#contract/portal-certificate.ts";
import { texts } from "#web/texts/language.ts";

/** Menus and buttons have the Swedish names that each platform's maker uses. */
export const tlsTexts = texts("tls", {
  title: "TLS",
  how: "Kryptering",
  sources: {
    files: "Portalen själv, med egna certifikatfiler",
    internal: "Portalen själv, med certifikat som den gör och byter",
    proxy: "En proxy framför portalen",
    none: "Ingen: portalen tar emot HTTP",
  },
  names: "Certifikatet gäller för",
  ends: "Certifikatet går ut",
  renewed: (day: string) => `${day}, byts automatiskt före det`,
  redirect: "Skickar vidare från",
  redirectFrom: (port: number) => `port ${String(port)} (HTTP)`,
  plainOutside:
    "Andra maskiner når portalen okrypterat, och lösenord går i klartext. Sätt TLS=internal, eller TLS_CERT_FILE och TLS_KEY_FILE, och starta om.",
  endsSoon:
    "Certifikatet går snart ut eller har gått ut. Lägg nya filer där TLS_CERT_FILE och TLS_KEY_FILE pekar. Portalen byter utan omstart.",
  kept: "De nya certifikatfilerna används inte. Certifikatet från förut gäller fortfarande.",
  troubles: tlsTroubles,

  authority: "Utfärdare",
  authorityEnds: (day: string) => `Portalens egen, till ${day}`,
  fingerprint: "Fingeravtryck",
  trust:
    "Varje dator, telefon och kamera som ska nå portalen behöver lita på utfärdaren en gång. Annars varnar webbläsaren. Jämför fingeravtrycket (SHA-256) innan du godkänner.",
  download: "Ladda ner utfärdarens certifikat",
  openThere: (address: string) => `På en telefon: öppna ${address} där.`,
  platform: "Så gör du på",
  platforms: { windows: "Windows", macos: "macOS", ios: "iPhone", android: "Android" },
  steps: {
    windows: [
      "Ladda ner certifikatet och dubbelklicka på filen. Välj Installera certifikat.",
      "Välj Lokal dator, så gäller det för alla som loggar in.",
      "Välj Placera alla certifikat i nedanstående arkiv, Bläddra, och Betrodda rotcertifikatutfärdare.",
      "Slutför guiden och starta om webbläsaren. Firefox: Inställningar, Sekretess och säkerhet, Visa certifikat, Utfärdare, Importera.",
    ],
    macos: [
      "Ladda ner certifikatet och dubbelklicka på filen. Lägg det i nyckelringen System.",
      "Öppna certifikatet i Nyckelhanterare och fäll ut Betrodda.",
      "Välj Lita alltid på vid När det här certifikatet används, och skriv ditt lösenord.",
      "Starta om webbläsaren.",
    ],
    ios: [
      "Öppna adressen i Safari och ladda ner certifikatet. Tillåt att profilen hämtas.",
      "Öppna Inställningar, Hämtad profil, och välj Installera.",
      "Öppna Inställningar, Allmänt, Om, Inställningar för betrodda certifikat.",
      "Slå på full tillit för utfärdaren.",
    ],
    android: [
      "Öppna adressen i Chrome och ladda ner certifikatet.",
      "Öppna Inställningar och sök efter CA-certifikat.",
      "Välj Installera ändå, skriv skärmlåsets kod och välj filen.",
      "Starta om Chrome.",
    ],
  },
});
