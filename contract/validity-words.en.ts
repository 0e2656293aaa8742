// English words for a code's validity, for notes that hand a code over and for emails.
import type { validityWords as swedish } from "./validity-words.sv.ts";

export const validityWords: typeof swedish = {
  until: (day) => `To ${day} inclusive`,
  from: (day) => `From ${day}, until further notice`,
  fromUntil: (from, to) => `${from} – ${to}`,
  untilFurther: "Until further notice",
  comingUntil: (from, to) => `Not before ${from}, then to ${to} inclusive`,
  coming: (from) => `Not before ${from}, then until further notice`,
  ended: (day) => `No, the code expired ${day}`,
  off: "No, the code is switched off",
};
