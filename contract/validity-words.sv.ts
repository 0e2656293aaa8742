// Swedish words for a code's validity, for notes that hand a code over and for emails.
export const validityWords = {
  until: (day: string) => `Till och med ${day}`,
  from: (day: string) => `Från ${day}, tills vidare`,
  fromUntil: (from: string, to: string) => `${from} – ${to}`,
  untilFurther: "Tills vidare",
  comingUntil: (from: string, to: string) => `Först från ${from}, till och med ${to}`,
  coming: (from: string) => `Först från ${from}, tills vidare`,
  ended: (day: string) => `Nej, koden gick ut ${day}`,
  off: "Nej, koden är avstängd",
};
