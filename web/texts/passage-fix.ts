import type { Untried } from "#contract/functions/apply-fix.ts";
import type { PassageFixId } from "#contract/functions/explain-passage.ts";
import { counted } from "./counted.ts";
import { texts } from "./language.ts";

/** Of doors, and of what only gates have; gate-fix.ts says the rest of gates. */
export const passageFixTexts = texts("passage-fix", {
  /** What follows; nobody else's code is changed. */
  effect: {
    give_door: (who: string, door: string) => `Ger ${who} tillgång till ${door}. Ingen annan påverkas.`,
    extend: (who: string, _door: string, until: string) =>
      `Förlänger koden för ${who} till ${until}. Ingen annan påverkas.`,
    begin_now: (who: string) => `Låter koden för ${who} gälla från nu. Ingen annan påverkas.`,
    switch_on: (who: string) => `Aktiverar koden för ${who}. Ingen annan påverkas.`,
    add_alias: (plate: string, gate: string) =>
      `Låter läsningen ${plate} gälla som fordonet i ${gate} från nästa gång. Upphör efter 90 dagar utan läsning.`,
  } satisfies Record<PassageFixId, (who: string, door: string, until: string) => string>,
  opensDoors: (count: string) => `Koden öppnar ${counted(count, "dörr", "dörrar")} efteråt.`,
  notEnough: "Det räcker inte ensamt: mer står i vägen, och visas sedan.",
  button: {
    give_door: "Ge tillgång",
    extend: "Förläng koden",
    begin_now: "Låt gälla nu",
    switch_on: "Aktivera koden",
    add_alias: "Koppla läsningen",
  } satisfies Record<PassageFixId, string>,
  saving: "Sparar...",
  fixed: "Åtgärdat",
  undo: "Ångra",
  undoing: "Ångrar...",
  undone: "Ångrat",
  failed: "Det gick inte att åtgärda",

  saved: "Sparat i portalen",
  written: (controller: string) => `Skrivet till ${controller}`,
  waiting: (controller: string) => `Väntar på ${controller}`,
  trying: "Provas vid dörren",
  opens: (time: string) => `Provat vid dörren ${time}: koden öppnar nu`,
  stillRefused: (time: string, why: string) => `Provat vid dörren ${time}: koden öppnar inte, ${why}`,
  /** What the device was asked and refused for, by what remains to be fixed. */
  remains: {
    give_door: "dörren är inte tilldelad",
    extend: "koden har gått ut",
    begin_now: "koden gäller inte än",
    switch_on: "koden är inaktiverad",
    add_alias: "läsningen är inte kopplad",
  } satisfies Record<PassageFixId, string>,
  deviceSays: (reason: string) => `enheten svarar ${reason}`,
  deviceRefuses: "enheten säger inte varför",
  untried: {
    waiting: "",
    absent: "Styrenheten har inte koden, så den provades inte.",
    unreachable: "Enheten svarade inte på provet. Koden är sparad och skriven.",
    unsupported: "Enheten kan inte prova koder. Be personen slå koden igen.",
    limited: "Många koder har provats den senaste timmen. Koden är sparad och skriven. Prova igen senare.",
  } satisfies Record<Untried, string>,
  tryAgain: "Prova igen",
  changedSince: "Behörigheten är ändrad sedan dess. Öppna användaren för att se vad som gäller nu.",
  linkedSince: "Läsningen är kopplad sedan dess och gäller som fordonet. Ångrar du det är den oklar igen.",
  openPerson: (who: string) => `Öppna ${who}`,
  /** Of somebody who has been removed: all that is left of them. */
  showData: (who: string) => `Visa uppgifter om ${who}`,
});
