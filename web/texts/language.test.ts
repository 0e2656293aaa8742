// The page as it starts for a person who reads English.
import { expect, test } from "vitest";
import { language, locale } from "./language.ts";
import { loadLanguage } from "./load-language.ts";

await loadLanguage("en");
const { organizationForm } = await import("#contract/forms/organization.ts");
const { formatLongDay, formatNumber, formatPercent, formatWeek } = await import("#web/lib/dates.ts");
const { BackendError, errorSentence } = await import("#web/lib/errors.ts");
const { peopleTexts } = await import("./people.ts");
const { inOurWords } = await import("./errors.ts");

test("texts, dates and figures are English", () => {
  expect([language(), locale()]).toEqual(["en", "en-GB"]);
  expect(peopleTexts.shown("12", "412")).toBe("Showing 12 of 412 users");
  expect(formatLongDay("2026-05-12T10:00:00Z")).toBe("12 May 2026");
  expect(formatNumber(3418.5)).toBe("3,418.5");
  expect(formatPercent(0.64)).toBe("64%");
  expect(formatWeek("2026-11-25T12:00:00Z")).toBe("wk 48 2026");
});

test("a rule's Swedish sentence is told in English", () => {
  const { error } = organizationForm.safeParse({ name: " " });
  expect(error?.issues.map(({ message }) => inOurWords(message))).toEqual(["Enter the name"]);
});

test("the server's sentence is told in English, else what its code means, else as it came", () => {
  const told = (message: string, code: string) =>
    errorSentence(new BackendError(message, { code, status: 409, cause: 0 }));
  expect(told("Organisation kan inte ändras vid redigering", "conflict")).toBe(
    "The organisation cannot be changed when editing",
  );
  expect(told("PIN-koden används redan vid Port A. Inget har sparats.", "pin_in_use")).toContain("in use already");
  expect(told("Failed to sync access points: Enheten svarar inte.", "device_unreachable")).toBe(
    "Failed to sync access points: The device is not answering. Check address, port and network and try again.",
  );
  expect(told("Något helt nytt", "something_new")).toBe("Något helt nytt");
});

test("what the server said stays readable for those who branch on it", () => {
  expect(new BackendError("Lösenordet är för svagt", { code: "weak_password", status: 400, cause: 0 }).said).toBe(
    "Lösenordet är för svagt",
  );
});
