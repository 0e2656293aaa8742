// tests/integration/backup/backup-control.test.ts tests the server's half.
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { BackupStatus, ListedBackup } from "#contract/functions/backup-control.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { wellStatus } from "#tests/components/fixtures/operations/sample-status.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";
import { paced } from "#tests/support/pace.ts";

const DONE: ListedBackup = {
  id: "00000000-0000-4000-8000-000000000001",
  kind: "nightly",
  state: "done",
  made_by: null,
  at: "2026-11-28T01:30:00Z",
  bytes: 218_400_000,
  verified_at: "2026-11-28T01:31:00Z",
  verifying: false,
  trouble: null,
  progress: 1,
  version: "1.3.2",
  people: 412,
  doors: 38,
  migration: 15,
  here: true,
  file_name: "portal-20260101T013000Z-nightly-00000000.backup",
  copied_at: null,
  copy_trouble: null,
};
const UNREAD = { version: null, people: null, doors: null, migration: null };
const QUIET: BackupStatus = {
  success: true,
  nightly: { at: "02:30", next: "2026-11-29T01:30:00Z" },
  folder: "/var/lib/portal/backups",
  s3: null,
  same_disk: false,
  trouble: null,
  files: { count: 1, bytes: 218_400_000 },
  backups: [DONE],
  restore: null,
};
const GOES_ON = {
  state: "queued",
  progress: 0,
  trouble: null,
  file_name: DONE.file_name,
  requested_at: DONE.at,
} as const;
const PREVIEW = {
  file: { at: DONE.at, version: "1.3.2", people: 412, doors: 38 },
  now: { at: "2026-11-29T08:00:00Z", version: "1.3.2", people: 409, doors: 38 },
  older: false,
};
const other = (n: number, more: Partial<ListedBackup>): ListedBackup => ({
  ...DONE,
  id: `00000000-0000-4000-8000-00000000000${n}`,
  at: `2026-11-2${9 - n}T01:30:00Z`,
  ...more,
});

afterEach(() => vi.restoreAllMocks());

async function openCard(begin: BackupStatus) {
  let status = begin;
  const { promise: never } = Promise.withResolvers<Response>();
  answerWith({ "POST /functions/v1/": () => never }); // Answers for the rest of the page.
  answerWith({
    "GET /functions/v1/operations-status": () => wellStatus(Date.now()),
    "POST /functions/v1/backup-control": ({ body }) =>
      Object(body).action === "STATUS"
        ? { ...status }
        : { success: true, begun: true, ticket: "ticket", ...(Object(body).action === "RESTORE_PREVIEW" && PREVIEW) },
  });
  const user = await openPage("/system-admin/operations", "system_admin");
  const card = (await screen.findByRole("heading", { name: "Säkerhetskopior" })).closest("section");
  if (!card) throw new Error("the card is not there");
  return { user, card: within(card), becomes: (next: BackupStatus) => (status = next) };
}

const called = (action: string) => askedOf(/backup-control/).filter(({ body }) => Object(body).action === action);
const rowsOf = (card: { getAllByRole: (role: string) => HTMLElement[] }) =>
  card.getAllByRole("listitem").map(({ textContent }) => (textContent ?? "").replaceAll("\u00a0", " "));

