import { texts } from "./language.ts";

/** Of a list that follows what happens. */
export const liveTexts = texts("live", {
  live: "Direkt",
  paused: "Pausad",
  connecting: "Ansluter...",
  ended: "Uppdateras inte",
  connectingHelp: "Listan läses om när kontakten är tillbaka",
  endedHelp: "Perioden är slut: inga nya passager kan komma",
});
