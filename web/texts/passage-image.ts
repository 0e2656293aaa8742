import { texts } from "./language.ts";

export const passageImageTexts = texts("passage-image", {
  title: "Kamerans bild",
  show: "Visa bild",
  fetching: "Hämtar bilden...",
  help: "Bilden hämtas från LPR-servern och sparas inte i portalen. Händelseloggen får veta att du tittade.",
  shown:
    "Kamerans bild närmast läsningen, inom två sekunder. Den sparas inte i portalen. Att du tittade står i händelseloggen.",
  failed: "Bilden kunde inte visas",
  broken: "LPR-serverns bild går inte att läsa. Försök igen.",
  alt: (gate: string, time: string, plate: string) => `Kamerans bild vid ${gate} ${time}, läst som ${plate}`,
  altUnread: (gate: string, time: string) => `Kamerans bild vid ${gate} ${time}, utan läst skylt`,
});
