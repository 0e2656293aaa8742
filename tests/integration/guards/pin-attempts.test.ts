// Reading another organisation's PINs on a shared controller, by every path at two servers. Long run: PIN_TRIES=100000.
import { randomInt, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { peopleErrors } from "#contract/errors/people.ts";
import { PIN_ATTEMPTS, PIN_OFFERS } from "#contract/limits.ts";
import { isTrivialPin } from "#contract/pin.ts";
import type { RunningServer } from "#server/main.ts";
import { isProposable } from "#server/people/suggest-pin.ts";
import {
  encryptControllerUserPin,
  encryptCredentialPin,
  encryptWeeklyCode,
} from "#server/platform/crypto/encrypted-columns.ts";
import { startAnotherServer, startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";

const ATTEMPTS = Number(process.env["PIN_TRIES"] ?? 400);
const PLANTED = 16;
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

/** A controller both may use (switched off, so no device is asked), with PINs of the north. */
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
  while (planted.size < PLANTED) {
    const pin = draw();
    if (planted.has(pin)) continue;
    await plantOne(PLANTERS[planted.size % PLANTERS.length] ?? personsPin, pin);
    planted.add(pin);
  }
}

type Run = (sql: string, values?: unknown[]) => Promise<unknown>;
type Plant = (run: Run, id: string, pin: string) => Promise<void>;
const plantOne = (plant: Plant, pin: string) =>
  plant((sql, values = []) => portal.admin.query(sql, values), randomUUID(), pin);

const personsPin: Plant = async (run, id, pin) => {
  const person = randomUUID();
  await run("insert into end_users (id, organization_id, first_name, last_name) values ($1, $2, 'Nord', 'Bo')", [
    person,
    portal.accounts.nord.organizationId,
  ]);
  await run("insert into credentials (id, end_user_id, credential_type, credential_value) values ($1, $2, 'pin', $3)", [
    id,
    person,
    encryptCredentialPin(portal.server.deps.keys, id, pin),
  ]);
  await run("insert into controller_assignments (credential_id, controller_id, access_point_id) values ($1, $2, $3)", [
    id,
    shared,
    door,
  ]);
};
const weeklyCode: Plant = async (run, id, pin) => {
  await run(
    `insert into weekly_codes (id, code, week_number, year, valid_from, valid_to)
     values ($1, $2, $3, 2026, now() - interval '1 day', now() + interval '6 days')`,
    [id, encryptWeeklyCode(portal.server.deps.keys, id, pin), planted.size + 1],
  );
  await run("insert into weekly_code_assignments (weekly_code_id, controller_id) values ($1, $2)", [id, shared]);
};
const controllerUser: Plant = async (run, id, pin) => {
  await run(
    `insert into controller_users (id, controller_id, first_name, last_name, pin, access_point_ids)
     values ($1, $2, 'Vakt', 'Nattsson', $3, array[$4::uuid])`,
    [id, shared, encryptControllerUserPin(portal.server.deps.keys, id, pin), door],
  );
};
/** What else may be on a controller: half are people's, the others weekly codes and people made there. */
const PLANTERS = [personsPin, weeklyCode, personsPin, controllerUser];

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
  // An extension answers for each credential by a sentence.
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

async function newPerson(): Promise<string> {
  const made = await ask("/rest/v1/end_users?select=id", {
    body: person({}),
    headers: { prefer: "return=representation" },
  });
  return /[0-9a-f-]{36}/.exec(made.text)?.[0] ?? "";
}

/** Credentials of a new person, at no door yet: creating them asks nothing. */
async function unassigned(pins: readonly string[], more: object = {}): Promise<string[]> {
  const end_user_id = await newPerson();
  const ids = pins.map(() => randomUUID());
  const made = await ask("/rest/v1/credentials", {
    body: pins.map((credential_value, n) => ({
      id: ids[n],
      end_user_id,
      credential_type: "pin",
      credential_value,
      valid_to: "2036-01-01T00:00:00Z",
      ...more,
    })),
  });
  expect(made).toMatchObject({ status: 201 });
  return ids;
}
const assign = (ids: readonly string[], headers: Record<string, string> = {}, query = "") =>
  ask(`/rest/v1/controller_assignments${query}`, {
    body: ids.map((credential_id) => ({ credential_id, controller_id: shared, access_point_id: door })),
    headers,
  });
const object = { accept: "application/vnd.pgrst.object+json", prefer: "return=representation" };

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
  "switching on": async (pins) => {
    const ids = await unassigned(pins, { enabled: false });
    await assign(ids);
    return ask(`/rest/v1/credentials?id=in.(${ids.join(",")})`, { method: "PATCH", body: { enabled: true } });
  },
};

