import { expect, test, vi } from "vitest";
import { language, locale } from "./language.ts";
import { loadLanguage } from "./load-language.ts";

await loadLanguage("en");
const { organizationForm } = await import("#contract/forms/organization.ts");
const { formatLongDay, formatNumber, formatPercent, formatWeek } = await import("#web/lib/dates.ts");
const { backendError, errorSentence } = await import("#web/lib/calls/errors.ts");
const { trackedFetch } = await import("#web/lib/calls/network-state.ts");
const { peopleTexts } = await import("#web/features/people/texts/people.sv.ts");

test("texts, dates and figures are English", () => {
  expect([language(), locale()]).toEqual(["en", "en-GB"]);
  expect(peopleTexts.shown("12", "412")).toBe("Showing 12 of 412 users");
  expect(formatLongDay("2026-05-12T10:00:00Z")).toBe("12 May 2026");
  expect(formatNumber(3418.5)).toBe("3,418.5");
  expect(formatPercent(0.64)).toBe("64%");
  expect(formatWeek("2026-11-25T12:00:00Z")).toBe("wk 48 2026");
});

test("a rule's sentence is English", () => {
  const { error } = organizationForm.safeParse({ name: " " });
  expect(error?.issues.map(({ message }) => message)).toEqual(["Enter the name"]);
});

test("a refusal is shown in the server's words, PostgreSQL's own codes in the page's", () => {
  const reported = (message: string, code: string) => errorSentence(backendError({ message, code }, 409));
  expect(reported("The organisation cannot be changed when editing", "conflict")).toBe(
    "The organisation cannot be changed when editing",
  );
  expect(reported("The account has reached today's limit.", "PT429")).toBe("The account has reached today's limit.");
  expect(reported('duplicate key value violates unique constraint "x"', "23505")).toBe("It already exists.");
  expect(reported("column x does not exist", "42703")).toBe("An unexpected error occurred");
  expect(reported("Could not find the table", "PGRST205")).toBe("An unexpected error occurred");
});

test("every call asks for the page's language, whatever the browser's is", async () => {
  const asked: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_input: unknown, init?: RequestInit) => {
    asked.push(new Headers(init?.headers).get("accept-language"));
    return new Response("{}");
  });
  await trackedFetch("/functions/v1/x", { headers: { "Accept-Language": "sv", apikey: "portal" } });
  await trackedFetch("/rest/v1/x");
  vi.unstubAllGlobals();
  expect(asked).toEqual(["en", "en"]);
});