// Covers: running.25
test("each back-up says when, how large, of which version, whether it can be read, and who made it", async () => {
  const { user, card } = await openCard({
    ...QUIET,
    same_disk: true,
    trouble: "folder_read_only",
    backups: [
      DONE,
      other(2, { kind: "manual", made_by: "system@demo.example", verified_at: null }),
      other(3, { trouble: "cut_short", verified_at: null }),
      other(4, { state: "failed", trouble: "disk_full", bytes: null, verified_at: null, ...UNREAD }),
      other(5, { kind: "console", here: false, ...UNREAD }),
      other(6, {}),
    ],
  });
  expect(
    card.getByText("Görs varje natt 02:30 och läses tillbaka direkt. 7 dagar, 4 veckor och 12 månader sparas."),
  ).toBeTruthy();
  expect(card.getByText("1 kopia, 218,4 MB")).toBeTruthy();
  expect(card.getByText("2026-11-29 02:30")).toBeTruthy();
  expect(rowsOf(card)).toEqual([
    expect.stringMatching(
      /^2026-11-28 02:30Nattlig · version 1\.3\.2 · 412 personer, 38 dörrar och grindar218,4 MBVerifieradför .* sedan$/,
    ),
    "2026-11-27 02:30Gjord av system@demo.example · version 1.3.2 · 412 personer, 38 dörrar och grindar218,4 MBInte verifierad",
    expect.stringContaining("Går inte att läsaFilen slutar för tidigt och går inte att återställa."),
    expect.stringContaining("Kunde inte görasDisken blev full. Äldre säkerhetskopior finns kvar."),
    expect.stringMatching(/Från serverns konsol218,4 MBVerifierad.*Finns inte i mappen på den här servern$/),
  ]);
  // A back-up without a file here, and one that was not made, has nothing to press.
  expect(card.getAllByRole("button", { name: /^Ladda ner säkerhetskopian / })).toHaveLength(3);
  expect(card.getByText(/på samma disk som databasen/)).toBeTruthy();
  expect(card.getByText(/^Mappen går inte att skriva i\./)).toBeTruthy();
  await expectAccessible();
  await user.click(card.getByRole("button", { name: "Visa 1 till" }));
  expect(rowsOf(card)).toHaveLength(6);
});

// Covers: running.25
test("one is made now: its progress is shown, the button rests meanwhile, and its end is said", async () => {
  const { user, card, becomes } = await openCard({ ...QUIET, nightly: null, backups: [] });
  expect(card.getByText("Inga säkerhetskopior ännu.")).toBeTruthy();
  expect(card.getByText("Ingen görs automatiskt, eftersom BACKUP_AT är off.")).toBeTruthy();
  const writing = other(1, {
    kind: "manual",
    state: "writing",
    progress: 0.64,
    bytes: null,
    verified_at: null,
    here: false,
  });
  becomes({ ...QUIET, backups: [writing] });
  await user.click(card.getByRole("button", { name: "Gör säkerhetskopia nu" }));
  expect(await card.findByText(/^Skriver, 64\s%$/)).toBeTruthy();
  expect(card.getByText("En säkerhetskopia görs.")).toBeTruthy();
  await user.click(card.getByRole("button", { name: /Gör säkerhetskopia nu/ }));
  expect(called("MAKE")).toHaveLength(1);
  await expectAccessible();
  becomes({ ...QUIET, backups: [{ ...writing, state: "done", here: true, verified_at: writing.at }] });
  expect(
    await screen.findByText("Säkerhetskopian är gjord och läst tillbaka", undefined, { timeout: paced(10_000) }),
  ).toBeTruthy();
  expect(card.queryByText("En säkerhetskopia görs.")).toBeNull();
});

// Covers: running.39
test("with S3, each back-up says whether it has a copy; one that is only there has its buttons", async () => {
  const { card } = await openCard({
    ...QUIET,
    same_disk: true,
    s3: "s3.exempel.se/bucket/brf",
    backups: [
      { ...DONE, copied_at: DONE.at },
      other(2, { here: false, copied_at: DONE.at }),
      other(3, { copy_trouble: "s3_refused" }),
      other(4, {}),
      other(5, { here: false }),
    ],
  });
  expect(
    card.getByText("Varje kopia läggs också i s3.exempel.se/bucket/brf och läses tillbaka därifrån."),
  ).toBeTruthy();
  expect(rowsOf(card)).toEqual([
    expect.stringContaining("Kopia i S3"),
    expect.stringContaining("Finns bara i S3"),
    expect.stringContaining("Ingen kopia i S3. S3 godtog inte inloggningen."),
    expect.stringContaining("Kopieras till S3"),
    expect.stringContaining("Finns inte i mappen på den här servern"),
  ]);
  expect(card.getAllByRole("button", { name: /^Ladda ner säkerhetskopian/ })).toHaveLength(4);
  expect(card.queryByText(/på samma disk som databasen/)).toBeNull();
  await expectAccessible();
});

