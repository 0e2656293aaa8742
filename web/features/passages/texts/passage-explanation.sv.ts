import type { PassageCause } from "#contract/functions/explain-passage.ts";
import { doorCauses, gateCauses } from "#contract/passage-causes.sv.ts";
import { span } from "#web/texts/durations.ts";
import { texts } from "#web/texts/language.ts";

/** Returns the genitive; names that end in s, x or z stay unchanged. */
const genitive = (name: string) => (/[sxz]$/i.test(name) ? name : `${name}s`);

/** Sentences under *varför* at doors. Those that differ at gates are in gateExplanationTexts below; cause-words.ts chooses between them. */
export const passageExplanationTexts = texts("passageExplanation", {
  failed: "Förklaringen kunde inte hämtas",

  asItWas: "Så såg det ut då",
  agree: "Alla tre stämmer överens",
  differs: "Skiljer sig",
  desired: "Portalen ville",
  held: "Styrenheten hade",
  decided: "Dörren svarade",
  desiredAccess: "Släppa in",
  desiredRefusal: (why: string) => `Neka: ${why}`,
  desiredRefusalAtDoor: (door: string) => `Neka: ${door} var inte tilldelat`,
  desiredNobody: "Vet inte vilken kod som slogs",
  notKnown: "Inte känt för den tiden",
  heldCode: "Koden",
  heldCodeSince: (since: string) => `Koden sedan ${since}`,
  heldSuspended: (since: string) => `Spärrad sedan ${since}`,
  heldNoCode: "Inte koden",
  heldOlder: "Koden, men en äldre version",
  heldNotAt: (who: string, door: string) => `${genitive(who)} kod, men inte för ${door}`,
  heldNotAtDoor: (door: string) => `Koden, men inte för ${door}`,
  heldNotHere: "Koden, men inte för dörren",
  letIn: "Släppte in",
  refused: (why: string) => `Nekad: ${why}`,
  refusedHere: "Nekad: saknar tillgång här",

  throughGroups: (groups: readonly string[]) =>
    groups.length === 1
      ? `Tillgången kommer från gruppen ${groups[0]}.`
      : `Tillgången kommer från grupperna ${groups.join(", ")}.`,
  cause: "Orsak",
  validNotHere: (who: string, door: string) => `${genitive(who)} kod är giltig, men den gäller inte ${door}.`,
  wasValidNotHere: (who: string, door: string) => `${genitive(who)} kod var giltig, men den gällde inte ${door}.`,
  notHereEither: (door: string) => `Koden gällde inte ${door}.`,
  changed: (when: string) => `Behörigheten ändrades ${when}, efter försöket. Här visas vad som gällde då.`,
  clockAhead: (minutes: number) => `Styrenhetens klocka går ${span(minutes)} före.`,
  clockBehind: (minutes: number) => `Styrenhetens klocka går ${span(minutes)} efter.`,
  fix: "Åtgärda",
  nothingToFix: "Inget behöver åtgärdas.",

  short: doorCauses,
  sentence: {
    expired: "Koden hade gått ut.",
    not_yet_valid: "Koden hade inte börjat gälla.",
    disabled: "Koden var inaktiverad.",
    removed: "Koden var borttagen i portalen.",
    no_assignment: "Koden är giltig, men gällde inte den här dörren.",
    door_disabled: "Dörren är avstängd i portalen.",
    organisation_unlinked: "Organisationen har inte längre tillgång till styrenheten.",
    restore_held: "Portalen var återläst från en säkerhetskopia, och styrenheten väntade på att någon skulle bekräfta.",
    workers_paused: "Synkningen var pausad, så ändringen hade inte skrivits till styrenheten.",
    controller_unreachable_then: "Styrenheten svarade inte portalen då, så ändringen hade inte skrivits.",
    not_yet_on_device: "Koden var ännu inte inskriven i styrenheten.",
    already_removed_there: "Koden var redan borttagen från styrenheten.",
    device_clock_wrong: "Styrenhetens klocka går fel, så giltighetstider bedöms fel där.",
    card_required: "Läsaren vid dörren kräver kort. En PIN-kod ensam öppnar aldrig.",
    nobody_enters:
      "Dörren är avstängd i styrenheten eller saknar autentiseringsprofil där, så varken PIN-kod eller kort öppnar den.",
    outside_hours: "Dörren tar inte PIN-kod vid den tiden.",
    device_disagreed: "Koden skulle ha öppnat, men styrenheten nekade.",
    unknown_code: "Styrenheten kände inte igen koden. Den kan ha slagits fel.",
    unknown_card: "Styrenheten kände inte igen kortet. Portalen hanterar inte kort.",
    wrong_code: "Kortet godtogs, men koden till det var fel.",
    refused_by_unit: "Styrenheten kände igen koden eller kortet, men släppte inte in här. Portalen vet inte varför.",
    refused_otherwise: "Styrenheten nekade av ett eget skäl, som portalen inte kan tolka.",
    no_reason_given: "Styrenheten nekade utan att ange något skäl.",
    gate_unknown: "Läsningen kom från en grind som portalen inte känner, eller med en annan grinds inloggning.",
    gate_not_ready: "Grinden var inaktiverad i portalen eller saknade Macro-ID, så den kunde inte öppnas.",
    camera_unread: "Kameran läste inget registreringsnummer, så det fanns inget att jämföra med.",
    near_miss: "Kameran läste nästan ett känt registreringsnummer. Grinden öppnas bara för ett som stämmer helt.",
    unknown_plate: "Ingen i portalen hade registreringsnumret.",
    read_too_late:
      "Läsningen var mer än fem sekunder gammal när den kom, eller så går kamerans klocka fel. Grinden öppnas aldrig för gamla läsningar.",
    gate_refused: "Portalen släppte in, men grinden svarade att den inte kunde öppna.",
    gate_notified_unknown: "Portalen släppte in, men grinden svarade inte i tid. Den kan ha öppnat ändå.",
    pin_too_long_for_reader: "Läsaren tar inte koder av den längden.",
    code_replaced: "Personen hade fått en ny kod.",
    given_after: "Registreringsnumret lades in i portalen efter läsningen.",
  } satisfies Record<PassageCause, string>,
  /** Null: the portal can do nothing. */
  advice: {
    expired: "Förläng koden om personen fortfarande ska komma in.",
    not_yet_valid: "Ändra startdatumet om personen ska in redan nu.",
    disabled: "Aktivera koden om personen ska komma in.",
    removed: "Ge personen en ny PIN-kod om personen ska komma in.",
    no_assignment: "Ge personen tillgång till dörren.",
    door_disabled: "En systemadministratör kan slå på dörren under Styrenheter.",
    organisation_unlinked: "En systemadministratör kan tilldela organisationen styrenheten igen.",
    restore_held: "Bekräfta återläsningen under Drift, så skrivs ändringarna.",
    workers_paused: "Ändringen skrivs när synkningen är återupptagen. Synkstatus visar när det är gjort.",
    controller_unreachable_then: "Ändringen skrivs så snart styrenheten svarar. Synkstatus visar när det är gjort.",
    not_yet_on_device: "Koden skrivs in så snart styrenheten svarar. Synkstatus visar när det är gjort.",
    already_removed_there: "Ge personen en ny giltighetstid om koden ska öppna igen.",
    device_clock_wrong: "Ställ styrenhetens klocka, eller slå på tidssynkning (NTP) i den.",
    card_required: "Låt läsarens regel i styrenheten godta enbart PIN-kod, eller ge personen ett kort där.",
    nobody_enters:
      "Slå på åtkomstpunkten, eller välj en profil för den, i styrenhetens eget gränssnitt och synka åtkomstpunkterna.",
    outside_hours: "Tiderna ställs in i styrenheten.",
    device_disagreed: "Jämför styrenheten under Synkstatus.",
    unknown_code: "Be personen slå koden igen. Stämmer den i portalen?",
    unknown_card: null,
    wrong_code: "Be personen slå koden igen.",
    refused_by_unit: "Se efter i styrenhetens eget gränssnitt vem det var och vad som gäller där.",
    refused_otherwise: "Skälet står i styrenhetens egen logg.",
    no_reason_given: "Se efter i styrenhetens egen logg.",
    gate_unknown: "Kontrollera adressen som LPR-systemet anropar.",
    gate_not_ready: "Aktivera grinden och fyll i dess Macro-ID under Styrenheter.",
    camera_unread: "Kontrollera kamerans bild om det händer ofta.",
    near_miss: "Koppla läsningen till fordonet under Oklara skyltar om det är samma bil.",
    unknown_plate: "Lägg till fordonet om det ska få komma in.",
    read_too_late: "Kontrollera kamerans klocka och nätverk.",
    gate_refused: "Kontrollera Macro-ID och grindens egen logg.",
    gate_notified_unknown: "Kontrollera grindens förbindelse. Kommandot skickas aldrig två gånger.",
    pin_too_long_for_reader: "Ge personen en ny PIN-kod.",
    code_replaced: "Påminn personen om den nya koden.",
    given_after: null,
  } satisfies Record<PassageCause, string | null>,

  candidates: "Koder som inte öppnade här",
  candidatesHelp: "Portalen vet inte vilken kod som slogs. De här personernas koder öppnade inte när försöket gjordes.",
  candidate: (why: string, when: string) => `${why}, ${when}`,
  moreCandidates: (count: string) => `Och ${count} till`,
});

