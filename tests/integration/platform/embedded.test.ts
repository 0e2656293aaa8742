import { type ChildProcess, execFileSync, fork, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createConnection } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { isAlive } from "#server/platform/database/embedded/process-identity.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/platform/database/embedded.ts";
import { processesNaming } from "#tests/support/processes.ts";

const asRoot = process.getuid?.() === 0;
let folder: string;
let dataDir: string;
/** The data folder of a cluster that was made, and stopped in order. */
let usedBefore: string;
const running: EmbeddedPostgres[] = [];
const processes: ChildProcess[] = [];

function makeFolder(): string {
  const made = mkdtempSync(join(tmpdir(), "access-portal-embedded-"));
  chmodSync(made, 0o711);
  return made;
}

beforeAll(async () => {
  usedBefore = makeFolder();
  await (await startEmbeddedPostgres({ dataDir: join(usedBefore, "postgres"), database: "portal" })).stop();
});

afterAll(() => rmSync(usedBefore, { recursive: true, force: true }));

beforeEach(() => {
  folder = makeFolder();
  dataDir = join(folder, "postgres");
});

/** Copies that folder, which spares initdb, most of such a test's time. cp keeps each file's owner. */
const haveRunBefore = () => execFileSync("cp", ["-a", join(usedBefore, "postgres"), dataDir]);

afterEach(async () => {
  for (const child of processes.splice(0)) child.kill("SIGKILL");
  for (const postgres of running.splice(0)) await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(at = dataDir, log?: (message: string) => void): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: at, database: "portal", ...(log && { log }) });
  running.push(postgres);
  return postgres;
}

async function query(url: string, sql: string): Promise<unknown[][]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: "array" })).rows;
  } finally {
    await client.end();
  }
}

const started = z.object({ adminUrl: z.string(), pid: z.number() });

async function startElsewhere(): Promise<z.infer<typeof started> & { child: ChildProcess }> {
  const child = fork(join(import.meta.dirname, "../../support/run-embedded.ts"), [dataDir], { execArgv: [] });
  processes.push(child);
  const [message] = await once(child, "message");
  return { ...started.parse(message), child };
}

const gone = (pid: number) => expect.poll(() => isAlive(pid)).toBe(false);

const watchdogs = () => processesNaming("access-portal-watchdog", folder);

describe("a person who starts the portal for the first time", () => {
  test("gets a cluster that sorts as Swedes do and speaks UTF-8", async () => {
    const { adminUrl } = await start();
    const names = await query(adminUrl, "select n from unnest(array['Östen','Zeta','Ärla','Åke']) as t(n) order by n");
    expect(names.flat()).toEqual(["Zeta", "Åke", "Ärla", "Östen"]);
    expect(await query(adminUrl, "show server_encoding")).toEqual([["UTF8"]]);
  });

  test("has a password that only the owner of the folder can read, and without it nobody gets in", async () => {
    const { adminUrl } = await start();
    const file = join(dataDir, "password");
    expect(statSync(file).mode & 0o077).toBe(0);
    const attempt = new URL(adminUrl);
    expect(readFileSync(file, "utf8").trim()).toBe(attempt.password);
    attempt.password = "postgres";
    await expect(query(attempt.href, "select 1")).rejects.toMatchObject({ code: "28P01" });
  });

  test("is reachable at 127.0.0.1 only", async () => {
    haveRunBefore();
    const { adminUrl, port } = await start();
    expect(await query(adminUrl, "show unix_socket_directories")).toEqual([[""]]);
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ internal, family }) => !internal && family === "IPv4");
    for (const host of ["127.0.0.2", ...others.map(({ address }) => address)]) {
      const socket = createConnection({ host, port });
      const [error] = await once(socket, "error");
      expect(error).toMatchObject({ code: "ECONNREFUSED" });
    }
  });

  test("starts afresh after an initdb that was broken off", async () => {
    mkdirSync(join(dataDir, "data.new-broken", "base"), { recursive: true });
    writeFileSync(join(dataDir, "data.new-broken", "PG_VERSION"), "18\n");
    const { adminUrl, recovered } = await start();
    expect(await query(adminUrl, "select 1")).toEqual([[1]]);
    expect(recovered).toBe(false);
    expect(readdirSync(dataDir).sort()).toEqual(["data", "lock", "password"]);
  });
});

describe("a person who stops and starts again", () => {
  test("keeps the data, and no process stays between", async () => {
    haveRunBefore();
    const first = await start();
    await query(first.adminUrl, "create table kept as select 7 as number");
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    await expect.poll(watchdogs).toEqual([]);
    const second = await start();
    expect(await query(second.adminUrl, "select number from kept")).toEqual([[7]]);
    expect(second.recovered).toBe(false);
  });

  test("names who uses the folder when it is in use", async () => {
    haveRunBefore();
    await start();
    await expect(start()).rejects.toMatchObject({ name: "FolderInUseError", pid: process.pid });
  });
});

