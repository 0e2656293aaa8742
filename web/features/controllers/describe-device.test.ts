import { expect, test } from "vitest";
import { formatNumber } from "#web/lib/dates.ts";
import { describeDevice } from "./describe-device.ts";

const ANSWER = {
  success: true as const,
  model: "A1601",
  firmware: "10.12.236",
  serial: "ACCC8E",
  doors: 2,
  warnings: [],
  limited_doors: [],
  four_digit_doors: [],
};

test("a door controller that answered is described by its model and its doors", () => {
  expect(describeDevice("axis", ANSWER)).toBe("A1601 10.12.236 · 2 dörrar");
});

test("an LPR server is described by its version and its macros", () => {
  const reply = { ...ANSWER, model: "Axxon One", firmware: "2.0.8", doors: 1 };
  expect(describeDevice("axxon_lpr", reply)).toBe("Axxon One 2.0.8 · 1 macro");
});

test("the device's warnings follow in words, and an unknown code is left out", () => {
  const reply = { ...ANSWER, warnings: ["clock_skew", "new_code"] };
  expect(describeDevice("axis", reply)).toBe(
    "A1601 10.12.236 · 2 dörrar. Enhetens klocka går fel. Ställ in den, annars gäller behörigheter på fel tider.",
  );
});

test("a device that reports nothing gives an empty line", () => {
  expect(describeDevice("axis", { ...ANSWER, model: null, firmware: null, doors: null })).toBe("");
});

test("doors where a PIN alone does not always open are named, three at most", () => {
  const hours = { schedules: ["Vardagar"], weekly: [{ days: [6, 7], from: "08:00", to: "12:00" }], exceptions: false };
  const limited_doors = [
    { name: "Gym", pin_use: "hours" as const, pin_hours: hours },
    ...["Källare", "Vind", "Tak"].map((name) => ({ name, pin_use: "never" as const, pin_hours: null })),
  ];
  expect(describeDevice("axis", { ...ANSWER, limited_doors })).toBe(
    "A1601 10.12.236 · 2 dörrar. Gym: PIN bara lör, sön 08:00–12:00. Källare: Kräver kort. Vind: Kräver kort. 1 dörr till har begränsningar.",
  );
});

// Covers: device.14
test("doors with four-digit readers say an attempt's worth, the worst first, and how to raise it", () => {
  const four_digit_doors = [
    { name: "Vind", codes: 0 },
    { name: "Entré", codes: 312 },
    { name: "Gym", codes: null },
    { name: "Garage", codes: 1 },
    { name: "Tak", codes: 0 },
  ];
  const all = formatNumber(10_000);
  expect(describeDevice("axis", { ...ANSWER, four_digit_doors })).toBe(
    `A1601 10.12.236 · 2 dörrar. Entré: Fyra siffror: 312 koder på ${all} möjliga: en av 32 gissningar öppnar. ` +
      `Garage: Fyra siffror: 1 kod på ${all} möjliga: en av ${all} gissningar öppnar. ` +
      `Vind: Fyra siffror: bara ${all} möjliga koder. 2 dörrar till tar bara fyra siffror. ` +
      "Höj läsarnas MaxPINSize till 6 på styrenheten och ge ut längre koder. Höj MinPINSize när inga fyrsiffriga är kvar.",
  );
});