/** Texts for a gate and a plate that differ from those for a door and a code. */
export const gateExplanationTexts = texts("gateExplanation", {
  held: "Grinden hade",
  decided: "Grinden svarade",
  portalDecides: "Ingen lista: portalen avgör",
  heldPlate: "Fordonet",
  heldPlateSince: (since: string) => `Fordonet sedan ${since}`,
  heldNoPlate: "Inte fordonet",
  heldOlder: "Fordonet, i en äldre lista",
  letIn: "Öppnade",
  stayedShut: "Öppnade inte",
  noAnswer: "Inget svar",

  candidates: "Fordon som läsningen liknar",
  candidatesHelp: "Läsningen liknar de här personernas registreringsnummer.",

  short: gateCauses,
  sentence: {
    expired: "Fordonets behörighet hade gått ut.",
    not_yet_valid: "Fordonets behörighet hade inte börjat gälla.",
    disabled: "Fordonets behörighet var inaktiverad.",
    no_assignment: "Fordonet hade inte tillgång till den här grinden.",
    organisation_unlinked: "Fordonet var tilldelat grinden, men organisationen hade den inte.",
    restore_held: "Portalen var återläst från en säkerhetskopia. Tills någon bekräftar öppnas ingen grind.",
  } satisfies Partial<Record<PassageCause, string>>,
  advice: {
    expired: "Förläng behörigheten om personen fortfarande ska komma in.",
    not_yet_valid: "Ändra startdatumet om personen ska in redan nu.",
    disabled: "Aktivera behörigheten om personen ska komma in.",
    no_assignment: "Ge fordonet tillgång till grinden.",
    organisation_unlinked: "En systemadministratör kan tilldela organisationen grinden igen.",
    restore_held: "Bekräfta återläsningen under Drift, så öppnas grindarna igen.",
  } satisfies Partial<Record<PassageCause, string>>,
});

export const passageImageTexts = texts("passageImage", {
  title: "Kamerans bild",
  show: "Visa bild",
  fetching: "Hämtar bilden...",
  help: "Bilden hämtas från LPR-servern och sparas inte i portalen. Händelseloggen visar att du har tittat.",
  shown:
    "Kamerans bild närmast läsningen, inom två sekunder. Den sparas inte i portalen. Händelseloggen visar att du har tittat.",
  failed: "Bilden kunde inte visas",
  broken: "LPR-serverns bild går inte att läsa. Försök igen.",
  alt: (gate: string, time: string, plate: string) => `Kamerans bild vid ${gate} ${time}, läst som ${plate}`,
  altUnread: (gate: string, time: string) => `Kamerans bild vid ${gate} ${time}, utan läst skylt`,
});
