import { texts } from "./language.ts";

/** Texts of a list that updates itself. */
export const liveTexts = texts("live", {
  live: "Direkt",
  paused: "Pausad",
  connecting: "Ansluter...",
  ended: "Uppdateras inte",
  connectingHelp: "Listan läses om när kontakten är tillbaka",
  endedHelp: "Perioden är slut: inga nya passager kan komma",
});
