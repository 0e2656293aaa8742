import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { sees, specified } from "#tests/components/sees.ts";
import { show } from "#tests/components/show.tsx";
import { WeeklyCodeButtons } from "./weekly-code-buttons.tsx";

const FUNCTION = "POST /functions/v1/generate-weekly-codes";

async function open(codes: number) {
  answerWith({
    "HEAD /rest/v1/weekly_codes\\?": new Response(null, { headers: { "content-range": `*/${codes}` } }),
  });
  return show(<WeeklyCodeButtons />);
}

// Covers: 8.8, 8.17
test("ended codes are removed at once, and a failure stands in the server's words until the next try", async () => {
  const user = await open(2);
  const error = "Misslyckades att rensa veckokoder: Något gick fel i portalen.";
  answerWith({ [FUNCTION]: json({ error, code: "internal" }, 500) });
  const cleanUp = await screen.findByRole("button", { name: "Rensa utgångna" });
  await user.click(cleanUp);
  await sees("weekly-codes", "Misslyckades att rensa veckokoder: {message}");
  answerWith({ [FUNCTION]: { success: true, removed: 1, state: "synced", pending: [] } });
  await user.click(cleanUp);
  await sees("weekly-codes", "Utgångna veckokoder rensade");
  await waitFor(() => expect(screen.queryByText(error)).toBeNull());
  expect(askedOf(/generate-weekly-codes/).map(({ body }) => body)).toEqual([
    { action: "cleanup" },
    { action: "cleanup" },
  ]);
});

// Covers: 7.17, 8.17
test("codes that open everywhere alike are one file, of a line each under its heads", async () => {
  const user = await open(1);
  const code = { week_number: 48, year: 2026, code: "048213", weekly_code_assignments: [] };
  const times = { valid_from: "2026-11-22T23:00:00Z", valid_to: "2026-11-29T23:00:00Z" };
  answerWith({
    [FUNCTION]: {
      success: true,
      codes: [{ id: "00000000-0000-4000-8000-0000000000e1", ...code, ...times }],
      pending_removals: [],
    },
  });
  const made = vi.spyOn(URL, "createObjectURL");
  const pressed = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  await user.click(await screen.findByRole("button", { name: "Exportera CSV" }));
  await sees("weekly-codes", "CSV exporterad");
  const [file] = made.mock.calls[0] ?? [];
  const [heads, line, ...more] = file instanceof Blob ? (await file.text()).split("\n") : [];
  expect(heads).toMatch(specified("weekly-codes", "Vecka,Kod"));
  expect(line).toMatch(specified("weekly-codes", "v.{week} {year},{code}"));
  expect([line, ...more]).toEqual(["v.48 2026,048213", ""]);
  const [link] = pressed.mock.contexts;
  expect(link instanceof HTMLAnchorElement && link.download).toMatch(/^veckokoder-\d{4}-\d\d-\d\d\.csv$/);
});

// Covers: 8.8
test.each([
  ["contact is lost", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["a proxy answers", () => new Response("<html>Bad Gateway</html>", { status: 502 })],
  ["a proxy is busy", () => new Response("", { status: 503 })],
])("a failure is also said where %s, until the next try", async (_, answer) => {
  const user = await open(2);
  answerWith({ [FUNCTION]: answer });
  const cleanUp = await screen.findByRole("button", { name: "Rensa utgångna" });
  await user.click(cleanUp);
  await sees("weekly-codes", "Misslyckades att rensa veckokoder: {message}");
  answerWith({ [FUNCTION]: { success: true, removed: 1, state: "synced", pending: [] } });
  await user.click(cleanUp);
  await sees("weekly-codes", "Utgångna veckokoder rensade");
  await waitFor(() => expect(screen.queryByText(/Misslyckades/)).toBeNull());
});

test("without codes there is nothing to clean up or to export", async () => {
  await open(0);
  await waitFor(() => expect(askedOf(/weekly_codes\?/)).toHaveLength(1));
  expect(screen.getByRole("button", { name: "Veckokoder" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Rensa utgångna" })).toBeNull();
});
