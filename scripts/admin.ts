// `npm run admin`: console administration when nobody can sign in; works beside the running portal.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Pool } from "pg";
import { pino } from "pino";
import { roleSchema } from "#contract/roles.ts";
import { systemClock } from "#drivers/clock.ts";
import {
  type ConsoleDeps,
  type ListedAdministrator,
  listOnConsole,
  requireMfa,
  resetAdministrator,
} from "#server/administrators/administrators-console.ts";
import { type AuditConsoleDeps, anchorOnConsole, checkOnConsole } from "#server/audit/audit-console.ts";
import { createAdministration } from "#server/auth/administration.ts";
import { createPasswords } from "#server/auth/passwords/passwords.ts";
import { rotateSigningKeys } from "#server/auth/sessions/signing-keys.ts";
import { DEFAULT_AUTH_SETTINGS } from "#server/auth/settings.ts";
import { rollBack } from "#server/backup/roll-back.ts";
import { settleRecovery } from "#server/backup/settle-recovery.ts";
import { reencryptOnConsole } from "#server/operations/reencrypt-console.ts";
import { loadConfig } from "#server/platform/config.ts";
import { EncryptionError, type KeyRing } from "#server/platform/crypto/key-ring.ts";
import { openKeyRing, secretKeyPath } from "#server/platform/crypto/secret-key.ts";
import { progressLine } from "./lib/backup-progress.ts";
import { type Arguments, formsOf, runCli, startedAs } from "./lib/cli.ts";
import { openDatabase } from "./lib/open-database.ts";
import { UserError } from "./lib/stopping.ts";

const COMMAND = startedAs("admin");
const FORMS = formsOf(COMMAND, {
  list: "administrators, their roles and second factors",
  "reset EMAIL": "a new temporary password, shown once; ends every session",
  "reset EMAIL --remove-mfa": "the same, and takes the account's second factors away",
  "require-mfa": "which roles must have a second factor",
  "require-mfa ROLE on|off": "switches it; ROLE is system_admin or org_admin",
  "rotate-keys": "a new key signs sign-ins after 90 seconds; nobody is signed out",
  "rotate-keys --withdraw": "the same after a theft: tokens signed until now end at once, sessions go on",
  reencrypt: "encrypts every PIN, password and key with the current secret key; see docs/deploy.md",
  rollback:
    "with the former version in place and every server stopped: the database as\nit was before the latest update; see docs/deploy.md",
  "audit check":
    "reads the whole audit against its chain; ends with 1 when it was changed,\nwith 2 when rows could not be checked, since their key is not here",
  "audit anchor": "after a restored back-up: takes the audit's present ends as the right ones",
  "recovered-to TIME":
    "after PostgreSQL's own recovery to a point in time, before a server starts: pauses\ndoor controllers and gates until a system admin has seen what devices hold",
});

const USAGE = `${FORMS}

Finds the portal by PORTAL_DATA_DIR (default ./data, the demo's is ./.demo) or DATABASE_URL, running or stopped.`;

const OPTIONS = { "remove-mfa": { type: "boolean" }, withdraw: { type: "boolean" } } as const;

await using stack = new AsyncDisposableStack();
await runCli({ usage: USAGE, options: OPTIONS, words: 3 }, main);

async function main({ values, words: [command, ...rest] }: Arguments<typeof OPTIONS>): Promise<void> {
  if (command === undefined) return console.log(USAGE);
  switch (command) {
    case "list":
      return list(await connect());
    case "reset": {
      const [email] = rest;
      if (email === undefined) throw new UserError(`Whose? ${COMMAND} reset EMAIL`);
      return reset(await connect(), email, values["remove-mfa"]);
    }
    case "require-mfa":
      return mfa(await connect(), rest);
    case "rotate-keys":
      return rotateKeys(values.withdraw);
    case "reencrypt":
      return reencryptAll();
    case "audit":
      return audit(rest[0]);
    case "rollback":
      return rollback();
    case "recovered-to":
      return recoveredTo(rest.join(" "));
    default:
      throw new UserError(`There is no command "${command}".\n\n${USAGE}`);
  }
}

async function connect(): Promise<ConsoleDeps> {
  const { engine, auth } = await openPools();
  const { hashing, invitationSeconds } = DEFAULT_AUTH_SETTINGS;
  const administration = createAdministration({
    passwords: createPasswords(hashing),
    clock: systemClock,
    // Needed for invitations, which this command does not make.
    publicUrl: "http://localhost",
    invitationSeconds,
  });
  return { engine, auth, administration };
}

async function openPools(): Promise<{ engine: Pool; auth: Pool }> {
  const url = await openDatabase(loadConfig(process.env), stack);
  const pool = (role: string) => {
    const opened = new Pool({
      connectionString: url,
      max: 1,
      options: `-c role=${role}`,
      connectionTimeoutMillis: 5_000,
    });
    opened.on("error", (error) => console.error(`the connection to the database was lost: ${error.message}`));
    stack.defer(() => opened.end());
    return opened;
  };
  const engine = pool("portal_engine");
  await requirePortal(engine);
  return { engine, auth: pool("portal_auth") };
}

async function audit(action: string | undefined): Promise<void> {
  if (action !== "check" && action !== "anchor") throw new UserError(`Say which: ${COMMAND} audit check|anchor`);
  const { engine } = await openPools();
  const deps = await auditDeps(engine);
  const lines = action === "check" ? await checkOnConsole(deps) : await anchorOnConsole(deps);
  for (const line of lines.said) console.log(line);
  process.exitCode = lines.exitCode;
}

