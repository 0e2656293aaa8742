import { texts } from "./language.ts";

export const previewTexts = texts("preview", {
  title: "Efter att du sparar",
  subtitle: "Räknat nyss. Inget är ändrat ännu.",
  figures: {
    gain: "får tillgång",
    lose: "förlorar tillgång",
    hours: "får andra tider",
    dates: "får andra datum",
  },
  gain: (people: string, when: string) => `${people} får tillgång, ${when}`,
  lose: (people: string) => `${people} förlorar tillgången`,
  hours: (people: string, old: string, what: string) => `${people} får andra tider: ${old} → ${what}`,
  sameName: (people: string, schedule: string) => `${people} får andra tider: ${schedule} ändras`,
  dates: (people: string) => `${people} får andra datum`,
  changedDates: (people: string, old: string, what: string) => `${people} får andra datum: ${old} → ${what}`,
  always: "alltid",
  both: " och ",
  within: (rights: string, schedule: string) => `${rights}, inom dörrens tider ${schedule}`,
  from: (hours: string, day: string) => `${hours} från ${day}`,
  until: (hours: string, day: string) => `${hours} till ${day}`,
  showNames: "Visa alla namn",
  morePlaces: (places: string, isOne: boolean) =>
    isOne ? `Och ${places} dörr eller grind till.` : `Och ${places} dörrar och grindar till.`,
  waiting: (people: string, isOne: boolean) =>
    isOne
      ? `${people} persons PIN-kod prövas först mot andras koder vid en styrenhet som delas med andra, och öppnar när den har prövats.`
      : `${people} personers PIN-koder prövas först mot andras koder vid en styrenhet som delas med andra, och öppnar allt eftersom de har prövats.`,
  nobody: "Ingen får eller förlorar någon dörr eller grind.",
  counting: "Räknar vad ändringen ger...",
  failed:
    "Det gick inte att räkna ut vad ändringen ger. Inget är ändrat. Du kan spara ändå, eller gå tillbaka och försöka igen.",
  saveAnyway: "Spara ändå",
});
