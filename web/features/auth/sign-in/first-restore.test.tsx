// tests/integration/backup/first-restore.test.ts tests the server's answers used here, tests/e2e/auth/first-restore.test.ts the whole way.
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { administratorErrors } from "#contract/errors/administrators.ts";
import { backupErrors } from "#contract/errors/backup.ts";
import type { Refusal } from "#contract/errors/define-errors.ts";
import { UPLOAD_PIECE_BYTES } from "#contract/functions/first-restore.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { paced } from "#tests/support/pace.ts";
import { FirstAdminForm } from "./first-admin-form.tsx";

const STATUS = "POST /functions/v1/first-restore/status";
const PIECE = "POST /functions/v1/first-restore/piece";
const PREVIEW = "POST /functions/v1/first-restore/preview";
const BEGIN = "POST /functions/v1/first-restore/begin";
const QUIET = { success: true, max_bytes: 4e9, restore: null };
const HELD = { success: true, at: "2026-11-28T01:30:00Z", version: "1.3.2", people: 412, doors: 38, older: true };
const refused = ({ code, sv, status, field }: Refusal) => json({ code, error: sv, field }, status);

beforeEach(() => {
  answerWith({ "GET /functions/v1/first-admin\\?token=l1nk": { success: true }, [STATUS]: QUIET });
});
afterEach(() => vi.restoreAllMocks());

async function openForm(onLeave = () => undefined) {
  const user = await show(<FirstAdminForm token="l1nk" onLeave={onLeave} />);
  await user.click(screen.getByRole("button", { name: "Återställ en säkerhetskopia" }));
  expect(await screen.findByRole("heading", { name: "Återställ en säkerhetskopia" })).toBeTruthy();
  const choose = (bytes: number) => {
    const input = document.querySelector<HTMLInputElement>("input[type=file]");
    if (!input) throw new Error("no field for a file");
    return user.upload(input, new File([new Uint8Array(bytes)], "portal.backup"));
  };
  const read = () => user.click(screen.getByRole("button", { name: "Läs filen" }));
  const typeKeys = async () => {
    await user.type(screen.getByLabelText("Nyckel till filen"), "filens nyckel");
    await user.type(screen.getByLabelText("Nyckel till PIN-koderna"), "kodernas nyckel");
  };
  return { user, choose, read, typeKeys };
}

// Covers: running.35
test("file and keys are asked for with where they are, sent in pieces, and shown before anything is done", async () => {
  const onLeave = vi.fn();
  const { user, choose, read, typeKeys } = await openForm(onLeave);
  expect(screen.getByText(/^Innehållet i backup\.key/)).toBeTruthy();
  expect(screen.getByText(/^Innehållet i secret\.key/)).toBeTruthy();
  await read();
  for (const text of ["Välj filen med säkerhetskopian", "Ange nyckeln till filen", "Ange nyckeln till PIN-koderna"])
    expect(await screen.findByText(text)).toBeTruthy();
  await expectAccessible();
  await choose(UPLOAD_PIECE_BYTES + 10);
  expect(screen.getByText("portal.backup")).toBeTruthy();
  await typeKeys();
  answerWith({ [PIECE]: { success: true, received: 1 }, [PREVIEW]: HELD, [BEGIN]: { success: true } });
  await read();
  expect(await screen.findByRole("heading", { name: "Återställa den här?" })).toBeTruthy();
  const offsets = askedOf(/piece/).map(({ address }) => new URL(address, "http://x").searchParams.get("offset"));
  expect(offsets).toEqual(["0", String(UPLOAD_PIECE_BYTES)]);
  for (const text of ["412", "38", "1.3.2", "Filen är från en äldre version och uppdateras."])
    expect(screen.getByText(text)).toBeTruthy();
  await expectAccessible();
  // Going back keeps the typed text and the file already sent.
  await user.click(screen.getByRole("button", { name: "Tillbaka" }));
  await read();
  await screen.findByRole("heading", { name: "Återställa den här?" });
  expect(askedOf(/piece/)).toHaveLength(2);
  await user.click(screen.getByRole("button", { name: "Återställ" }));
  expect(await screen.findByRole("heading", { name: "Säkerhetskopian återställs" })).toBeTruthy();
  answerWith({ [STATUS]: { ...QUIET, restore: { state: "loading", progress: 0.4, trouble: null } } });
  expect(await screen.findByText(/^Läser in, 40/, undefined, { timeout: paced(10_000) })).toBeTruthy();
  answerWith({ [STATUS]: refused(administratorErrors.setup_link_invalid()) });
  expect(
    await screen.findByRole("heading", { name: "Säkerhetskopian är återställd" }, { timeout: paced(10_000) }),
  ).toBeTruthy();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Till inloggningen" }));
  expect(onLeave).toHaveBeenCalledTimes(1);
  expect(askedOf(/begin/)[0]?.body).toEqual({
    token: "l1nk",
    backupKey: "filens nyckel",
    secretKey: "kodernas nyckel",
  });
});

// Covers: running.36
test("a wrong key is named at its field and the file is not sent again; a wrong file is named above the button", async () => {
  const { choose, read, typeKeys } = await openForm();
  await choose(10);
  await typeKeys();
  answerWith({ [PIECE]: refused(backupErrors.upload_is_a_zip()) });
  await read();
  expect(await screen.findByText(/^Filen är ett zip-arkiv/)).toBeTruthy();
  answerWith({ [PIECE]: refused(backupErrors.upload_too_large({ gigabytes: 4 })) });
  await read();
  expect(await screen.findByText(/^Filen är större än 4 GB/)).toBeTruthy();
  answerWith({
    [PIECE]: { success: true, received: 10 },
    [PREVIEW]: refused(backupErrors.typed_backup_key_wrong()),
  });
  await read();
  expect(await screen.findByText(/^Nyckeln öppnar inte filen/)).toBeTruthy();
  expect(screen.getByLabelText("Nyckel till filen").getAttribute("aria-invalid")).toBe("true");
  await expectAccessible();
  const sent = askedOf(/piece/).length;
  answerWith({ [PREVIEW]: HELD });
  await read();
  await screen.findByRole("heading", { name: "Återställa den här?" });
  expect(askedOf(/piece/)).toHaveLength(sent);
});

// Covers: running.36
test("a restore that has failed says why, and one that goes on is followed", async () => {
  answerWith({ [STATUS]: { ...QUIET, restore: { state: "failed", progress: 0, trouble: "cut_short" } } });
  const { user } = await openForm();
  expect(await screen.findByText(/^Inget återställdes\. Filen slutar för tidigt/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Skapa en administratör i stället" }));
  expect(screen.getByRole("heading", { name: "Skapa systemadministratör" })).toBeTruthy();
  answerWith({ [STATUS]: { ...QUIET, restore: { state: "checking", progress: 0, trouble: null } } });
  await user.click(screen.getByRole("button", { name: "Återställ en säkerhetskopia" }));
  expect(await screen.findByRole("heading", { name: "Säkerhetskopian återställs" })).toBeTruthy();
  await waitFor(() => expect(screen.getByText("Läser hela filen")).toBeTruthy(), { timeout: paced(10_000) });
});

// Covers: running.36
test("a portal that has something already says so before a file is chosen", async () => {
  answerWith({ [STATUS]: refused(backupErrors.installation_not_empty()) });
  const user = await show(<FirstAdminForm token="l1nk" onLeave={() => undefined} />);
  await user.click(screen.getByRole("button", { name: "Återställ en säkerhetskopia" }));
  expect(await screen.findByText(/^Portalen har redan uppgifter/)).toBeTruthy();
});
