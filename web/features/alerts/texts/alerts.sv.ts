import { alertSentences } from "#contract/alert-sentences.ts";
import { ownWord } from "#contract/own-word.ts";
import { formatNumber } from "#web/texts/counted.ts";
import { texts } from "#web/texts/language.ts";

/** Delivery failures of posts, by code of server/alerts and drivers/errors.ts. Emails show the mail server's words. */
const causes: Record<string, string> = {
  unreachable: "mottagaren svarar inte",
  timeout: "mottagaren svarade inte i tid",
  connection_lost: "förbindelsen bröts",
  aborted: "servern startades om",
  certificate_error: "mottagarens certifikat godtas inte",
  tls_too_old: "mottagaren talar bara gammal TLS",
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
  since: "Började",
  nobody: "Ingen får larmen: ingen systemadministratör har e-post valt och ingen webhook är aktiv.",
  mailOff: "SMTP_URL är inte satt, så larm med e-post väntar i kön.",

  test: "Skicka provlarm",
  testing: "Skickar...",
  tested: (letters: number, posts: number) =>
    `Provlarm på väg: ${formatNumber(letters)} med e-post, ${formatNumber(posts)} till webhookar.`,
  testedNobody: "Provlarmet har ingen mottagare. Välj någon under Larminställningar.",

  settings: "Larminställningar",
  settingsHelp: "Lämna ett fält tomt om du inte vill ha det larmet.",
  limits: "Gränser",
  /** In a sentence, "…" marks the place of the field. */
  always:
    "Larmar alltid: en dörr som inte är låst igen, många egna PIN-koder som provas, och en kamera med en annan grinds inställningar.",
  offline: "Larma när en styrenhet inte har svarat på … minuter",
  revocation: "Larma när en borttagen kod eller ett borttaget fordon fortfarande gäller efter … minuter",
  denials: "Larma när … passager nekas vid samma grind",
  denialMinutes: "Räkna de nekade passagerna under … minuter",
  clockSkew: "Larma när en styrenhets klocka går mer än … sekunder fel",
  restarts: "Larma när en styrenhet startar om … gånger på en timme",
  certificate: "Larma … dagar innan ett certifikat går ut",
  camera: "Larma när en kamera läser sämre och missar minst … procent",
  backup: "Larma när säkerhetskopian är äldre än … timmar",
  repeat: "Påminn igen efter … timmar",
  minutes: "minuter",
  hours: "timmar",
  seconds: "sekunder",
  times: "gånger",
  days: "dagar",
  percent: "procent",
  passages: "passager",
  range: (min: string, max: string, unit: string) => `Mellan ${min} och ${max} ${unit}`,
  recipients: "Larm med e-post till",
  saved: "Larminställningarna är sparade",

  webhooks: "Webhookar",
  webhooksHelp:
    "Larmen postas som JSON till adresserna här, signerade så att mottagaren kan lita på dem. Det som inte tas emot skickas igen i ett dygn.",
  noWebhooks: "Inga webhookar ännu.",
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

  deliveries: (count: number) => `Senaste utskick (${formatNumber(count)})`,
  email: "E-post",
  webhook: "Webhook",
  events: { raised: "larm", reminder: "påminnelse", cleared: "över", test: "prov" },
  states: { queued: "Väntar", sent: "Skickat", failed: "Misslyckades" },
  attempts: (count: number) => `${formatNumber(count)} försök`,
  cause: (code: string) =>
    ownWord(causes, code) ?? (/^http_\d+$/.test(code) ? `mottagaren svarade ${code.slice(5)}` : code),
  givenUp: (count: number) =>
    count === 1
      ? "Ett utskick misslyckades. Orsaken står nedan."
      : `${formatNumber(count)} utskick misslyckades. Orsakerna står nedan.`,
});
