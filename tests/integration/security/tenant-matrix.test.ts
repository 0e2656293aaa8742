// Role × table × verb × own or foreign row, over the wire, with the tenant guard and row security up or down. The tables are the catalogue's.
// Either guard alone leaks nothing; with both down the matrix must see the leak. Each operation of an org admin has a cell or a reason.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";
import { paced } from "#tests/support/pace.ts";
import { stepUpAgain } from "#tests/support/step-up.ts";
import { PIN_ENDS_AT, plantTenants, type TenantWorld } from "#tests/support/tenant-world.ts";
import { closedCells } from "./closed-cells.ts";
import { type FunctionAction, OPERATIONS } from "./function-actions.ts";
import { reportForeignWrites, setFunctionGuard, setRowSecurity, switchableGuard } from "./guard-switches.ts";
import { groupCells, previewCells, scheduleCalls } from "./listed-calls.ts";

/** A day after the PIN's beginning: an end before that would break every caller. */
const DAY_BEFORE_PIN_ENDS = new Date(Date.parse(PIN_ENDS_AT) - 86_400_000).toISOString();

const relation = z.object({
  name: z.string(),
  isView: z.boolean(),
  /** The columns that an org admin may read, insert, update; and whether rows may be deleted. */
  reads: z.array(z.string()),
  inserts: z.array(z.string()),
  updates: z.array(z.string()),
  deletes: z.boolean(),
  key: z.array(z.string()),
});
type Relation = z.infer<typeof relation>;

const RELATIONS = `
  select c.relname as name, c.relkind = 'v' as "isView",
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and has_column_privilege('org_admin', c.oid, a.attnum, 'select')) as reads,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and has_column_privilege('org_admin', c.oid, a.attnum, 'insert')) as inserts,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and has_column_privilege('org_admin', c.oid, a.attnum, 'update')) as updates,
    has_table_privilege('org_admin', c.oid, 'delete') as deletes,
    array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey) where i.indrelid = c.oid and i.indisprimary) as key
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition order by 1`;

/** Tables shown to every org admin on purpose. */
const COMMON = new Set(["mfa_requirements"]);
const { guard, service } = switchableGuard();
let portal: TestPortal;
let world: TenantWorld;
let relations: Relation[];
const tokens: Record<string, string> = {};

beforeAll(async () => {
  portal = await startTestPortal({ guard });
  world = await plantTenants(portal);
  // The portal counts codes at doors whose readers take four digits.
  await portal.admin.query("update access_points set pin_min = 4, pin_max = 4");
  // The south's gate has let a person in. The north's reason for granted passages must not reveal it.
  await portal.admin.query(
    `insert into access_logs (plate_number, controller_id, organization_id, credential_id, access_granted, access_reason)
     values ($1, $2, $3, $4, true, 'valid_credential')`,
    [world.syd.marker, world.syd.gate, world.syd.organization, world.syd.plate],
  );
  relations = z.array(relation).parse((await portal.admin.query(RELATIONS)).rows);
  const written = relations.filter((table) => !table.isView && (table.deletes || table.inserts.length > 0));
  const names = written.map((table) => table.name);
  await reportForeignWrites(portal.admin, names, world.nord.organization);
  for (const name of ["system", "nord"] as const) {
    const { data } = await (await signedInClient(portal.url, portal.accounts[name])).auth.getSession();
    tokens[name] = data.session?.access_token ?? "";
  }
});
afterAll(() => portal.close());
beforeEach(() => stepUpAgain(portal.admin));

interface Cell {
  readonly name: string;
  readonly granted: boolean;
  /** The function's operation, as `operationName` says it. */
  readonly operation?: string;
  run(): Promise<boolean>;
}
interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

async function ask(who: string, path: string, init: Asked = {}) {
  const reply = await fetch(`${portal.url}${path}`, {
    ...init,
    headers: {
      ...(tokens[who] !== undefined && { authorization: `Bearer ${tokens[who]}` }),
      "content-type": "application/json",
      ...init.headers,
    },
  });
  return { status: reply.status, range: reply.headers.get("content-range"), text: await reply.text() };
}

const leaked = ({ status, text }: { status: number; text: string }) => {
  if (status >= 500) throw new Error(`a guard must not end in ${status}: ${text}`);
  return [world.syd.marker, "FOREIGN WRITE", `"user_id":"${world.syd.admin}"`].some((sign) => text.includes(sign));
};

