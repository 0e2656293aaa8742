import type { Language } from "../language.ts";
import type { VehicleProblem } from "../vehicle-csv.ts";

const PROBLEMS: Readonly<Record<VehicleProblem | "unknown", Readonly<Record<Language, string>>>> = {
  missing_plate: { sv: "Saknar nummerplåt", en: "Number plate missing" },
  missing_user: { sv: "Saknar användare", en: "User missing" },
  several_plates: {
    sv: "Fältet ser ut att ha flera registreringsnummer. Skriv en rad per fordon.",
    en: "The field looks like several number plates. Write one line per vehicle.",
  },
  plate_with_remark: {
    sv: "Fältet ser ut att ha ett registreringsnummer och en anmärkning. Skriv bara registreringsnumret, eller utan mellanslag om allt hör till det.",
    en: "The field looks like a number plate and a remark. Write the plate only, or without spaces if all of it belongs to the plate.",
  },
  invalid_plate: { sv: "Ogiltigt registreringsnummer", en: "Invalid number plate" },
  name_too_long: {
    sv: "Namnet är för långt eller innehåller otillåtna tecken",
    en: "The name is too long or has characters that are not allowed",
  },
  vehicle_type_too_long: {
    sv: "Fordonstypen är för lång eller innehåller otillåtna tecken",
    en: "The vehicle type is too long or has characters that are not allowed",
  },
  unknown: { sv: "Okänt fel", en: "Unknown error" },
};

/** Returns why a vehicle is refused, without its line. */
export const vehicleProblemSentence = (problem: VehicleProblem | undefined, language: Language): string =>
  PROBLEMS[problem ?? "unknown"][language];

const ROW = { sv: "Rad", en: "Line" } as const;

/** Returns a sentence about a line, such as "Rad 3: …". */
export const atRow = (row: number, sentence: string, language: Language): string =>
  `${ROW[language]} ${row}: ${sentence}`;

/** Returns a sentence such as "Rad 3: Saknar nummerplåt"; `problem` is undefined where the database refused the row. */
export function vehicleRowSentence(row: number, problem: VehicleProblem | undefined, language: Language): string {
  return atRow(row, vehicleProblemSentence(problem, language), language);
}
