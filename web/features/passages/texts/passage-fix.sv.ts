import type { Untried } from "#contract/functions/apply-fix.ts";
import type { CredentialFixId, PassageFixId } from "#contract/functions/explain-passage.ts";
import { counted } from "#web/texts/counted.ts";
import { texts } from "#web/texts/language.ts";

/** Texts of fixes at doors. Those that differ at gates are in gateFixTexts below. */
export const passageFixTexts = texts("passageFix", {
  /** The effect; nobody else's code is changed. */
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
  /** The device's refusal, by what remains to be fixed. */
  remains: {
    give_door: "dörren är inte tilldelad",
    extend: "koden har gått ut",
    begin_now: "koden gäller ännu inte",
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
  /** For somebody who has been removed: the remaining data. */
  showData: (who: string) => `Visa uppgifter om ${who}`,
});

/** Texts for a plate at a gate that differ from those for a code at a door. */
export const gateFixTexts = texts("gateFix", {
  effect: {
    give_door: (plate: string, gate: string) => `Ger ${plate} tillgång till ${gate}. Ingen annan påverkas.`,
    extend: (plate: string, _gate: string, until: string) =>
      `Förlänger behörigheten för ${plate} till ${until}. Ingen annan påverkas.`,
    begin_now: (plate: string) => `Låter behörigheten för ${plate} gälla från nu. Ingen annan påverkas.`,
    switch_on: (plate: string) => `Aktiverar behörigheten för ${plate}. Ingen annan påverkas.`,
  } satisfies Record<CredentialFixId, (plate: string, gate: string, until: string) => string>,
  opensDoors: (count: string) => `Fordonet öppnar ${counted(count, "grind", "grindar")} efteråt.`,
  button: {
    give_door: "Ge tillgång",
    extend: "Förläng behörigheten",
    begin_now: "Låt gälla nu",
    switch_on: "Aktivera behörigheten",
  } satisfies Record<CredentialFixId, string>,
  opens: (time: string) => `Provat i portalen ${time}: grinden öppnas nu`,
  stillRefused: (time: string, why: string) => `Provat i portalen ${time}: grinden öppnas inte, ${why}`,
  remains: {
    give_door: "grinden är inte tilldelad",
    extend: "behörigheten har gått ut",
    begin_now: "behörigheten gäller ännu inte",
    switch_on: "behörigheten är inaktiverad",
  } satisfies Record<CredentialFixId, string>,
  deviceRefuses: "grinden släpper inte in någon nu",
});
