import type { CredentialFixId } from "#contract/functions/explain-passage.ts";
import { counted } from "./counted.ts";
import { texts } from "./language.ts";

/** What is said otherwise of a plate at a gate than of a code at a door. */
export const gateFixTexts = texts("gate-fix", {
  effect: {
    give_door: (plate: string, gate: string) => `Ger ${plate} åtkomst till ${gate}. Ingen annan påverkas.`,
    extend: (plate: string, _gate: string, until: string) =>
      `Förlänger behörigheten för ${plate} till ${until}. Ingen annan påverkas.`,
    begin_now: (plate: string) => `Låter behörigheten för ${plate} gälla från nu. Ingen annan påverkas.`,
    switch_on: (plate: string) => `Aktiverar behörigheten för ${plate}. Ingen annan påverkas.`,
  } satisfies Record<CredentialFixId, (plate: string, gate: string, until: string) => string>,
  opensDoors: (count: string) => `Fordonet öppnar ${counted(count, "grind", "grindar")} efteråt.`,
  button: {
    give_door: "Ge åtkomst",
    extend: "Förläng behörigheten",
    begin_now: "Låt gälla nu",
    switch_on: "Aktivera behörigheten",
  } satisfies Record<CredentialFixId, string>,
  opens: (time: string) => `Provat i portalen ${time}: grinden öppnas nu`,
  stillRefused: (time: string, why: string) => `Provat i portalen ${time}: grinden öppnas inte, ${why}`,
  remains: {
    give_door: "grinden är inte tilldelad",
    extend: "behörigheten har gått ut",
    begin_now: "behörigheten gäller inte än",
    switch_on: "behörigheten är inaktiverad",
  } satisfies Record<CredentialFixId, string>,
  deviceRefuses: "grinden släpper inte in någon nu",
});
