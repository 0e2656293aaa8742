import { accessSync, constants } from "node:fs";
import { flushCompileCache } from "node:module";
import { join, resolve } from "node:path";
import type { Logger } from "pino";
import { type RunningServer, startServer } from "#server/main.ts";
import { type Config, ownDatabase } from "#server/platform/config.ts";
import { closeDataFolder } from "#server/platform/data-folder.ts";
import { awaitDatabase, reasonOf } from "#server/platform/database/await-database.ts";
import { lockFolder } from "#server/platform/database/embedded/folder-lock.ts";
import { accountWithin, startEmbeddedPostgres } from "#server/platform/database/embedded.ts";
import { PoolerError } from "#server/platform/database/pooler.ts";
import { namingPort } from "./chosen-port.ts";
import { buildPageIfChanged } from "./page.ts";
import { pageFolder } from "./paths.ts";
import { UserError } from "./stopping.ts";

export interface PortalStart {
  readonly config: Config;
  readonly log: Logger;
  /** Stops its members in reverse order: server first, PostgreSQL last. */
  readonly stack: AsyncDisposableStack;
  readonly signal: AbortSignal;
  readonly say: (message: string) => void;
}

export interface PageOption {
  readonly page?: boolean;
}

/** Opens the data folder and locks it until the stack ends. Throws UserError when it cannot be written, and FolderInUseError. */
export function openDataFolder({ config, stack, say }: Pick<PortalStart, "config" | "stack" | "say">): string {
  const folder = resolve(config.dataDir);
  try {
    const shown = closeDataFolder(folder, config.databaseUrl === null ? accountWithin(join(folder, "postgres")) : null);
    if (shown !== null) say(shown);
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    throw new UserError(
      `Cannot write in the data folder ${folder} (${code}). Give PORTAL_DATA_DIR a folder of your own.`,
      { cause },
    );
  }
  const lock = lockFolder(folder);
  stack.defer(() => lock.release());
  return folder;
}

/** Starts PostgreSQL (unless DATABASE_URL names one) and builds the page at the same time. Returns the URL of a login that may migrate. */
export async function prepare(
  start: PortalStart,
  dataFolder: string,
  { page: withPage = true }: PageOption = {},
): Promise<string> {
  const building = withPage ? buildPageIfChanged(start.say, start.signal) : Promise.resolve(false);
  const [database, page] = await Promise.allSettled([openDatabase(start, dataFolder), building]);
  start.signal.throwIfAborted();
  for (const result of [database, page]) if (result.status === "rejected") throw result.reason;
  if (database.status === "rejected") throw database.reason;
  return database.value;
}

async function openDatabase({ config, say, stack, signal }: PortalStart, dataFolder: string): Promise<string> {
  const url = ownDatabase(config);
  if (url !== null) {
    await reach(url, { say, signal });
    return url;
  }
  const postgres = await startEmbeddedPostgres({
    dataDir: join(dataFolder, "postgres"),
    database: "portal",
    log: say,
  });
  stack.defer(() => postgres.stop());
  return postgres.adminUrl;
}

/** Waits for the database. Throws for a wrong DATABASE_URL, the commonest mistake of a first start. */
async function reach(databaseUrl: string, { say, signal }: Pick<PortalStart, "say" | "signal">): Promise<void> {
  const { host, pathname } = new URL(databaseUrl);
  const database = `${pathname.slice(1)} at ${host}`;
  const onWait = (reason: string, seconds: number) =>
    say(`The database ${database} does not answer (${reason}). Waiting for it, for ${seconds} seconds at most.`);
  try {
    await awaitDatabase(databaseUrl, { signal, onWait });
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof PoolerError) throw cause;
    throw new UserError(
      `DATABASE_URL: no connection to the database ${database} (${reasonOf(cause)}). Check address, name and password.`,
      { cause },
    );
  }
}

export async function serve(
  start: PortalStart,
  adminUrl: string,
  { page = true }: PageOption = {},
): Promise<RunningServer> {
  const { config, log, stack } = start;
  const { host, port, httpRedirectPort } = config;
  const begin = () => startServer({ config, adminUrl, pageDir: page ? pageFolder : null, log });
  const server = await namingPort({ host, port, setting: "PORT" }, () =>
    httpRedirectPort === null
      ? begin()
      : namingPort({ host, port: httpRedirectPort, setting: "HTTP_REDIRECT_PORT" }, begin),
  );
  stack.defer(() => server.close());
  flushCompileCache(); // The compile cache is written now, because a killed process cannot write it at its end.
  return server;
}
