// Findings of the field kit about a controller, in both languages. drivers/axis/field-kit decides the codes.
import type { Language } from "./language.ts";

/** Worst first. */
export const FINDING_LEVELS = ["fails", "differs", "unknown", "works"] as const;
export type FindingLevel = (typeof FINDING_LEVELS)[number];

/** Parameters of each code; the texts are the controller's own words. */
export interface FindingParams {
  unit: { model: string; firmware: string };
  stopped: { code: string };
  unsupported_firmware: Record<string, never>;
  sign_in: { offered: string };
  tls: { version: string; isOld: boolean };
  clock: { seconds: number };
  certificate: { days: number };
  doors: { count: number };
  pin_refused: { count: number };
  pin_hours: { count: number };
  pin_nobody: { count: number };
  pin_unknown: { count: number };
  pin_short: { count: number; digits: number };
  action: { actions: string };
  id_point_key: { key: string };
  paging: { works: boolean };
  refusal: { status: number };
  event_log: { calls: string };
  log_rows: { included: boolean; newer: boolean };
  log_keys: { kinds: string };
  door_state: { works: boolean };
  schedules: { works: boolean };
  restart: { works: boolean };
  network_time: { synced: boolean };
  system_log: { path: string };
  networked: { peers: number };
  left: { tokens: string };
  trial_stopped: { step: string; code: string };
  trial_tokens: { kept: boolean };
  trial_validity: { validity: "second" | "day" | "other" };
  trial_pin: { granted: boolean; reason: string };
  trial_wrong_pin: { granted: boolean; reason: string };
  trial_wrong_action: { granted: boolean; reason: string };
  trial_long_pin: { granted: boolean; reason: string };
  trial_schedule: { works: boolean };
}
export type FindingCode = keyof FindingParams;

export type Finding = {
  [Code in FindingCode]: {
    code: Code;
    level: FindingLevel;
    params: FindingParams[Code];
    /** The simulator's setting for the same behaviour. */
    setting?: string;
  };
}[FindingCode];

type Sentences = { [Code in FindingCode]: (params: FindingParams[Code]) => string };

