import { texts } from "./language.ts";
import { navigationTexts } from "./navigation.sv.ts";

/** Texts of the shortcuts and other words for acts; apart from the palette's own, which every page has. */
export const paletteActTexts = texts("paletteActs", {
  shortcuts: "Kortkommandon",
  everywhere: "Överallt",
  goTo: "Gå till",
  keys: [
    { what: "Sök eller hoppa till", keys: ["Ctrl", "K"] },
    { what: "Sök i listan", keys: ["/"] },
    { what: "Gå mellan rader", keys: ["↑", "↓"] },
    { what: "Öppna raden", keys: ["Enter"] },
    { what: "Nästa eller föregående rad i panelen", keys: ["Alt", "↓ ↑"] },
    { what: "Stäng", keys: ["Esc"] },
    { what: "Visa kortkommandon", keys: ["?"] },
  ],
  /** Other words that people type for an act. */
  otherWords: {
    person: "ny användare, ny person, skapa användare, ny boende, ny kod",
    organization: "ny organisation, skapa organisation, ny förening, ny kund",
    controller: "ny styrenhet, skapa styrenhet, ny grind, ny dörr, ny enhet",
    administrator: "ny administratör, skapa administratör, ny admin, bjud in",
    importPeople: "läs in fil, excel, csv, många användare, importera personer, boendelista, medlemslista, lappar",
    import: "läs in fil, excel, csv, många bilar",
    weeklyCodes: "veckokod, veckans kod, ny veckokod, generera koder",
    about: "version, licens, support, komponenter, sårbarhet",
    mfa: "tvåstegsverifiering, andra steg, 2fa, mfa",
    groups: "ny grupp, boende, styrelse, städ, medlemmar",
    schedules: "nytt schema, öppettider, tider, dagar",
    sync: "synkronisera, synk, skriv till enheten, avvikelser",
    export: "exportera, ladda ner, csv, excel, fil",
    alerts: "larm, larma, avisering, notis, varning",
    open: "öppna dörr, släpp in, fjärröppna, lås upp",
    hold: "lås upp dörr, ställ upp, öppen dörr",
    lock: "lås dörr, stäng dörr",
    extend: "förläng användare, ny giltighet, längre tid",
    handOver: "lämna ut kod, skriv ut lapp, dela",
    link: "kopiera adress, dela person",
    plates: "skylt, registreringsnummer, felläst, oklar",
    test: "prova styrenhet, prova grind, felsök, kontakt, förbindelse",
    users: "koder på enheten, användare på styrenheten",
    doors: "åtkomstpunkt, dörrnamn, byt namn på dörr, hämta dörrar",
    replace: "byt enhet, trasig enhet, nollställ, ta ur bruk",
    admins: "inloggning, nytt lösenord, administratör, bjud in",
    access: "tilldela dörrar, tilldela grind, ge tillgång",
  },
  /** Other words for a page, by its name. */
  pageWords: [
    [navigationTexts.doors, "larm, öppna dörr, låst, uppställd"],
    [navigationTexts.operations, "larm, säkerhetskopia, backup, e-post, version"],
    [navigationTexts.accessLogs, "logg, passager, vem kom in, nekad"],
    [navigationTexts.events, "logg, vem ändrade, revision, historik"],
    [navigationTexts.groups, "boende, styrelse, städ, samma dörrar"],
    [navigationTexts.schedules, "öppettider, tider, helgdagar"],
    [navigationTexts.permissions, "dörrar, grindar, veckokod"],
    [navigationTexts.plates, "registreringsnummer, kamera, felläst"],
  ] as readonly (readonly [page: string, words: string])[],
});
