// Back-ups over the wire, as Operations asks for them. tests/integration/security/function-roles.test.ts refuses org admins each action.
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BACKUP_FILE_PATH, backupControl } from "#contract/functions/backup-control.ts";
import { verifyBackupFile } from "#server/backup/write-file.ts";
import { createAccount, startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { paced } from "#tests/support/pace.ts";
import { BACKUP_KEY, makeBackupRig } from "./backup-rig.ts";

let portal: TestPortal;
let folder: string;
let system: Awaited<ReturnType<typeof signedInClient>>;
const log: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "access-portal-backups-"));
  portal = await startTestPortal({
    env: { BACKUP_DIR: folder, PORTAL_BACKUP_KEY: BACKUP_KEY, LOG_LEVEL: "trace" },
    logTo: (line) => log.push(line),
  });
  system = await signedInClient(portal.url, portal.accounts.system);
  await createAccount(portal.server, "another", null); // The last system admin could not lose the role.
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await portal.admin.query("delete from backups");
  await steppedUp(0);
  for (const name of await readdir(folder)) await rm(join(folder, name));
});

const steppedUp = (secondsAgo: number) =>
  portal.admin.query(
    `update auth.sessions set amr = jsonb_build_array(jsonb_build_object('method', 'password',
       'timestamp', floor(extract(epoch from clock_timestamp()))::bigint - $1::int))`,
    [secondsAgo],
  );
const ask = (action: string, more: object = {}) => callFunction(system, "backup-control", { action, ...more });
const status = async () => backupControl.STATUS.reply.parse((await ask("STATUS")).body);
const events = async (action: string, id: string) =>
  (
    await portal.admin.query("select actor, after from audit where action = $1 and subject_id = $2 order by at, id", [
      action,
      id,
    ])
  ).rows;
const quiet = async () => {
  const ended = async () =>
    (await status()).backups.every(({ state, verifying }) => !verifying && /done|failed/.test(state));
  await expect.poll(ended, { timeout: paced(60_000) }).toBe(true);
  return (await status()).backups;
};

async function make() {
  expect(await ask("MAKE")).toMatchObject({ status: 200, body: { begun: true } });
  const [made] = await quiet();
  if (made === undefined) throw new Error("no back-up");
  return { ...made, path: join(folder, made.file_name) };
}

async function verified(id: string) {
  expect((await ask("VERIFY", { id })).status).toBe(200);
  return (await quiet()).find((one) => one.id === id);
}

// Covers: running.25
test("a system admin makes one now; it is read back, and says who made it, when, of which version and how large", async () => {
  expect(await status()).toMatchObject({
    nightly: null,
    folder,
    trouble: null,
    files: { count: 0, bytes: 0 },
    backups: [],
  });
  const made = await make();
  expect(made).toMatchObject({
    kind: "manual",
    state: "done",
    made_by: portal.accounts.system.email,
    trouble: null,
    here: true,
    version: JSON.parse(await readFile(new URL("../../../package.json", import.meta.url), "utf8")).version,
    bytes: (await readFile(made.path)).length,
  });
  expect(Date.now() - Date.parse(made.verified_at ?? "")).toBeLessThan(paced(120_000));
  expect((await verifyBackupFile(made.path, BACKUP_KEY)).header.id).toBe(made.id);
  expect(await events("backup_made", made.id)).toEqual([
    { actor: portal.accounts.system.userId, after: { kind: "manual" } },
  ]);
});

// Covers: running.25
test("two who press at once get one", async () => {
  const begun = await Promise.all([1, 2, 3, 4].map(() => ask("MAKE")));
  expect(begun.map(({ body }) => body["begun"]).filter(Boolean)).toHaveLength(1);
  expect(await quiet()).toHaveLength(1);
});

