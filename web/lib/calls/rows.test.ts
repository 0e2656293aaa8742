import { AuthSessionMissingError } from "@supabase/auth-js";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { authError } from "./errors.ts";
import { readCount, readPage, readRow, write } from "./rows.ts";

const organization = z.object({ id: z.string(), name: z.string() });
const answer = (
  reply: Partial<{ data: unknown; error: { message: string; code?: string }; count: number; status: number }>,
) => Promise.resolve({ data: null, error: null, count: null, status: 200, ...reply });

describe("a table call", () => {
  test("a page has its rows and the number of all matches", async () => {
    const page = await readPage(organization, answer({ data: [{ id: "1", name: "Brf Norrgården" }], count: 412 }));
    expect(page).toEqual({ rows: [{ id: "1", name: "Brf Norrgården" }], total: 412 });
  });

  test("a head call gives its count", async () => {
    expect(await readCount(answer({ count: 14 }))).toBe(14);
  });

  test("a row of the wrong shape is an error, not a half-filled object", async () => {
    await expect(readRow(organization, answer({ data: { id: 1 } }))).rejects.toMatchObject({ code: "bad_reply" });
  });

  test.each([
    ["42501", 403, "Du har inte behörighet till det här. Ladda om sidan om din roll har ändrats."],
    ["PGRST116", 406, "Det du söker finns inte längre. Någon annan kan ha tagit bort det."],
    ["XX000", 500, "Ett oväntat fel uppstod"],
  ])("the code %s becomes a Swedish sentence and stays readable as a code", async (code, status, sentence) => {
    const call = write(answer({ error: { message: "permission denied for table x", code }, status }));
    await expect(call).rejects.toMatchObject({ code, status, message: sentence });
  });

  test("no answer differs from a refusal", async () => {
    const call = write(answer({ error: { message: "TypeError: Failed to fetch", code: "" }, status: 0 }));
    await expect(call).rejects.toMatchObject({ code: "network" });
  });
});

test("supabase-js's own error for a session that has ended is told in the page's language", () => {
  expect(authError(new AuthSessionMissingError())).toMatchObject({
    status: 400,
    message: "Du är inte längre inloggad. Logga in igen.",
  });
});