describe("after kill -9", () => {
  beforeEach(haveRunBefore);

  test("to our process, PostgreSQL goes too, and the next start recovers with every committed row", async () => {
    const { adminUrl, pid, child } = await startElsewhere();
    await query(adminUrl, "create table kept as select 7 as number");
    child.kill("SIGKILL");
    await gone(pid);
    const next = await start();
    expect(next.recovered).toBe(true);
    expect(await query(next.adminUrl, "select number from kept")).toEqual([[7]]);
  });

  test("to our process and its watchdog, the next start stops the orphan first", async () => {
    const { pid, child } = await startElsewhere();
    const watching = watchdogs();
    expect(watching).toHaveLength(1);
    for (const watchdog of watching) process.kill(watchdog, "SIGKILL");
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(isAlive(pid)).toBe(true);
    const next = await start();
    expect(next.recovered).toBe(true);
    await gone(pid);
    expect(await query(next.adminUrl, "select 1")).toEqual([[1]]);
  });

  test("to PostgreSQL, it comes back on the same port while we live", async () => {
    const postgres = await start();
    await query(postgres.adminUrl, "create table kept as select 7 as number");
    const { pid } = postgres;
    process.kill(pid, "SIGKILL");
    await expect.poll(() => query(postgres.adminUrl, "select number from kept").catch(() => null)).toEqual([[7]]);
    expect(postgres.pid).not.toBe(pid);
  });

  test("a process that has got the number in the stale pid file since is left alone", async () => {
    const outsider = spawn(process.execPath, ["-e", "setInterval(() => {}, 60000)"]);
    processes.push(outsider);
    await once(outsider, "spawn");
    const file = join(dataDir, "data", "postmaster.pid");
    writeFileSync(file, `${outsider.pid}\n${join(dataDir, "data")}\n1\n5432\n\n127.0.0.1\n1 1\nready\n`);
    const next = await start();
    expect(await query(next.adminUrl, "select 1")).toEqual([[1]]);
    expect(outsider.exitCode ?? outsider.signalCode).toBe(null);
  });
});

const openToOthers = (at: string) =>
  [at, ...readdirSync(at, { recursive: true, encoding: "utf8" }).map((name) => join(at, name))].filter(
    (path) => (statSync(path).mode & 0o066) !== 0,
  );

describe("others on the machine", () => {
  test("cannot look into a new data folder, whatever the umask of the shell", async () => {
    const before = process.umask(0);
    try {
      await start();
    } finally {
      process.umask(before);
    }
    expect(openToOthers(dataDir)).toEqual([]);
    expect(statSync(dataDir).mode & 0o777).toBe(asRoot ? 0o710 : 0o700);
  });

  test("cannot look into one that was left open any more, and the database in it goes on", async () => {
    haveRunBefore();
    const first = await start();
    await query(first.adminUrl, "create table kept as select 7 as number");
    await first.stop();
    if (asRoot) chownSync(dataDir, 0, 0);
    chmodSync(dataDir, 0o755);
    const messages: string[] = [];
    const second = await start(dataDir, (message) => messages.push(message));
    expect(await query(second.adminUrl, "select number from kept")).toEqual([[7]]);
    expect(openToOthers(dataDir)).toEqual([]);
    expect(messages.join("\n")).toContain("it is closed to them now");
    await second.stop();
    await start(dataDir, (message) => messages.push(message));
    expect(messages).toHaveLength(1);
  });
});

if (asRoot) {
  describe("root below a folder that others cannot enter", () => {
    test("gets the cluster in a place that the unprivileged account reaches, and finds it again", async () => {
      chmodSync(folder, 0o700);
      const messages: string[] = [];
      const first = await start(dataDir, (message) => messages.push(message));
      await query(first.adminUrl, "create table kept as select 7 as number");
      const { cluster } = z
        .object({ cluster: z.string() })
        .parse(JSON.parse(readFileSync(join(dataDir, "location.json"), "utf8")));
      expect(messages.join("\n")).toContain(cluster);
      await first.stop();
      const second = await start();
      expect(await query(second.adminUrl, "select number from kept")).toEqual([[7]]);
      await second.stop();
      rmSync(cluster, { recursive: true });
      await expect(start()).rejects.toThrow(/is gone/);
    });
  });
}

test("a cluster to be removed takes its folders with it, wherever it lies", async () => {
  // PostgreSQL of a root's start runs as another account, which must reach the folder.
  chmodSync(folder, 0o700);
  const postgres = await startEmbeddedPostgres({ dataDir, removed: true });
  running.push(postgres);
  const [cluster] = await query(postgres.adminUrl, "show data_directory");
  await postgres.stop();
  for (const gone of [dataDir, dirname(String(cluster))]) expect(existsSync(gone)).toBe(false);
});
