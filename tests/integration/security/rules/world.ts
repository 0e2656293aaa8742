// North and south share a door controller; of four sessions two stepped up long ago, two lack their second factor.
import { randomUUID } from "node:crypto";
import { ofPersonFields } from "#contract/person-fields.ts";
import { encryptCredentialPin } from "#server/people/encrypt.ts";
import { createAccount, startAnotherServer, startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";

export type Who = "north" | "northOld" | "system" | "systemOld" | "halfway" | "halfwaySystem";

export interface Reply {
  readonly status: number;
  readonly code: string;
  readonly text: string;
}

export interface RuleWorld {
  readonly portal: TestPortal;
  readonly north: string;
  /** A door controller of both organisations with codes of the south; switched off, as every device here. */
  readonly shared: string;
  readonly sharedDoor: string;
  /** A door whose reader takes exactly six digits. */
  readonly sixDoor: string;
  /** A door that the north is not offered. */
  readonly foreignDoor: string;
  readonly gate: string;
  readonly takenPin: string;
  /** The credential of the south that has the taken PIN. */
  readonly takenCredential: string;
  readonly rest: (
    who: Who,
    path: string,
    init?: { method?: string; body?: unknown; headers?: Record<string, string> },
  ) => Promise<Reply>;
  readonly call: (who: Who, name: string, body: object) => Promise<Reply>;
  /** Calls a function by GET. */
  readonly read: (who: Who, path: string) => Promise<Reply>;
  /** `table.column` and `function/ACTION` that have been sent since the set was cleared. */
  readonly sent: Set<string>;
  /** Calls a second server of the same database, for limits that both must share. */
  readonly elsewhere: Pick<RuleWorld, "rest" | "call">;
  readonly auth: (who: Who, path: string, init?: { method?: string; body?: unknown }) => Promise<Reply>;
  readonly sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  readonly person: () => Promise<string>;
  /** Makes a live credential of a new person, with a free PIN, at no door. */
  readonly credential: (pin?: string) => Promise<string>;
  readonly freePin: (digits?: number) => string;
  readonly close: () => Promise<void>;
}

export async function openRuleWorld(): Promise<RuleWorld> {
  const portal = await startTestPortal();
  const second = await startAnotherServer(portal);
  const { nord, syd, system } = portal.accounts;
  const sql = async (text: string, values: unknown[] = []) =>
    (await portal.admin.query<Record<string, unknown>>(text, values)).rows;
  const north = nord.organizationId ?? "";
  const south = syd.organizationId ?? "";
  const ids = {
    shared: randomUUID(),
    sharedDoor: randomUUID(),
    sixDoor: randomUUID(),
    foreignDoor: randomUUID(),
    gate: randomUUID(),
  };
  const foreign = randomUUID();
  await sql(
    `insert into controllers (id, name, device_type, device_ip, enabled, organization_id) values
       ($1, 'Delad', 'axis', '192.0.2.1', false, $4), ($2, 'Främmande', 'axis', '192.0.2.2', false, $5), ($3, 'Grind', 'axxon_lpr', '192.0.2.3', false, $4)`,
    [ids.shared, foreign, ids.gate, north, south],
  );
  await sql(
    `insert into access_points (id, controller_id, name, pin_min, pin_max) values
       ($1, $4, 'Entré', null, null), ($2, $4, 'Sex', 6, 6), ($3, $5, 'Bortom', null, null)`,
    [ids.sharedDoor, ids.sixDoor, ids.foreignDoor, ids.shared, foreign],
  );
  await sql("insert into organization_controllers values ($1, $3), ($2, $3), ($2, $4), ($1, $5)", [
    north,
    south,
    ids.shared,
    foreign,
    ids.gate,
  ]);
  const takenPin = "482071";
  const [southerner, code] = [randomUUID(), randomUUID()];
  await sql("insert into end_users (id, organization_id, first_name, last_name) values ($1, $2, 'Sven', 'Syd')", [
    southerner,
    south,
  ]);
  await sql(
    "insert into credentials (id, end_user_id, credential_type, credential_value, valid_to) values ($1, $2, 'pin', $3, now() + interval '1 year')",
    [code, southerner, encryptCredentialPin(portal.server.deps.keys, code, takenPin)],
  );
  await sql("insert into controller_assignments (credential_id, controller_id, access_point_id) values ($1, $2, $3)", [
    code,
    ids.shared,
    ids.sharedDoor,
  ]);

  const tokens: Record<Who, string> = {
    north: await signIn(nord),
    northOld: await signIn(nord, true),
    system: await signIn(system),
    systemOld: await signIn(system, true),
    halfway: await halfway("halvvags", north),
    halfwaySystem: await halfway("halvvags-system", null),
  };
  async function signIn(account: typeof nord, old = false): Promise<string> {
    const { data } = await (await signedInClient(portal.url, account)).auth.getSession();
    if (old) {
      // The session stepped up ten minutes ago: past the five that the strongest operations ask for.
      await sql(
        `update auth.sessions set amr = jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', extract(epoch from now())::bigint - 600))
         where id = (select id from auth.sessions where user_id = $1 order by created_at desc limit 1)`,
        [account.userId],
      );
    }
    return data.session?.access_token ?? "";
  }

  async function halfway(name: string, organizationId: string | null): Promise<string> {
    const account = await createAccount(portal.server, name, organizationId);
    const token = await signIn(account);
    await sql(
      "insert into auth.mfa_factors (user_id, factor_type, status, encrypted_secret) values ($1, 'totp', 'verified', 'x')",
      [account.userId],
    );
    return token;
  }

  async function ask(
    who: Who,
    path: string,
    { method = "POST", body, headers = {} }: { method?: string; body?: unknown; headers?: Record<string, string> },
    url = portal.url,
  ): Promise<Reply> {
    for (const name of namesIn(path, body)) sent.add(name);
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens[who]}`,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    const code = reply.ok ? "done" : (/"(?:error_code|code)":"([^"]+)"/.exec(text)?.[1] ?? String(reply.status));
    return { status: reply.status, code, text };
  }

  const sent = new Set<string>();
  let pins = 0;
  const freePin = (digits = 6) => String((digits === 4 ? 3_015 : 710_315) + 7 * (pins += 1));
  const person = async () => {
    const id = randomUUID();
    await sql("insert into end_users (id, organization_id, first_name, last_name) values ($1, $2, 'Nora', 'Nord')", [
      id,
      north,
    ]);
    return id;
  };
  const credential = async (pin = freePin()) => {
    const id = randomUUID();
    await sql(
      "insert into credentials (id, end_user_id, credential_type, credential_value, valid_to) values ($1, $2, 'pin', $3, now() + interval '1 year')",
      [id, await person(), encryptCredentialPin(portal.server.deps.keys, id, pin)],
    );
    return id;
  };
  return {
    portal,
    north,
    ...ids,
    takenPin,
    takenCredential: code,
    sent,
    read: (who, path) => ask(who, `/functions/v1/${path}`, { method: "GET" }),
    rest: (who, path, init = {}) => ask(who, `/rest/v1/${path}`, init),
    call: (who, name, body) => ask(who, `/functions/v1/${name}`, { body }),
    elsewhere: {
      rest: (who, path, init = {}) => ask(who, `/rest/v1/${path}`, init, second.url),
      call: (who, name, body) => ask(who, `/functions/v1/${name}`, { body }, second.url),
    },
    auth: (who, path, init = {}) => ask(who, `/auth/v1/${path}`, init),
    sql,
    person,
    credential,
    freePin,
    close: async () => {
      await second.close();
      await portal.close();
    },
  };
}

/** Returns the columns that a table call's body writes, or the operation that is called. */
function namesIn(path: string, body: unknown): string[] {
  const [, kind, , name = ""] = path.split(/[/?]/);
  const rows = [body].flat().filter((row) => typeof row === "object" && row !== null);
  if (kind === "rest") return rows.flatMap((row) => Object.keys(row).map((column) => `${name}.${column}`));
  if (kind !== "functions") return [];
  const actions = rows.flatMap((row) => ("action" in row ? [`${name}/${String(row.action)}`] : []));
  return actions.length > 0 ? actions : [name];
}

export interface ImportedRow {
  pin?: string;
  plate?: string;
  validity?: string;
  doors?: readonly string[];
  access_point_ids?: readonly string[];
}

/** Imports one person into the north by file; returns the row's code, or the whole answer's. */
export async function importPerson(
  { north }: Pick<RuleWorld, "north">,
  { call }: Pick<RuleWorld, "call">,
  who: Who,
  { pin = "", plate = "", validity = "1_month", doors = [], access_point_ids = [] }: ImportedRow,
): Promise<string> {
  const texts = ofPersonFields(() => "");
  const row = { row: 1, first_name: "Nora", last_name: "Nord", ...texts, pin, doors, plate, validity };
  const body = {
    action: "IMPORT",
    organization_id: north,
    import_id: randomUUID(),
    total: 1,
    access_point_ids,
    rows: [row],
  };
  const { code, text } = await call(who, "people-import", body);
  return /"row":1,"code":"(\w+)"/.exec(text)?.[1] ?? code;
}