async function foreignRow(table: Relation) {
  const { marker, organization, door, gate, accessPoint, schedule, calendar, admin, person } = world.syd;
  const known = [marker, organization, door, gate, accessPoint, schedule, calendar, admin, person];
  const { rows } = await portal.admin.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(t) as row from public.${table.name} t where to_jsonb(t)::text like any ($1) order by to_jsonb(t)::text like $2 desc`,
    [known.map((one) => `%${one}%`), `%${marker}%`],
  );
  const row = rows[0]?.row;
  const filter = table.key.map((name) => `${name}=eq.${encodeURIComponent(String(row?.[name]))}`).join("&");
  return { row, filter };
}

async function cellsOf(table: Relation): Promise<Cell[]> {
  const { name } = table;
  const readable = table.reads.length > 0 && !COMMON.has(name);
  const cells: Cell[] = [
    {
      name: `${name} select`,
      granted: readable,
      run: async () =>
        leaked(await ask("nord", `/rest/v1/${name}?select=${table.reads.join(",") || "*"}`)) ||
        (await countsForeign(table)),
    },
  ];
  if (table.isView) return cells;
  const { row, filter } = await foreignRow(table);
  if (row === undefined) return cells;
  const representation = { prefer: "return=representation" };
  const change = table.updates[0] ?? table.key[0] ?? "";
  const columns =
    table.inserts.length > 0 ? table.inserts.filter((column) => !NOT_CHOSEN.has(column)) : Object.keys(row);
  const inserted = { ...Object.fromEntries(columns.map((column) => [column, row[column]])), ...FRESH(name) };
  cells.push(
    {
      name: `${name} update`,
      granted: table.updates.length > 0,
      run: async () =>
        leaked(
          await ask("nord", `/rest/v1/${name}?${filter}`, {
            method: "PATCH",
            headers: representation,
            body: JSON.stringify({ [change]: CHANGED[change] ?? row[change] }),
          }),
        ),
    },
    {
      name: `${name} delete`,
      granted: table.deletes,
      run: async () =>
        leaked(await ask("nord", `/rest/v1/${name}?${filter}`, { method: "DELETE", headers: representation })),
    },
    {
      name: `${name} insert`,
      granted: table.inserts.length > 0,
      run: async () =>
        leaked(
          await ask("nord", `/rest/v1/${name}?select=${table.key.join(",")}`, {
            method: "POST",
            headers: representation,
            body: JSON.stringify(inserted),
          }),
        ),
    },
  );
  return cells;
}

/** Tells whether a table counts per owner: a number is a leak too. */
async function countsForeign(table: Relation): Promise<boolean> {
  // The matrix's operations are audited as the north's, so only the south's rows count. Shared rows in these tables are the north's own.
  const isShared = ["shared_door_events", "door_log", "merged_log"].includes(table.name);
  const whose =
    table.name === "audit"
      ? `&organization_id=eq.${world.syd.organization}`
      : isShared
        ? `&id=neq.${world.nord.sharedEvent}`
        : "";
  const reply = await ask("nord", `/rest/v1/${table.name}?select=${table.reads[0] ?? "*"}&limit=1${whose}`, {
    method: "HEAD",
    headers: { prefer: "count=exact" },
  });
  const total = Number(reply.range?.split("/")[1] ?? 0);
  const honest = honestCounts.get(table.name);
  if (honest === undefined) honestCounts.set(table.name, total);
  return honest !== undefined && total > honest;
}
const honestCounts = new Map<string, number>();
/** Columns whose own value is refused to everybody: encrypted ones, and unique ones of an insert. */
const CHANGED: Record<string, unknown> = { credential_value: "NYTT 123", first_name: "Ny" };
function FRESH(table: string): Record<string, unknown> {
  if (table === "credentials")
    return {
      credential_type: "license_plate",
      credential_value: "NYTT 123",
      vehicle_type: null,
      axxon_vehicle_id: null,
    };
  if (table === "controller_assignments")
    return { credential_id: world.syd.plate, controller_id: world.syd.spareGate, access_point_id: null };
  return table === "notice_choices" ? { kind: "door_alarm" } : {};
}
/** Columns that are refused whatever the row is (security/chosen-ids.test.ts), so a cell with them would show nothing of rows. */
const NOT_CHOSEN = new Set(["id", "import_id", "import_digest"]);

/** Returns every embed that the catalogue's keys allow, two levels deep, and every function. */
async function otherCells(): Promise<Cell[]> {
  const { rows: links } = await portal.admin.query<{ near: string; far: string; name: string }>(
    `select distinct n.relname as near, f.relname as far, c.conname as name from pg_constraint c join pg_class n on n.oid in (c.conrelid, c.confrelid)
       join pg_class f on f.oid in (c.conrelid, c.confrelid) and f.oid <> n.oid
     where c.contype = 'f' and n.relnamespace = 'public'::regnamespace and f.relnamespace = 'public'::regnamespace and not n.relispartition and not f.relispartition`,
  );
  const { rows: routines } = await portal.admin.query<{ name: string }>(
    "select proname as name from pg_proc where pronamespace = 'public'::regnamespace and has_function_privilege('org_admin', oid, 'execute') and prorettype not in ('trigger'::regtype, 'void'::regtype)",
  );
  const { rows: events } = await portal.admin.query<{ id: string }>(
    "select id from audit where organization_id = $1 and action = 'made'",
    [world.syd.organization],
  );
  const bodies: Record<string, object> = {
    sync_queue: { p_limit: 200 },
    door_codes: { controllers: [world.nord.door, world.syd.door] },
    who_may_pass: { access_point_id: world.shared.accessPoint, at: "2099-01-01" },
    where_may: { end_user_id: world.syd.person, at: "2099-01-01" },
    audit_rows: { id: events[0]?.id },
    // The log has a name with those words for each organisation.
    log_names: { words: ["Gemensam", world.syd.marker.slice(0, 6)] },
  };
  const embeds = links.map(({ near, far, name }) => ({
    name: `${near} embeds ${far} by ${name}`,
    granted: false,
    run: async () =>
      leaked(await ask("nord", `/rest/v1/${near}?select=${readsOf(near)},${far}!${name}(${readsOf(far)})`)),
  }));
  const calls = routines.map(({ name }) => ({
    name: `rpc ${name}`,
    granted: true,
    run: async () => {
      const path = `/rest/v1/rpc/${name}`;
      const reply = await ask("nord", path, { method: "POST", body: JSON.stringify(bodies[name] ?? {}) });
      return leaked(reply) || grew(name, reply.text);
    },
  }));
  return [...embeds, ...calls];
}

/** Returns the columns that an org admin may read of a table; `*` where there are none, which is refused. */
const readsOf = (name: string): string => relations.find((table) => table.name === name)?.reads.join(",") || "*";

const COUNTING = new Set(["search_end_users", "log_names", "sync_summary", "first_steps", "door_codes"]);

/** Tells whether a function that answers numbers and ids shows more than both guards let through: a leak. */
function grew(name: string, text: string): boolean {
  if (name.startsWith("audit_")) return false;
  const honest = honestCounts.get(name);
  const size = COUNTING.has(name) ? sumOf(JSON.parse(text)) : text.length;
  if (honest === undefined) honestCounts.set(name, size);
  return honest !== undefined && size > honest;
}

function sumOf(value: unknown): number {
  if (typeof value === "number") return value;
  if (Array.isArray(value)) return value.length + value.reduce<number>((sum, part) => sum + sumOf(part), 0);
  return typeof value === "object" && value !== null ? sumOf(Object.values(value)) : 0;
}

const DONE = '"success":true';

/** Texts that only an answer about an own door has; the doors there are switched off. */
const DOOR_ANSWERS = { OPEN: '"code":"conflict"', HOLD: '"code":"conflict"', RELEASE: DONE, STATE: '"watched":1' };
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

const operationName = (name: string, action: unknown) => (typeof action === "string" ? `${name}/${action}` : name);

/** Operations for org admins that cannot name another tenant's rows, with the reason. */
const WITHOUT_CELL: Readonly<Record<string, string>> = { about: "the installation's, equal for everybody" };

const openToOrgAdmins = (operations: readonly FunctionAction[]) =>
  operations.filter(({ fn }) => fn.role !== "system_admin").map(({ fn, action }) => operationName(fn.name, action));

function uncovered(operations: readonly FunctionAction[]): string[] {
  const attacked = new Set(functionCells().map(({ operation }) => operation));
  return openToOrgAdmins(operations).filter((name) => !attacked.has(name) && WITHOUT_CELL[name] === undefined);
}

const IMPORTED = '"end_user_id"';
const PERSON_ROW = {
  row: 1,
  first_name: "A",
  last_name: "B",
  email: "",
  apartment: "",
  phone: "",
  note: "",
  pin: "759318",
  doors: [],
  plate: "",
  validity: "12_months",
};

function functionCells(): Cell[] {
  const { syd } = world;
  const payload = { organization_id: syd.organization, first_name: "Ny", last_name: "Ny" };
  const mailing = { action: "MAIL_IMPORTED_PINS", import_id: syd.person, ids: [syd.person] };
  const group = {
    id: syd.group,
    organization_id: syd.organization,
    name: syd.marker,
    validity_period: "1_day",
    doors: [syd.accessPoint],
    gates: [],
  };
  const call = (name: string, what: string, body: object, foreign = '"pin":"759302"'): Cell => ({
    name: `${name} ${what}`,
    granted: true,
    operation: operationName(name, "action" in body ? body.action : null),
    run: async () => {
      const reply = await ask("nord", `/functions/v1/${name}`, { method: "POST", body: JSON.stringify(body) });
      // A foreign write that fails at its commit is an unknown error to a function. A bulk call has it as the outcome of its row.
      const failed = reply.status === 500 || reply.text.includes('"code":"internal"');
      return failed || leaked(reply) || reply.text.includes(foreign);
    },
  });
  return [
    call("end-user-manager", "makes a person there", {
      action: "CREATE",
      payload: {
        ...payload,
        vehicle: {
          plate_number: "NYA 123",
          vehicle_type: "Personbil",
          validity_period: "12_months",
          controller_ids: [syd.gate],
        },
      },
    }),
    call("end-user-manager", "renames a person there", { action: "UPDATE", id: syd.person, payload }),
    call("end-user-manager", "deletes a person there", { action: "DELETE", id: syd.person }),
    call("end-user-manager", "extends a PIN there", { action: "EXTEND", credential_ids: [syd.pin] }),
    call("end-user-manager", "ends a PIN there", {
      action: "UNDO_EXTEND",
      extensions: [
        { credential_id: syd.pin, valid_to: PIN_ENDS_AT, before: { valid_from: null, valid_to: DAY_BEFORE_PIN_ENDS } },
      ],
    }),
    {
      ...call("end-user-manager", "brings back a person removed there", { action: "UNDO_DELETE", ids: [syd.person] }),
      granted: false,
    },
    call("end-user-manager", "deletes people there", { action: "DELETE_MANY", ids: [syd.person] }),
    call("end-user-manager", "switches people off there", { action: "SWITCH_MANY", ids: [syd.person], enabled: false }),
    call("end-user-manager", "reads a PIN there", { action: "REVEAL_PIN", credential_id: syd.pin }),
    // An answer about people of the south, or about a missing address, is a leak, too.
    call("end-user-manager", "mails a PIN there", { action: "MAIL_PIN", credential_id: syd.pin }, '"code":"conflict"'),
    call("end-user-manager", "mails the PINs of an import there", mailing, '"code":"conflict"'),
    call(
      "end-user-manager",
      "asks for a PIN there",
      { action: "CHECK_PIN", organization_id: syd.organization, pin: "759302", access_point_ids: [syd.accessPoint] },
      '"field":"pin"',
    ),
    // The reader's limit comes with the door's name.
    call("end-user-manager", "is offered a PIN there", { action: "SUGGEST_PIN", access_point_ids: [syd.accessPoint] }),
    ...previewCells(syd, group, call),
    ...groupCells(syd, group, call),
    ...scheduleCalls(syd).map(([what, body, sign]) => call("schedules", what, body, sign)),
    call("person-data", "exports a person there", { action: "EXPORT", end_user_id: syd.person }),
    call("person-data", "erases a person there", { action: "ERASE", end_user_id: syd.person }),
    call("person-data", "lists the erasures there", { action: "ERASURES" }, syd.organization),
    {
      name: "granted-passages opens the log there",
      granted: true,
      operation: "granted-passages",
      run: async () => {
        await ask("nord", "/functions/v1/granted-passages", {
          method: "POST",
          body: JSON.stringify({ reason: "troubleshooting" }),
        });
        return leaked(await ask("nord", "/rest/v1/passages?select=plate_number,first_name&granted=is.true"));
      },
    },
    call("explain-passage", "explains a passage there", { source: "door", id: syd.doorEvent }, syd.person.slice(0, 8)),
    call("explain-passage", "explains a gate there", { source: "gate", id: syd.passage }, syd.person.slice(0, 8)),
    call(
      "explain-passage",
      "explains a reading there",
      { source: "gate", id: syd.nearPassage },
      syd.person.slice(0, 8),
    ),
    // An answer that images are off at the south's gate is a leak, too.
    call("passage-image", "shows an image there", { id: syd.passage }, '"code":"conflict"'),
    ...(["OPEN", "HOLD", "RELEASE", "STATE"] as const).map((action) => {
      const door = { access_point_id: syd.accessPoint, access_point_ids: [syd.accessPoint], reason: "leverans" };
      const body = { action, ...door, request_id: randomUUID(), until: inAnHour() };
      return call("door-control", `${action} of a door there`, body, DOOR_ANSWERS[action]);
    }),
    call(
      "door-control",
      "OPEN_GATE of a gate there",
      { action: "OPEN_GATE", controller_id: syd.gate, reason: "leverans", request_id: randomUUID() },
      '"code":"conflict"',
    ),
    call(
      "apply-fix",
      "fixes a refusal there",
      { passage: { source: "door", id: syd.doorEvent }, fix_id: "give_door", confirm: true },
      '"code":"conflict"',
    ),
    call(
      "apply-fix",
      "fixes a gate there",
      { passage: { source: "gate", id: syd.passage }, fix_id: "switch_on", confirm: true },
      '"code":"conflict"',
    ),
    call(
      "apply-fix",
      "links a reading from the log there",
      { passage: { source: "gate", id: syd.nearPassage }, fix_id: "add_alias", confirm: true },
      DONE,
    ),
    // The first reading is linked and thereby leaves the queue; then the second one is corrected.
    call("near-miss", "dismisses a reading there", { action: "DISMISS", id: syd.nearMisses[0] }, DONE),
    call("near-miss", "takes a dismissal back there", { action: "RESTORE", id: syd.nearMisses[0] }, DONE),
    call("near-miss", "links a reading there", { action: "LINK", id: syd.nearMisses[0] }, DONE),
    call("near-miss", "corrects a plate there", { action: "CORRECT", id: syd.nearMisses[1] }, DONE),
    call("own-weekly-codes", "lists the codes there", { action: "LIST" }, syd.door),
    call(
      "own-weekly-codes",
      "reads the code of a door there",
      { action: "REVEAL", controller_id: syd.door },
      '"code":"902753"',
    ),
    call("access-groups", "removes a group there", { action: "REMOVE", id: syd.group }, DONE),
    call("vehicle-import", "lists the imports there", { action: "IMPORTS" }, syd.person.slice(0, 8)),
    call("vehicle-import", "undoes an import there", { action: "UNDO", import_id: syd.person }, '"kept":1'),
    call("vehicle-import", "asks for plates there", {
      action: "CHECK_PLATES",
      organization_id: syd.organization,
      plates: [syd.marker.slice(0, 10)],
    }),
    call(
      "people-import",
      "imports people there",
      {
        action: "IMPORT",
        organization_id: syd.organization,
        import_id: crypto.randomUUID(),
        total: 1,
        access_point_ids: [],
        rows: [{ ...PERSON_ROW, pin: "", plate: "ABC 123" }],
      },
      IMPORTED,
    ),
    call(
      "people-import",
      "looks for people there",
      {
        action: "CHECK_PEOPLE",
        organization_id: syd.organization,
        rows: [{ row: 1, first_name: "A", last_name: "B", apartment: "", email: "" }],
      },
      '"existing"',
    ),
    call(
      "people-import",
      "is offered PINs there",
      {
        action: "SUGGEST_PINS",
        organization_id: syd.organization,
        access_point_ids: [syd.accessPoint],
        count: 2,
      },
      '"pins"',
    ),
    call("vehicle-import", "imports there", {
      action: "IMPORT",
      organization_id: syd.organization,
      import_id: crypto.randomUUID(),
      rows: [{ row: 1, plate: "ABC 123", first_name: "A", last_name: "B", vehicle_type: null }],
    }),
  ];
}

async function allCells(): Promise<Cell[]> {
  const perTable = await Promise.all(relations.map(cellsOf));
  return [...perTable.flat(), ...(await otherCells()), ...functionCells(), ...closedCells(world.syd, ask)];
}

test("every operation that an org admin may call has a cell or a reason, a new one too", () => {
  expect(openToOrgAdmins(OPERATIONS).length).toBeGreaterThan(25);
  expect(uncovered(OPERATIONS)).toEqual([]);
  const [known] = OPERATIONS;
  if (known === undefined) throw new Error("there are operations");
  const added = { ...known, fn: { ...known.fn, name: "new-function", role: "any" as const }, action: "DO" };
  expect(uncovered([...OPERATIONS, added])).toEqual(["new-function/DO"]);
});

test("no cell and no reason names an operation that is gone or closed to org admins", () => {
  const open = new Set(openToOrgAdmins(OPERATIONS));
  const named = [...functionCells().map(({ operation }) => operation ?? ""), ...Object.keys(WITHOUT_CELL)];
  expect(named.filter((name) => !open.has(name))).toEqual([]);
});

async function leaks(cells: readonly Cell[]): Promise<string[]> {
  const found: string[] = [];
  for (const cell of cells) if (await cell.run()) found.push(cell.name);
  return found;
}

async function setGuards({ rowSecurity, serviceGuard }: { rowSecurity: boolean; serviceGuard: boolean }) {
  service.up = serviceGuard;
  await setRowSecurity(portal.admin, rowSecurity);
  await setFunctionGuard(portal.admin, serviceGuard);
}

// Covers: tenant.1
test("every table and view has rows of the south, or stands here as one that has none by nature", async () => {
  // Audit rows planted here are chained only when no older transaction of the shared cluster is open.
  await expect
    .poll(async () => (await portal.admin.query("select from audit_unchained")).rowCount, { timeout: paced(60_000) })
    .toBe(0);
  const without: string[] = [];
  for (const table of relations) if ((await foreignRow(table)).row === undefined) without.push(table.name);
  expect(without).toEqual([
    "alert_opt_outs",
    "alert_settings",
    "audit_checks",
    "audit_keys",
    "audit_unchained",
    "backups",
    "deleted_rows",
    "door_profiles",
    "gate_addresses",
    "installation_group_doors",
    "installation_groups",
    "installation_webhook",
    "mfa_requirements",
    "restore_reports",
    "restore_state",
    "restores",
    "weekly_codes",
    "worker_pause",
  ]);
});

describe("an org admin of the north", () => {
  let cells: Cell[];
  beforeAll(async () => {
    cells = await allCells();
  });

  test("meets nothing of the south with both guards up", async () => {
    await setGuards({ rowSecurity: true, serviceGuard: true });
    expect(cells.length).toBeGreaterThan(120);
    expect(await leaks(cells)).toEqual([]);
  });

  // Covers: tenant.1
  test("meets nothing of the south with row security alone", async () => {
    await setGuards({ rowSecurity: true, serviceGuard: false });
    expect(await leaks(cells)).toEqual([]);
  });

  // Covers: tenant.1
  test("meets nothing of the south with the service's tenant guard alone", async () => {
    await setGuards({ rowSecurity: false, serviceGuard: true });
    expect(await leaks(cells)).toEqual([]);
  });

  // Covers: tenant.1
  test("meets the south wherever rights reach when both guards are down, so the matrix sees", async () => {
    await setGuards({ rowSecurity: false, serviceGuard: false });
    const found = new Set(await leaks(cells));
    await setGuards({ rowSecurity: true, serviceGuard: true });
    expect(cells.filter((cell) => cell.granted && !found.has(cell.name)).map((cell) => cell.name)).toEqual([]);
    expect([...found].filter((name) => name.includes(" embeds ")).length).toBeGreaterThan(20);
  });

  test("meets the own rows of every table that shows any", async () => {
    const blind: string[] = [];
    for (const table of relations.filter(({ reads, name }) => reads.length > 0 && !COMMON.has(name))) {
      const { text } = await ask("nord", `/rest/v1/${table.name}?select=${readsOf(table.name)}`);
      if (JSON.parse(text).length === 0) blind.push(table.name);
    }
    expect(blind).toEqual([]);
  });
});

test("a system admin meets both organisations in every table that shows any, and an outsider none", async () => {
  const { rows } = await portal.admin.query<{ name: string }>(
    "select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition and has_any_column_privilege('system_admin', c.oid, 'select') order by 1",
  );
  for (const { name } of rows) {
    const seen = await ask("system", `/rest/v1/${name}?select=*`);
    const outside = await ask("nobody", `/rest/v1/${name}?select=*`);
    expect([name, seen.status, outside.status]).toEqual([name, 200, 401]);
  }
  const people = (await ask("system", "/rest/v1/end_users?select=*")).text;
  expect([people.includes(world.nord.marker), people.includes(world.syd.marker)]).toEqual([true, true]);
});
