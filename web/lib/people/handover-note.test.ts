import { expect, test } from "vitest";
import { endWords, type HandoverNote, handoverText, validityWords } from "./handover-note.ts";

const note: HandoverNote = {
  for: "Alva Exempelsson",
  organization: "Brf Norrgården",
  code: "4816",
  doors: ["Entré", "Garage"],
  standing: "valid",
  validFrom: "1 november 2026",
  validTo: "1 november 2027",
  advice: "Koden är personlig. Lämna den inte vidare.",
};

test("the text says for whom, which code, which doors and how long", () => {
  expect(handoverText(note)).toBe(
    "Alva Exempelsson\nBrf Norrgården\n\nKod: 4816\nDörrar: Entré, Garage\nGäller: 1 november 2026 – 1 november 2027\n\n" +
      "Koden är personlig. Lämna den inte vidare.",
  );
});

test("a code without an end says so, and without doors none are claimed", () => {
  const valid = { standing: "valid" as const, validFrom: null, validTo: null };
  expect(validityWords(valid)).toBe("Tills vidare");
  expect(validityWords({ ...valid, validTo: "2 maj 2027" })).toBe("Till och med 2 maj 2027");
  expect(validityWords({ ...valid, validFrom: "2 maj 2027" })).toBe("Från 2 maj 2027, tills vidare");
  expect(handoverText({ ...note, doors: [] })).not.toContain("Dörrar");
});

test.each([
  ["off", {}, "Nej, koden är avstängd"],
  ["ended", {}, "Nej, koden gick ut 1 november 2027"],
  ["coming", {}, "Först från 1 november 2026, till och med 1 november 2027"],
  ["coming", { validTo: null }, "Först från 1 november 2026, tills vidare"],
] as const)("a code that is %s is not said to be valid", (standing, ends, said) => {
  expect(handoverText({ ...note, ...ends, standing })).toContain(`\nGäller: ${said}\n`);
});

test("an end within a day says the time, so that nobody is told of a whole day", () => {
  expect(endWords(new Date("2026-12-01T09:15:00Z"))).toBe("1 december 2026 10:15");
  expect(endWords("2026-12-01T22:59:59Z")).toBe("1 december 2026");
  expect(endWords("oläsligt")).toBe("oläsligt");
});
