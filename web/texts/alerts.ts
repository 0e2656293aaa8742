// Texts of the alerts on Drift. What an alert says: contract/alert-sentences.ts, the same as in the letter.
import { alertSentences } from "#contract/alert-sentences.ts";
import { texts } from "./language.ts";

/** Codes of server/alerts and drivers/errors.ts: why a post was not taken. Letters have the mail server's own words. */
const causes: Record<string, string> = {
  unreachable: "mottagaren svarar inte",
  timeout: "mottagaren svarade inte i tid",
  connection_lost: "förbindelsen bröts",
  aborted: "servern startades om",
  certificate_error: "mottagarens certifikat godtas inte",
  address_forbidden: "adressen leder till ett nät som portalen inte får anropa",
  nonsense_reply: "svaret var inte HTTP",
  secret_unreadable: "hemligheten kan inte läsas med serverns nyckel",
  not_tried: "kunde inte skickas i tid",
  restored: "databasen återställdes från en säkerhetskopia",
};

export const alertsTexts = texts("alerts", {
  ...alertSentences,
  heading: "Larm",
  none: "Inga larm. Allt som portalen vakar över är som det ska.",
  failed: "Larmen kunde inte hämtas. Försök igen om en stund.",
  list: "Pågående larm",
  since: "Sedan",
  nobody: "Ingen får larmen: ingen systemadministratör har e-post valt och ingen webhook är aktiv.",
  mailOff: "SMTP_URL är inte satt, så larm med e-post väntar i kön.",

  test: "Skicka provlarm",
  testing: "Skickar…",
  tested: (letters: number, posts: number) => `Provlarm på väg: ${letters} med e-post, ${posts} till webhookar.`,
  testedNobody: "Provlarmet har ingen mottagare. Välj någon under Larminställningar.",

  settings: "Larminställningar",
  settingsHelp: "När någon ska larmas. Ett tomt fält betyder att det inte larmas om det.",
  limits: "Gränser",
  offline: "Styrenhet svarar inte, minuter",
  revocation: "Borttagning har väntat, minuter",
  denials: "Nekade passager vid en grind, antal",
  denialMinutes: "inom så många minuter",
  backup: "Säkerhetskopians ålder, timmar",
  repeat: "Påminn så länge det varar, var n:te timme",
  range: (min: number, max: number) => `${min}–${max}`,
  recipients: "Larm med e-post till",
  saved: "Larminställningarna är sparade",

  webhooks: "Webhookar",
  webhooksHelp:
    "Larmen postas som JSON till adresserna här, signerade så att mottagaren kan lita på dem. Det som inte tas emot skickas igen i ett dygn.",
  noWebhooks: "Inga webhookar än.",
  webhookSwitch: (name: string) => `${name} får larm`,
  on: "Aktiv",
  off: "Av",
  newSecret: (name: string) => `Ny hemlighet för ${name}`,
  newSecretTitle: "Byta signeringshemlighet?",
  newSecretSentence: (name: string) => `${name} får en ny hemlighet, som visas en gång.`,
  newSecretConsequence: "Larm signeras med den nya från nästa gång. Mottagaren avvisar dem tills den har fått den.",
  newSecretConfirm: "Byt hemlighet",
  removeWebhook: (name: string) => `Ta bort ${name}`,
  removeTitle: "Ta bort webhook?",
  removeSentence: (name: string) => `${name} får inga fler larm.`,
  removeConsequence: "Larm som väntar på att skickas dit försvinner. Hemligheten kan inte tas tillbaka.",
  removed: "Webhooken är borttagen",
  addHeading: "Ny webhook",
  webhookName: "Namn",
  webhookUrl: "Adress",
  webhookUrlHint: "https://, eller http:// inom enheternas nät. Visas inte igen i sin helhet.",
  addWebhook: "Lägg till webhook",
  secretOnce: (name: string) => `Signeringshemlighet för ${name}. Den visas bara nu: kopiera den till mottagaren.`,
  secret: "Hemlighet",
  secretDone: "Jag har kopierat den",

  deliveries: (count: number) => `Senaste utskick (${count})`,
  email: "E-post",
  webhook: "Webhook",
  events: { raised: "larm", reminder: "påminnelse", cleared: "över", test: "prov" },
  states: { queued: "Väntar", sent: "Skickat", failed: "Gavs upp" },
  attempts: (count: number) => `${count} försök`,
  cause: (code: string) => causes[code] ?? (/^http_\d+$/.test(code) ? `mottagaren svarade ${code.slice(5)}` : code),
  givenUp: (count: number) =>
    count === 1 ? "Ett utskick gavs upp. Orsaken står nedan." : `${count} utskick gavs upp. Orsakerna står nedan.`,
});