const sv: Sentences = {
  unit: ({ model, firmware }) => `${model}, firmware ${firmware}.`,
  stopped: ({ code }) => `Frågorna avbröts (${code}). Det som hann besvaras finns i filen.`,
  unsupported_firmware: () =>
    "Enheten saknar gränssnittet för passerkontroll. Så är det med firmware för AXIS Camera Station Secure Entry. Portalen behöver A1001 1.65, A1601 1.84 eller 10.12, eller A1610 10.12.",
  sign_in: ({ offered }) => `Inloggning: ${offered}.`,
  tls: ({ version, isOld }) =>
    isOld ? `Enheten talar bara ${version}: uppgradera dess firmware om det går.` : `Förbindelsen använder ${version}.`,
  clock: ({ seconds }) =>
    Math.abs(seconds) > 60
      ? `Enhetens klocka går ${Math.abs(seconds)} s ${seconds > 0 ? "före" : "efter"}. Giltighetstider följer den: ställ in NTP på enheten.`
      : `Klockan stämmer (${seconds} s).`,
  certificate: ({ days }) =>
    days < 30
      ? `Certifikatet går ut om ${days} dagar: förnya det på enheten.`
      : `Certifikatet gäller i ${days} dagar till.`,
  doors: ({ count }) => `${count} ${count === 1 ? "dörr" : "dörrar"} kan användas av portalen.`,
  pin_refused: ({ count }) =>
    `Vid ${count} ${count === 1 ? "dörr" : "dörrar"} räcker inte en PIN-kod. Läsaren kräver kort, eller kort och kod: ändra identifieringen på enheten.`,
  pin_hours: ({ count }) =>
    `Vid ${count} ${count === 1 ? "dörr" : "dörrar"} öppnar en PIN-kod bara vissa tider, enligt enhetens scheman.`,
  pin_nobody: ({ count }) =>
    `Vid ${count} ${count === 1 ? "dörr" : "dörrar"} släpps ingen in: passerpunkten saknar autentiseringsprofil. Välj en på enheten.`,
  pin_unknown: ({ count }) =>
    `Vid ${count} ${count === 1 ? "dörr" : "dörrar"} går det inte att läsa när en PIN-kod öppnar. Prova en testkod där.`,
  pin_short: ({ count, digits }) =>
    `Vid ${count} ${count === 1 ? "dörr" : "dörrar"} tar läsaren högst ${digits} siffror. Höj till 6 på enheten, så att koder inte kan gissas.`,
  action: ({ actions }) => `Passerpunkterna har åtgärden ${actions}. Portalen använder den.`,
  id_point_key: ({ key }) => `Läsarna finns under namnet ${key}. Portalen läser båda namnen.`,
  paging: ({ works }) =>
    works ? "Listor kan läsas sida för sida." : "Om långa listor delas upp i sidor gick inte att se.",
  refusal: ({ status }) => `Ett nej kommer med HTTP ${status}.`,
  event_log: ({ calls }) => (calls === "" ? "Händelseloggen går inte att läsa." : `Händelseloggen läses med ${calls}.`),
  log_rows: ({ included, newer }) =>
    `Från en rad i loggen fås ${newer ? "nyare" : "äldre"} rader, ${included ? "med" : "utan"} raden själv. Portalen klarar båda.`,
  log_keys: ({ kinds }) => `Loggens rader om enheten själv har fälten ${kinds}.`,
  door_state: ({ works }) => (works ? "Dörrens läge går att läsa." : "Dörrens läge går inte att läsa."),
  schedules: ({ works }) => (works ? "Scheman går att läsa." : "Scheman går inte att läsa."),
  restart: ({ works }) => (works ? "En omstart syns." : "En omstart syns inte: systemready saknas."),
  network_time: ({ synced }) => (synced ? "Klockan följer en tidsserver." : "Klockan följer ingen tidsserver."),
  system_log: ({ path }) => (path === "" ? "Systemloggen går inte att läsa." : `Systemloggen finns på ${path}.`),
  networked: ({ peers }) =>
    `Enheten delar databas med ${peers} ${peers === 1 ? "annan" : "andra"}. Lägg bara in en av dem i portalen.`,
  left: ({ tokens }) => `Kvar på enheten efter ett prov: ${tokens}. Kör npm run field-kit med --clean.`,
  trial_stopped: ({ step, code }) => `Provet avbröts vid steget ${step} (${code}).`,
  trial_tokens: ({ kept }) =>
    kept
      ? "Enheten behåller portalens egna beteckningar."
      : "Enheten byter ut portalens beteckningar: portalen kan inte sköta den.",
  trial_validity: ({ validity }) =>
    ({
      second: "Giltighetstider behålls på sekunden.",
      day: "Enheten kapar giltighetstider till hela dygn. Portalen håller därför själv klockslagen där.",
      other: "Giltighetstider ändras av enheten: portalen kan inte lita på dem.",
    })[validity],
  trial_pin: ({ granted, reason }) =>
    granted
      ? "En ny PIN-kod skulle öppna dörren."
      : `En ny PIN-kod skulle inte öppna dörren (${reason || "inget skäl"}).`,
  trial_wrong_pin: ({ granted, reason }) =>
    granted ? "En okänd PIN-kod skulle öppna dörren." : `En okänd PIN-kod nekas (${reason || "inget skäl"}).`,
  trial_wrong_action: ({ granted, reason }) =>
    granted
      ? "En förfrågan med fel åtgärd beviljas ändå."
      : `En förfrågan med fel åtgärd nekas (${reason || "inget skäl"}).`,
  trial_long_pin: ({ granted, reason }) =>
    granted
      ? "En PIN-kod som är för lång kapas: den öppnar som den kortare."
      : `En PIN-kod som är för lång nekas (${reason || "inget skäl"}).`,
  trial_schedule: ({ works }) => (works ? "Ett schema går att skriva." : "Enheten tar inte emot ett schema."),
};