// Covers: running.25
test("one that could not be made says why, what was kept and what to do", async () => {
  const { user, card, becomes } = await openCard(QUIET);
  const queued = other(2, { kind: "manual", state: "queued", bytes: null, verified_at: null, here: false });
  becomes({ ...QUIET, backups: [queued, DONE] });
  await user.click(card.getByRole("button", { name: "Gör säkerhetskopia nu" }));
  expect(await card.findByText("Väntar på sin tur")).toBeTruthy();
  becomes({ ...QUIET, backups: [{ ...queued, state: "failed", trouble: "disk_full" }, DONE] });
  const said = await screen.findByRole("alert", undefined, { timeout: paced(10_000) });
  expect(said.textContent).toContain("Disken blev full. Äldre säkerhetskopior finns kvar. Frigör utrymme");
});

// Covers: running.28
test("a restore shows what it puts in place of what, wants a yes to what is lost, and shows its steps", async () => {
  const { user, card, becomes } = await openCard(QUIET);
  await user.click(card.getByRole("button", { name: "Återställ säkerhetskopian 2026-11-28 02:30" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByRole("row", { name: "Personer 412 409" })).toBeTruthy();
  expect(dialog.getByText(/ingen grind öppnas förrän/)).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Återställ" }));
  expect(dialog.getByRole("alert").textContent).toBe("Kryssa i rutan först. Inget har ändrats.");
  expect(called("RESTORE")).toHaveLength(0);
  await expectAccessible();
  await user.click(dialog.getByRole("checkbox"));
  becomes({ ...QUIET, restore: { ...GOES_ON, state: "loading", progress: 0.34 } });
  await user.click(dialog.getByRole("button", { name: "Återställ" }));
  expect(await card.findByText(/^Återställer: läser in filen, 34\s%\. Allt är som förut/)).toBeTruthy();
  expect(called("RESTORE")).toHaveLength(1);
  becomes({ ...QUIET, restore: { ...GOES_ON, state: "failed", trouble: "disk_full" } });
  expect(
    await card.findByText(/^Inget återställdes\. Disken blev full\./, undefined, { timeout: paced(10_000) }),
  ).toBeTruthy();
  await expectAccessible();
});

// Covers: running.26
test("a file is read back when asked, once at a time", async () => {
  const { user, card, becomes } = await openCard(QUIET);
  becomes({ ...QUIET, backups: [{ ...DONE, verifying: true }] });
  const verify = card.getByRole("button", { name: "Verifiera säkerhetskopian 2026-11-28 02:30" });
  await user.click(verify);
  expect(await card.findByText("Läser tillbaka")).toBeTruthy();
  await user.click(verify);
  expect(called("VERIFY").map(({ body }) => body)).toEqual([{ action: "VERIFY", id: DONE.id }]);
});

// Covers: running.27
test("a file is downloaded by the browser itself, and its ticket is in no address", async () => {
  const sent: string[] = [];
  vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(function (this: HTMLFormElement) {
    const field = this.querySelector("input");
    sent.push(`${this.method} ${this.getAttribute("action")} ${field?.name}=${field?.value}`);
  });
  const { user, card } = await openCard(QUIET);
  await user.click(card.getByRole("button", { name: "Ladda ner säkerhetskopian 2026-11-28 02:30" }));
  await waitFor(() => expect(sent).toEqual(["post /functions/v1/backup-file ticket=ticket"]));
  expect(document.querySelector("form[action='/functions/v1/backup-file']")).toBeNull();
});

// Covers: running.27
test("in an old session a download asks who it is, and begins nothing where that is declined", async () => {
  const submit = vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(() => {});
  const { user, card } = await openCard(QUIET);
  answerWith({
    "POST /functions/v1/backup-control": json(
      { error: "Bekräfta att det är du.", code: "reauthentication_needed" },
      403,
    ),
    "GET /auth/v1/": { factors: [] },
  });
  await user.click(card.getByRole("button", { name: "Ladda ner säkerhetskopian 2026-11-28 02:30" }));
  const question = await screen.findByRole("dialog", { name: "Bekräfta att det är du" });
  await user.click(within(question).getByRole("button", { name: "Avbryt" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Bekräfta att det är du" })).toBeNull());
  expect(submit).not.toHaveBeenCalled();
});