/** Saves bound to fail for another reason: does the answer reveal whether the PIN is taken? */
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
  "more rows than allowed": async (pins) =>
    assign(await unassigned([...pins, "907352"]), { prefer: "handling=strict,max-affected=1" }),
};

describe("an administrator of another organisation who knows nothing else", () => {
  /** `looked`: PINs, since a PIN that was answered free may be asked about again within the hour. */
  const learned = { taken: new Set<string>(), looked: new Set<string>(), reported: 0 };

  test(`learns by ${ATTEMPTS} attempts, by every path at once, what ${PIN_ATTEMPTS.organization.hour} answers say`, async () => {
    const names = Object.keys(PATHS);
    let left = ATTEMPTS;
    const attacker = async () => {
      while (left > 0) {
        const name = names[left % names.length] ?? "";
        const bulk = /bulk|upsert|on$/.test(name);
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
    // The budget is empty: even planted PINs look like free ones.
    for (const pin of planted) {
      const { text } = (await PATHS["create"]?.([pin])) ?? { text: "" };
      expect(text).toContain("pin_attempts_used_up");
    }
    for (const [name, path] of Object.entries(PATHS)) {
      const [pin = ""] = planted;
      expect({ name, notified: read(await path([pin])) }).toEqual({ name, notified: "unseen" });
    }
    expect(learned.looked.size).toBeGreaterThan(0);
    expect(learned.looked.size).toBeLessThanOrEqual(PIN_ATTEMPTS.organization.hour);
    expect(learned.reported).toBeLessThanOrEqual(PIN_ATTEMPTS.organization.reported);
  }, 3_600_000);

  test("has left one audit row of the empty purse and an alert, and every taken PIN that was reported is in the audit", async () => {
    const { rows } = await portal.admin.query<{ action: string; n: number }>(
      "select action, count(*)::int as n from audit where action like 'pin_%' group by 1 order by 1",
    );
    const counted = Object.fromEntries(rows.map(({ action, n }) => [action, n]));
    expect(counted["pin_attempts_used_up"]).toBe(1);
    expect(counted["pin_collision_told"] ?? 0).toBe(learned.reported);
    const refused = await portal.admin.query("select from private.pin_attempts where refused and payer = $1", [
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

  test("cannot recognise taken PINs by collecting proposals: they are few, and half of all PINs is never proposed", async () => {
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

  test.each(Object.keys(DRY_RUNS))("learns nothing from a save that fails for another reason: %s", async (name) => {
    await portal.admin.query("delete from private.pin_attempts where payer = $1", [portal.accounts.syd.organizationId]);
    const answers = async (pins: Iterable<string>) => {
      const said = new Set<string>();
      for (const pin of pins) {
        const { status, text } = (await DRY_RUNS[name]?.([pin])) ?? { status: 0, text: "" };
        said.add(`${status} ${text.replace(/"request_id":"[^"]*"/, "")}`);
      }
      return said;
    };
    const few = [...planted].slice(0, 5);
    const taken = await answers(few);
    expect(taken.size).toBe(1);
    expect(await answers(few.map((pin) => `${pin}73`))).toEqual(taken);
  });
});