const en: Sentences = {
  unit: ({ model, firmware }) => `${model}, firmware ${firmware}.`,
  stopped: ({ code }) => `The questions were interrupted (${code}). What was answered until then is in the file.`,
  unsupported_firmware: () =>
    "The unit has no access control interface. Firmware for AXIS Camera Station Secure Entry has none. The portal needs A1001 1.65, A1601 1.84 or 10.12, or A1610 10.12.",
  sign_in: ({ offered }) => `Sign-in: ${offered}.`,
  tls: ({ version, isOld }) =>
    isOld ? `The unit only speaks ${version}: upgrade its firmware if you can.` : `The connection uses ${version}.`,
  clock: ({ seconds }) =>
    Math.abs(seconds) > 60
      ? `The unit's clock is ${Math.abs(seconds)} s ${seconds > 0 ? "fast" : "slow"}. Validity follows it: set NTP on the unit.`
      : `The clock is right (${seconds} s).`,
  certificate: ({ days }) =>
    days < 30
      ? `The certificate ends in ${days} days: renew it on the unit.`
      : `The certificate is valid for ${days} more days.`,
  doors: ({ count }) => `${count} ${count === 1 ? "door" : "doors"} can be used by the portal.`,
  pin_refused: ({ count }) =>
    `At ${count} ${count === 1 ? "door" : "doors"} a PIN is not enough. The reader requires a card, or card and PIN: change the identification on the unit.`,
  pin_hours: ({ count }) =>
    `At ${count} ${count === 1 ? "door" : "doors"} a PIN opens at some hours only, by the unit's schedules.`,
  pin_nobody: ({ count }) =>
    `At ${count} ${count === 1 ? "door" : "doors"} nobody gets in: the access point has no authentication profile. Choose one on the unit.`,
  pin_unknown: ({ count }) =>
    `At ${count} ${count === 1 ? "door" : "doors"} it cannot be read when a PIN opens. Try a test code there.`,
  pin_short: ({ count, digits }) =>
    `At ${count} ${count === 1 ? "door" : "doors"} the reader takes ${digits} digits at most. Raise it to 6 on the unit, so that PINs are hard to find by trying.`,
  action: ({ actions }) => `The access points have the action ${actions}. The portal uses it.`,
  id_point_key: ({ key }) => `Readers are found under the name ${key}. The portal reads both names.`,
  paging: ({ works }) =>
    works ? "Lists can be read page by page." : "Whether long lists are divided into pages could not be seen.",
  refusal: ({ status }) => `A refusal comes with HTTP ${status}.`,
  event_log: ({ calls }) => (calls === "" ? "The event log cannot be read." : `The event log is read with ${calls}.`),
  log_rows: ({ included, newer }) =>
    `From a row of the log come ${newer ? "newer" : "older"} rows, ${included ? "with" : "without"} the row itself. The portal copes with both.`,
  log_keys: ({ kinds }) => `The log's rows about the unit itself have the fields ${kinds}.`,
  door_state: ({ works }) => (works ? "The state of a door can be read." : "The state of a door cannot be read."),
  schedules: ({ works }) => (works ? "Schedules can be read." : "Schedules cannot be read."),
  restart: ({ works }) => (works ? "A restart is seen." : "A restart is not seen: systemready is missing."),
  network_time: ({ synced }) => (synced ? "The clock follows a time server." : "The clock follows no time server."),
  system_log: ({ path }) => (path === "" ? "The system log cannot be read." : `The system log is at ${path}.`),
  networked: ({ peers }) =>
    `The unit shares its database with ${peers} ${peers === 1 ? "other" : "others"}. Add only one of them to the portal.`,
  left: ({ tokens }) => `Left on the unit by a trial: ${tokens}. Run npm run field-kit with --clean.`,
  trial_stopped: ({ step, code }) => `The trial was interrupted at the step ${step} (${code}).`,
  trial_tokens: ({ kept }) =>
    kept
      ? "The unit keeps the portal's own tokens."
      : "The unit replaces the portal's tokens: the portal cannot manage it.",
  trial_validity: ({ validity }) =>
    ({
      second: "Validity is kept to the second.",
      day: "The unit cuts validity to whole days. The portal therefore keeps the times of the day itself there.",
      other: "Validity is changed by the unit: the portal cannot rely on it.",
    })[validity],
  trial_pin: ({ granted, reason }) =>
    granted ? "A new PIN would open the door." : `A new PIN would not open the door (${reason || "no reason"}).`,
  trial_wrong_pin: ({ granted, reason }) =>
    granted ? "An unknown PIN would open the door." : `An unknown PIN is refused (${reason || "no reason"}).`,
  trial_wrong_action: ({ granted, reason }) =>
    granted
      ? "A request with the wrong action is granted all the same."
      : `A request with the wrong action is refused (${reason || "no reason"}).`,
  trial_long_pin: ({ granted, reason }) =>
    granted
      ? "A PIN that is too long is cut: it opens as the shorter one."
      : `A PIN that is too long is refused (${reason || "no reason"}).`,
  trial_schedule: ({ works }) => (works ? "A schedule can be written." : "The unit takes no schedule."),
};

const LEVELS: Record<Language, Record<FindingLevel, string>> = {
  sv: { works: "Fungerar", differs: "Avviker", fails: "Fungerar inte", unknown: "Okänt" },
  en: { works: "Works", differs: "Differs", fails: "Does not work", unknown: "Unknown" },
};

/** Returns the verdict, worst level first, without empty levels. */
export function verdictOf(findings: readonly Finding[], language: Language) {
  return FINDING_LEVELS.flatMap((level) => {
    const sentences = findings.filter((one) => one.level === level).map((one) => sentenceOf(one, language));
    return sentences.length === 0 ? [] : [{ level, title: LEVELS[language][level], sentences }];
  });
}

/** Returns one page: failures first, with the simulator's setting for the same behaviour. */
export function verdictPage(findings: readonly Finding[], language: Language): string {
  return FINDING_LEVELS.flatMap((level) => {
    const lines = findings
      .filter((finding) => finding.level === level)
      .map((finding) => {
        const setting = finding.setting === undefined ? "" : `  [${finding.setting}]`;
        return `  - ${sentenceOf(finding, language)}${setting}`;
      });
    return lines.length === 0 ? [] : [LEVELS[language][level], ...lines, ""];
  }).join("\n");
}

/** Returns the finding as one sentence. */
export function sentenceOf<Code extends FindingCode>(
  { code, params }: { code: Code; params: FindingParams[Code] },
  language: Language,
): string {
  return { sv, en }[language][code](params);
}