describe("a file", () => {
  // Covers: running.26
  test("that is cut, changed or of another key is told apart, does not count as a back-up, and is left", async () => {
    const { id, path } = await make();
    expect(await verified(id)).toMatchObject({ trouble: null, verified_at: expect.any(String) });
    const whole = await readFile(path);
    await truncate(path, whole.length - 100);
    expect(await verified(id)).toMatchObject({ trouble: "cut_short", verified_at: null });
    const changed = Buffer.from(whole);
    changed[whole.length - 30] = (changed[whole.length - 30] ?? 0) ^ 1;
    await writeFile(path, changed);
    expect(await verified(id)).toMatchObject({ trouble: "damaged", verified_at: null });
    await writeFile(path, whole);
    expect(await verified(id)).toMatchObject({ trouble: null, verified_at: expect.any(String) });
    expect(await readFile(path)).toEqual(whole);
    expect(await events("backup_verified", id)).toContainEqual({
      actor: portal.accounts.system.userId,
      after: null,
    });
  });

  // Covers: running.26
  test("without a row is listed, verified and downloaded as well: after a restore the newest have none", async () => {
    await using rig = await makeBackupRig();
    const found = await rig.backUp(portal.database.adminUrl, "brought");
    await writeFile(join(folder, "brought.portal"), await readFile(found.path));
    await writeFile(join(folder, "notes.txt"), "no back-up");
    const { id } = found.header;
    const listed = { id, kind: "found", state: "done", here: true, file_name: "brought.portal" };
    expect((await status()).backups).toMatchObject([{ ...listed, verified_at: null, version: null }]);
    expect(await verified(id)).toMatchObject({
      ...listed,
      trouble: null,
      verified_at: expect.any(String),
      version: found.manifest.portal,
    });
    expect((await ask("DOWNLOAD", { id })).status).toBe(200);
  });

  // Covers: running.26
  test("that is gone is shown as such, and neither verified nor downloaded", async () => {
    const { id, path } = await make();
    await rm(path);
    expect((await status()).backups).toMatchObject([{ id, here: false }]);
    for (const action of ["VERIFY", "DOWNLOAD"])
      expect(await ask(action, { id })).toMatchObject({
        status: 404,
        body: { code: "not_found", reason: "backup_gone" },
      });
  });
});

const post = (ticket: string, headers: Record<string, string> = {}) =>
  fetch(`${portal.url}${BACKUP_FILE_PATH}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams({ ticket }),
  });
const ticketFor = async (id: string) => {
  const { body } = await ask("DOWNLOAD", { id });
  return backupControl.DOWNLOAD.reply.parse(body).ticket;
};
const refusedWith = async (reply: Response) => [reply.status, ((await reply.json()) as { code: string }).code];

describe("a download", () => {
  // Covers: running.27
  test("is the file, byte for byte, after a step-up; it is in the audit, and its ticket is in no log", async () => {
    const { id, path, file_name } = await make();
    await steppedUp(301);
    expect(await ask("DOWNLOAD", { id })).toMatchObject({ status: 403, body: { code: "reauthentication_needed" } });
    expect(await events("backup_downloaded", id)).toEqual([]);
    await steppedUp(0);
    log.length = 0;
    const ticket = await ticketFor(id);
    const reply = await post(ticket);
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(reply.headers.get("content-disposition")).toBe(`attachment; filename="${file_name}"`);
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(await readFile(path));
    expect(await events("backup_downloaded", id)).toEqual([{ actor: portal.accounts.system.userId, after: null }]);
    expect(log.join("\n")).toContain("backup-file");
    expect(log.join("\n")).not.toContain(ticket.slice(0, 40));
    expect(log.join("\n")).not.toContain(BACKUP_KEY);
  });

  // Covers: running.27
  test("is refused with a changed or made-up ticket, from another website, and once the session or the role has ended", async () => {
    const { id } = await make();
    const ticket = await ticketFor(id);
    const [text = "", signature = ""] = ticket.split(".");
    const forged = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(text, "base64url").toString()), until: 9e15 }),
    );
    for (const wrong of ["x", ".", `${forged.toString("base64url")}.${signature}`, `${text}.${signature.slice(1)}`])
      expect(await refusedWith(await post(wrong))).toEqual([403, "forbidden"]);
    expect((await post("")).status).toBe(400);
    expect((await post("x".repeat(10_000))).status).toBe(413);
    expect(await refusedWith(await post(ticket, { "sec-fetch-site": "cross-site" }))).toEqual([403, "forbidden"]);
    expect((await post(ticket)).status).toBe(200);

    // A change of role ends the account's sessions, and so does the deletion of the account.
    const { userId } = portal.accounts.system;
    const role = "update user_roles set role = $2, organization_id = $3 where user_id = $1";
    await portal.admin.query(role, [userId, "org_admin", portal.accounts.nord.organizationId]);
    expect([401, 403]).toContain((await post(ticket)).status);
    await portal.admin.query(role, [userId, "system_admin", null]);
    system = await signedInClient(portal.url, portal.accounts.system);
    const again = await ticketFor(id);
    expect((await post(again)).status).toBe(200);
    await system.auth.signOut();
    expect((await post(again)).status).toBe(401);
    system = await signedInClient(portal.url, portal.accounts.system);
  });

  // Covers: running.27
  test("is refused a minute after it was asked for", async () => {
    const { id } = await make();
    const ticket = await ticketFor(id);
    const { clock } = portal.server.deps;
    const now = clock.now.bind(clock);
    clock.now = () => new Date(now().getTime() + 61_000);
    try {
      expect(await refusedWith(await post(ticket))).toEqual([403, "forbidden"]);
    } finally {
      clock.now = now;
    }
    expect((await post(ticket)).status).toBe(200);
  });
});
