// Reading another organisation's PINs on a shared controller, by every path at two servers. Long run: PIN_TRIES=100000.
import { randomInt, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { peopleErrors } from "#contract/errors/people.ts";
import { PIN_ATTEMPTS, PIN_OFFERS } from "#contract/limits.ts";
import { isTrivialPin } from "#contract/pin.ts";
import { encryptControllerUserPin } from "#server/controllers/encrypt.ts";
import type { RunningServer } from "#server/main.ts";
import { encryptCredentialPin } from "#server/people/encrypt.ts";
import { isProposable } from "#server/people/suggest-pin.ts";
import { encryptWeeklyCode } from "#server/weekly-codes/encrypt.ts";
import { startAnotherServer, startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";
import { paced } from "#tests/support/pace.ts";

const ATTEMPTS = Number(process.env["PIN_TRIES"] ?? 160);
/**
 * The number of the neighbour's PINs: nearly half of all codes of four digits, so that an attacker hits one at once and only the caps stop
 * it.
 */
const PLANTED = 4_500;
/** The number of these PINs that are asked about by name when the quota is empty. */
const NAMED = 16;
const AT_ONCE = 16;
/** A person has twenty PINs at most. */
const BULK = ATTEMPTS > 1_000 ? 18 : 3;
const PRESSES = 40;

let portal: TestPortal;
let second: RunningServer;
let tokens: string[];
const shared = randomUUID();
const door = randomUUID();
const planted = new Set<string>();

beforeAll(async () => {
  portal = await startTestPortal();
  second = await startAnotherServer(portal);
  const sessions = await Promise.all(
    ["syd", "syd"].map(() =>
      signedInClient(portal.url, portal.accounts.syd).then((client) => client.auth.getSession()),
    ),
  );
  tokens = sessions.map(({ data }) => data.session?.access_token ?? "");
  await plantNeighbour();
});
afterAll(async () => {
  await second.close();
  await portal.close();
});

/** Makes a controller that both may use (switched off, so no device is asked), with PINs of the north. */
async function plantNeighbour(): Promise<void> {
  const { nord, syd } = portal.accounts;
  const run = (sql: string, values: unknown[] = []) => portal.admin.query(sql, values);
  await run(
    "insert into controllers (id, name, device_type, device_ip, enabled, organization_id) values ($1, 'Garage', 'axis', '192.0.2.9', false, $2)",
    [shared, nord.organizationId],
  );
  await run("insert into access_points (id, controller_id, name) values ($1, $2, 'Port')", [door, shared]);
  await run("insert into organization_controllers values ($1, $3), ($2, $3)", [
    nord.organizationId,
    syd.organizationId,
    shared,
  ]);
  while (planted.size < PLANTED) planted.add(draw());
  const pins = [...planted];
  await plantPeople(pins.slice(0, PLANTED / 2));
  await plantWeeklyCodes(pins.slice(PLANTED / 2, (PLANTED * 3) / 4));
  await plantControllerUsers(pins.slice((PLANTED * 3) / 4));
}

const plant = (sql: string, ids: readonly string[], encrypted: readonly string[], more: readonly unknown[] = []) =>
  portal.admin.query(
    `with made as (select * from unnest($1::uuid[], $2::text[]) with ordinality as p (id, pin, n)) ${sql}`,
    [ids, encrypted, ...more],
  );

async function plantPeople(pins: readonly string[]): Promise<void> {
  const ids = pins.map(() => randomUUID());
  const encrypted = pins.map((pin, n) => encryptCredentialPin(portal.server.deps.keys, ids[n] ?? "", pin));
  const { organizationId } = portal.accounts.nord;
  await plant(
    `insert into end_users (id, organization_id, first_name, last_name) select id, $3, 'Nord', 'Bo' from made where pin is not null`,
    ids,
    encrypted,
    [organizationId],
  );
  await plant(
    `insert into credentials (id, end_user_id, credential_type, credential_value) select id, id, 'pin', pin from made`,
    ids,
    encrypted,
  );
  await plant(
    `insert into controller_assignments (credential_id, controller_id, access_point_id)
     select id, $3, $4 from made where pin is not null`,
    ids,
    encrypted,
    [shared, door],
  );
}

async function plantWeeklyCodes(pins: readonly string[]): Promise<void> {
  const ids = pins.map(() => randomUUID());
  const encrypted = pins.map((pin, n) => encryptWeeklyCode(portal.server.deps.keys, ids[n] ?? "", pin));
  await plant(
    `insert into weekly_codes (id, code, week_number, year, valid_from, valid_to)
     select id, pin, 1 + n % 50, 2026 + n / 50, now() - interval '1 day', now() + interval '6 days' from made`,
    ids,
    encrypted,
  );
  await plant(
    `insert into weekly_code_assignments (weekly_code_id, controller_id) select id, $3 from made where pin is not null`,
    ids,
    encrypted,
    [shared],
  );
}

async function plantControllerUsers(pins: readonly string[]): Promise<void> {
  const ids = pins.map(() => randomUUID());
  const encrypted = pins.map((pin, n) => encryptControllerUserPin(portal.server.deps.keys, ids[n] ?? "", pin));
  await plant(
    `insert into controller_users (id, controller_id, first_name, last_name, pin, access_point_ids)
     select id, $3, 'Vakt', 'Nattsson', pin, array[$4::uuid] from made`,
    ids,
    encrypted,
    [shared, door],
  );
}

function draw(): string {
  for (;;) {
    const pin = String(randomInt(10_000)).padStart(4, "0");
    if (!isTrivialPin(pin)) return pin;
  }
}

interface Reply {
  status: number;
  text: string;
}

let asked = 0;
async function ask(
  path: string,
  { method = "POST", body, headers = {} }: { method?: string; body?: unknown; headers?: Record<string, string> },
): Promise<Reply> {
  asked += 1;
  const base = asked % 2 === 0 ? portal.url : second.url;
  const reply = await fetch(`${base}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tokens[asked % tokens.length]}`,
      "content-type": "application/json",
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, text: await reply.text() };
}

type Notified = "unseen" | "taken" | "free" | "nothing";

function read({ status, text }: Reply): Notified {
  // An extension answers for each credential with a sentence.
  if (text.includes("pin_attempts_used_up") || text.includes(peopleErrors.pin_attempts_used_up().sv)) return "unseen";
  if (text.includes('"outcome":"refused"')) return "taken";
  if (text.includes("pin_in_use") || text.includes("already in use")) return "taken";
  return status < 300 ? "free" : "nothing";
}

const person = (more: object) => ({
  organization_id: portal.accounts.syd.organizationId,
  first_name: "Prov",
  last_name: "Provsson",
  ...more,
});
const pinBlock = (value: string) => ({ value, validity_period: "12_months", access_point_ids: [door] });

/** Makes credentials of one person that are off: a PIN that opens nothing counts as nobody's. */
async function switchedOff(pins: readonly string[]): Promise<{ person: string; ids: string[] }> {
  const ids = await unassigned(pins, { enabled: false });
  await assign(ids);
  const { rows } = await portal.admin.query<{ person: string }>(
    "select end_user_id as person from credentials where id = $1",
    [ids[0]],
  );
  return { person: rows[0]?.person ?? "", ids };
}

/** Writes a refusal at the shared door, as its reader's log has it when somebody tries a code that has no door. */
async function refusedThere(credentialId: string): Promise<string> {
  const id = randomUUID();
  await portal.admin.query(
    `insert into door_events (id, occurred_at, device_time, controller_id, access_point_id, organization_id, kind, granted, reason, credential_id)
     values ($1, clock_timestamp(), clock_timestamp(), $2, $3, $4, 'access', false, 'not_permitted', $5)`,
    [id, shared, door, portal.accounts.syd.organizationId, credentialId],
  );
  return id;
}

async function newPerson(): Promise<string> {
  const made = await ask("/rest/v1/end_users?select=id", {
    body: person({}),
    headers: { prefer: "return=representation" },
  });
  return /[0-9a-f-]{36}/.exec(made.text)?.[0] ?? "";
}

/** Makes credentials of a new person, at no door yet: creating them asks nothing. */
async function unassigned(pins: readonly string[], more: object = {}): Promise<string[]> {
  const end_user_id = await newPerson();
  const made = await ask("/rest/v1/credentials?select=id", {
    headers: { prefer: "return=representation" },
    body: pins.map((credential_value) => ({
      end_user_id,
      credential_type: "pin",
      credential_value,
      valid_to: "2036-01-01T00:00:00Z",
      ...more,
    })),
  });
  expect(made).toMatchObject({ status: 201 });
  return made.text.match(/[0-9a-f-]{36}/g) ?? [];
}
const assign = (ids: readonly string[], headers: Record<string, string> = {}, query = "") =>
  ask(`/rest/v1/controller_assignments${query}`, {
    body: ids.map((credential_id) => ({ credential_id, controller_id: shared, access_point_id: door })),
    headers,
  });
const object = { accept: "application/vnd.pgrst.object+json", prefer: "return=representation" };

function importOf(pins: readonly string[], total: number): object {
  const row = { first_name: "Prov", last_name: "Provsson", email: "", apartment: "", phone: "", note: "" };
  const rows = pins.map((pin, at) => ({ ...row, row: at + 1, pin, doors: [], plate: "", validity: "12_months" }));
  return { action: "IMPORT", import_id: randomUUID(), total, access_point_ids: [door], rows };
}

/** Each path takes PINs and returns the portal's answer. */
const PATHS: Record<string, (pins: string[]) => Promise<Reply>> = {
  create: ([pin = ""]) =>
    ask("/functions/v1/end-user-manager", { body: { action: "CREATE", payload: person({ pin: pinBlock(pin) }) } }),
  update: async ([pin = ""]) =>
    ask("/functions/v1/end-user-manager", {
      body: { action: "UPDATE", id: await newPerson(), payload: person({ pin: pinBlock(pin) }) },
    }),
  "check while typing": ([pin = ""]) =>
    ask("/functions/v1/end-user-manager", {
      body: {
        action: "CHECK_PIN",
        organization_id: portal.accounts.syd.organizationId,
        pin,
        access_point_ids: [door],
      },
    }),
  "table update": async ([pin = ""]) => {
    const [id] = await unassigned(["907351"], { enabled: false });
    await assign([id ?? ""]);
    await ask(`/rest/v1/credentials?id=eq.${id}`, { method: "PATCH", body: { credential_value: pin } });
    return ask(`/rest/v1/credentials?id=eq.${id}`, { method: "PATCH", body: { enabled: true } });
  },
  "table insert": async ([pin = ""]) => assign(await unassigned([pin])),
  "bulk insert": async (pins) => assign(await unassigned(pins)),
  upsert: async (pins) =>
    assign(
      await unassigned(pins),
      { prefer: "resolution=ignore-duplicates" },
      "?on_conflict=credential_id,controller_id,access_point_id",
    ),
  extending: async ([pin = ""]) => {
    const ids = await unassigned([pin], { valid_to: "2020-01-01T00:00:00Z", valid_from: "2019-01-01T00:00:00Z" });
    await assign(ids);
    return ask("/functions/v1/end-user-manager", { body: { action: "EXTEND", credential_ids: ids } });
  },
  "switching many on": async (pins) => {
    const { person: id } = await switchedOff(pins);
    return ask("/functions/v1/end-user-manager", { body: { action: "SWITCH_MANY", ids: [id], enabled: true } });
  },
  "an import": ([pin = ""]) => ask("/functions/v1/people-import", { body: importOf([pin], 1) }),
  "fixing a refusal": async ([pin = ""]) => {
    const [id = ""] = await unassigned([pin]);
    const passage = { source: "door", id: await refusedThere(id) };
    return ask("/functions/v1/apply-fix", { body: { passage, fix_id: "give_door", confirm: true } });
  },
  "switching on": async (pins) => {
    const { ids } = await switchedOff(pins);
    return ask(`/rest/v1/credentials?id=in.(${ids.join(",")})`, { method: "PATCH", body: { enabled: true } });
  },
};

/** Saves that must fail for another reason, or that compare no PIN: the answer must not reveal whether the PIN is taken. */
const DRY_RUNS: Record<string, (pins: string[]) => Promise<Reply>> = {
  "a gate that nobody has": ([pin = ""]) =>
    ask("/functions/v1/end-user-manager", {
      body: {
        action: "CREATE",
        payload: person({
          pin: pinBlock(pin),
          vehicle: {
            plate_number: "ABC123",
            vehicle_type: "Bil",
            validity_period: "12_months",
            controller_ids: [randomUUID()],
          },
        }),
      },
    }),
  "an answer of 406": async (pins) => assign(await unassigned([...pins, "907351"]), object, "?select=id"),
  "the undo of an extension": async ([pin = ""]) => {
    const ids = await unassigned([pin], { valid_to: "2020-01-01T00:00:00Z", valid_from: "2019-01-01T00:00:00Z" });
    await assign(ids);
    const before = { valid_from: null, valid_to: "2035-01-01T00:00:00Z" };
    const extensions = ids.map((credential_id) => ({ credential_id, valid_to: "2020-01-01T00:00:00Z", before }));
    return ask("/functions/v1/end-user-manager", { body: { action: "UNDO_EXTEND", extensions } });
  },
  "an import of more rows than announced": async (pins) =>
    ask("/functions/v1/people-import", { body: importOf([...pins, "907353"], 1) }),
  "more rows than allowed": async (pins) =>
    assign(await unassigned([...pins, "907352"]), { prefer: "handling=strict,max-affected=1" }),
};

describe("an administrator of another organisation who knows nothing else", () => {
  /** `looked` holds PINs and not a number, since a PIN that was answered "free" may be asked about again within the hour. */
  const learned = { taken: new Set<string>(), looked: new Set<string>(), reported: 0 };

  test(
    `learns by ${ATTEMPTS} attempts, by every path at once, what ${PIN_ATTEMPTS.organization.hour} answers say`,
    async () => {
      const names = Object.keys(PATHS);
      let left = ATTEMPTS;
      const attacker = async () => {
        while (left > 0) {
          const name = names[left % names.length] ?? "";
          const bulk = /bulk|upsert|on$/.test(name); // The pattern matches "switching on" and "switching many on" too.
          const pins = Array.from({ length: bulk ? BULK : 1 }, draw);
          left -= pins.length;
          const reply = await PATHS[name]?.(pins);
          const reported = reply ? read(reply) : "nothing";
          if (reply && reply.status >= 500) throw new Error(`${name}: ${reply.status} ${reply.text}`);
          if (reported === "taken") learned.reported += 1;
          if (reported === "taken" && pins.length === 1) for (const pin of pins) learned.taken.add(pin);
          if (reported === "taken" || reported === "free") for (const pin of pins) learned.looked.add(pin);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, attacker));
      // The quota is used up, so even planted PINs look like free ones.
      for (const pin of [...planted].slice(0, NAMED)) {
        const { text } = (await PATHS["create"]?.([pin])) ?? { text: "" };
        expect(text).toContain("pin_attempts_used_up");
      }
      for (const [name, path] of Object.entries(PATHS)) {
        const [pin = ""] = planted;
        // The check has a separate quota, which many attempts exhaust first; its answers then reveal even less.
        const answers = name === "check while typing" ? ["unseen", "nothing"] : ["unseen"];
        expect(answers, name).toContain(read(await path([pin])));
      }
      expect(learned.looked.size).toBeGreaterThan(0);
      expect(learned.looked.size).toBeLessThanOrEqual(PIN_ATTEMPTS.organization.hour);
      expect(learned.reported).toBeLessThanOrEqual(PIN_ATTEMPTS.organization.reported);
      // With even odds, thirty tries give fewer than three hits once in a million runs, so the caps were reached by rule, not by chance.
      expect(learned.reported).toBeGreaterThan(2);
      const { hour, reported } = PIN_ATTEMPTS.organization;
      const { rows } = await portal.admin.query<{ spent: number }>(
        "select sum(rows)::int as spent from private.pin_attempts where quota_owner = $1 and not refused",
        [portal.accounts.syd.organizationId],
      );
      expect([(rows[0]?.spent ?? 0) > hour - BULK, learned.reported === reported]).toContain(true);
    },
    paced(3_600_000),
  );

  test("left one audit row of the empty quota and an alert, and the audit has every reported PIN", async () => {
    const { rows } = await portal.admin.query<{ action: string; n: number }>(
      "select action, count(*)::int as n from audit where action like 'pin_%' group by 1 order by 1",
    );
    const counted = Object.fromEntries(rows.map(({ action, n }) => [action, n]));
    expect(counted["pin_attempts_used_up"]).toBe(1);
    expect(counted["pin_collision_reported"] ?? 0).toBe(learned.reported);
    const refused = await portal.admin.query("select from private.pin_attempts where refused and quota_owner = $1", [
      portal.accounts.syd.organizationId,
    ]);
    expect(refused.rowCount).toBe(1);
  });

  test("is proposed a PIN all the same, and can save it", async () => {
    const offered = await ask("/functions/v1/end-user-manager", {
      body: { action: "SUGGEST_PIN", access_point_ids: [door] },
    });
    const pin = /"pin":"(\d+)"/.exec(offered.text)?.[1] ?? "";
    expect(read((await PATHS["create"]?.([pin])) ?? { status: 0, text: "" })).toBe("free");
    const generated = await ask("/functions/v1/end-user-manager", {
      body: { action: "CREATE", payload: person({ pin: { validity_period: "12_months", access_point_ids: [door] } }) },
    });
    expect(generated).toMatchObject({ status: 200 });
  });

  test("cannot recognise taken PINs by collecting proposals: half of all PINs are never proposed", async () => {
    const seen = new Set<string>();
    let refused = 0;
    while (refused === 0 && seen.size <= PIN_OFFERS.hour) {
      const replies = await Promise.all(
        Array.from({ length: PRESSES }, () =>
          ask("/functions/v1/end-user-manager", { body: { action: "SUGGEST_PIN", access_point_ids: [door] } }),
        ),
      );
      for (const { text } of replies) seen.add(/"pin":"(\d+)"/.exec(text)?.[1] ?? "");
      refused = replies.filter(({ status }) => status === 429).length;
    }
    expect(refused).toBeGreaterThan(0);
    expect(seen.size).toBeLessThanOrEqual(PIN_OFFERS.hour + 1);
    for (const pin of planted) expect(seen).not.toContain(pin);
    const { keys } = portal.server.deps;
    const own = [...seen].filter(
      (pin) => pin !== "" && isProposable(keys, portal.accounts.syd.organizationId ?? "", pin),
    );
    expect(own.length).toBe([...seen].filter((pin) => pin !== "").length);
  });

  test.each(Object.keys(DRY_RUNS))(
    "learns nothing from a save that fails for another reason, or looks at nothing: %s",
    async (name) => {
      await portal.admin.query("delete from private.pin_attempts where quota_owner = $1", [
        portal.accounts.syd.organizationId,
      ]);
      const answers = async (pins: Iterable<string>) => {
        const said = new Set<string>();
        for (const pin of pins) {
          const { status, text } = (await DRY_RUNS[name]?.([pin])) ?? { status: 0, text: "" };
          said.add(`${status} ${text.replace(/"(request_id|credential_id)":"[^"]*"/g, "")}`);
        }
        return said;
      };
      const few = [...planted].slice(0, 5);
      const taken = await answers(few);
      expect(taken.size).toBe(1);
      expect(await answers(few.map((pin) => `${pin}73`))).toEqual(taken);
    },
  );
});