async function rollback(): Promise<void> {
  const config = loadConfig(process.env);
  const adminUrl = await openDatabase(config, stack);
  const { keys } = await openKeys();
  const log = pino({ level: "warn" });
  const { file, takenAt, keptAs } = await rollBack({ adminUrl, config, keys, clock: systemClock, log });
  console.log(`The database is as it was at ${takenAt}, from ${file}.
The one from after the update is kept as ${keptAs}. Start the portal: it sends and opens nothing until a system admin confirms on Drift.`);
}

async function auditDeps(engine: Pool): Promise<AuditConsoleDeps> {
  return { engine, clock: systemClock, ...(await openKeys()) };
}

async function openKeys(): Promise<{ keys: KeyRing; dataDir: string }> {
  const config = loadConfig(process.env);
  const folder = resolve(config.dataDir);
  // A newly made key file could decrypt nothing.
  if (config.secretKey === null && !existsSync(secretKeyPath(folder)))
    throw new UserError(
      `The command needs the portal's key: name its data folder in PORTAL_DATA_DIR (${folder} has none), or give PORTAL_SECRET_KEY.`,
    );
  return { keys: await openKeyRing(config), dataDir: folder };
}

async function rotateKeys(withdraw: boolean): Promise<void> {
  const { auth } = await openPools();
  const { keys } = await openKeys();
  try {
    const kid = await rotateSigningKeys({ pool: auth, encryptor: keys, withdraw });
    console.log(`New signing key: ${kid}`);
  } catch (error) {
    if (!(error instanceof EncryptionError)) throw error;
    throw new UserError(
      "This is not the secret key of the portal on that database, so its servers could not open a new key. Nothing was changed.",
      { cause: error },
    );
  }
  console.log(
    withdraw
      ? "The old keys end within 15 seconds, and every token they signed. Sessions go on: pages fetch new tokens by themselves."
      : "It signs as soon as every server knows it, in 90 seconds. The old key still verifies for a day; nobody is signed out.",
  );
}

async function reencryptAll(): Promise<void> {
  const { engine, auth } = await openPools();
  const { keys } = await openKeys();
  const line = progressLine();
  const { said, sound } = await reencryptOnConsole({
    engine,
    auth,
    keys,
    onProgress: ({ column, read, reencrypted }) => line.show(`${column}: ${read} read, ${reencrypted} re-encrypted`),
  });
  line.end();
  for (const text of said) console.log(text);
  if (!sound) process.exitCode = 1;
}

async function recoveredTo(time: string): Promise<void> {
  if (time === "") throw new UserError(`To which time? ${COMMAND} recovered-to 2026-11-22 09:15:00+01`);
  const takenAt = await settleRecovery(await openDatabase(loadConfig(process.env), stack), time);
  console.log(
    `Recorded: the database was set back to ${takenAt}. All sessions have ended, and queued mails are not sent again.`,
  );
  console.log(
    "Start the portal and sign in. Door controllers and gates wait until a system admin goes on under Operations (Drift).",
  );
}

async function requirePortal(engine: Pool): Promise<void> {
  try {
    await engine.query("select from mail_queue limit 0");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(
      `The database cannot be used (${reason}). Start the portal once with this version, which brings the database up to date.`,
      { cause },
    );
  }
}

async function list(deps: ConsoleDeps): Promise<void> {
  const administrators = await listOnConsole(deps);
  if (administrators.length === 0) console.log("There are no administrators yet.");
  for (const one of administrators) console.log(describe(one));
}

function describe({
  email,
  name,
  role,
  organizationName,
  factors,
  mustChangePassword,
  lastSignInAt,
}: ListedAdministrator) {
  const facts = [
    role === "system_admin" ? role : `${role} of ${organizationName}`,
    factors === 0 ? "no second factor" : `second factors: ${factors}`,
    lastSignInAt === null ? "never signed in" : `last signed in ${lastSignInAt.toISOString().slice(0, 10)}`,
    ...(mustChangePassword ? ["temporary password"] : []),
  ];
  return `${email}  ${name}  (${facts.join(", ")})`;
}

async function reset(deps: ConsoleDeps, email: string, removeFactors: boolean): Promise<void> {
  const done = await resetAdministrator(deps, { email, removeFactors });
  if (done === null) throw new UserError(`No administrator has the address ${email}. See ${COMMAND} list`);
  const { administrator, temporaryPassword, factors } = done;
  console.log(`Temporary password of ${administrator.email}, shown only now:\n\n  ${temporaryPassword}\n`);
  console.log("It works for 24 hours and must be changed at the next sign-in. All sessions have ended.");
  if (factors === 0) return;
  console.log(
    removeFactors
      ? `Second factors taken away: ${factors}.`
      : `The account still has its second factor. If that is lost, run the command again with --remove-mfa.`,
  );
}

async function mfa({ engine }: ConsoleDeps, [role, state]: readonly string[]): Promise<void> {
  const standing = await requireMfa(
    engine,
    role === undefined ? null : { role: readRole(role), required: isOn(state) },
  );
  for (const one of standing) console.log(`${one.role}: second factor ${one.required ? "required" : "not required"}`);
}

function readRole(text: string) {
  const role = roleSchema.safeParse(text);
  if (!role.success) throw new UserError(`There is no role "${text}". Roles: ${roleSchema.options.join(", ")}.`);
  return role.data;
}

function isOn(state: string | undefined): boolean {
  if (state !== "on" && state !== "off") throw new UserError(`Say on or off: ${COMMAND} require-mfa ROLE on|off`);
  return state === "on";
}
