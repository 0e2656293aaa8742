// npm run fuzz:typed: types PINs at readers, lets the portal collect the controllers' logs, and searches the portal for the PINs.
import { z } from "zod";
import { PIN_QUOTAS } from "#contract/limits.ts";
import { systemClock } from "#drivers/clock.ts";
import { type Random, seededRandom } from "#scripts/seed/random.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";
import { spoil } from "../chaos/faults/by-chance.ts";
import { deviceFixture, heal } from "../chaos/world/device-fixtures.ts";
import { type SecretsFound, searchPortal } from "./secret-search.ts";
import { transcriptFrom } from "./secrets.ts";
import type { FuzzRun } from "./sender.ts";

export interface TypedFindings extends SecretsFound {
  readonly typed: number;
  /** Counts rows of door_events of kind access. */
  readonly collected: number;
  readonly granted: number;
  /** Counts messages of the realtime channel. */
  readonly heard: number;
}

interface TypedRun extends FuzzRun {
  readonly log: readonly string[];
  readonly wholeCluster?: boolean;
}

const DEVICE_PASSWORD = "S3cret-pass";
/** The number of PINs typed between two readings: fewer rows than any unit lists at once, at about five rows a PIN. */
const BETWEEN_READINGS = 150;
/** The number of people whose right PIN is typed; the rest is unknown to the door. */
const PEOPLE = 6;
/** The number of typed PINs that are explained to both roles. */
const EXPLAINED = 100;
const PAGE = 1_000;
const WAIT_MS = paced(120_000);
const FAULTS = { faults: 0.04, lies: 0 };

type Answer = { of: string; text: string };

export async function fuzzTypedPins(portal: TestPortal, run: TypedRun): Promise<TypedFindings> {
  const random = seededRandom(run.seed);
  const world = await mainWorld(portal);
  // One unit filters its log on request. The other cannot, and sends typed digits to the portal.
  const older = await startAxisSimulator({ model: "A1001", doors: 1, switches: { fetchEvents2: false } });
  try {
    const units = [
      { id: world.controllerId, axis: portal.axis },
      { id: await connect(portal, world, older), axis: older },
    ];
    const answers: Answer[] = [];
    const channels = await listen(world, answers);
    const pins = new Set<string>();
    const newPin = () => {
      for (;;) {
        const pin = String(200_000 + random.below(800_000));
        if (!pins.has(pin)) return pins.add(pin) && pin;
      }
    };
    const known = await addPeople(portal, world, newPin);
    for (const [index, { id, axis }] of units.entries())
      spoil(deviceFixture(id, axis), seededRandom(run.seed * 31 + index), FAULTS);
    let done = 0;
    while (done < run.count && !run.stop?.aborted) {
      const { axis } = random.pick(units);
      for (let n = 0; n < BETWEEN_READINGS && done < run.count; n++, done++)
        type(axis, random, random.next() < 0.05 ? random.pick(known) : newPin());
      await whenRead(portal);
      run.progress?.(done);
    }
    for (const { id, axis } of units) await heal(deviceFixture(id, axis));
    await whenRead(portal);
    await readEverything(world, answers);
    const transcripts = await Promise.all(units.map(({ axis }) => transcriptFrom(axis, DEVICE_PASSWORD)));
    for (const channel of channels) await channel.unsubscribe();
    const { rows } = await portal.admin.query<{ collected: number; granted: number }>(
      "select count(*)::int as collected, (count(*) filter (where granted))::int as granted from door_events where kind = 'access'",
    );
    const { log, wholeCluster = true } = run;
    const heard = answers.filter(({ of }) => of === "realtime").length;
    return {
      typed: done,
      ...z.tuple([z.object({ collected: z.number(), granted: z.number() })]).parse(rows)[0],
      heard,
      ...(await searchPortal(portal, { pins, texts: [], answers, transcripts, log, wholeCluster })),
    };
  } finally {
    await older.close();
  }
}

/** Types a PIN at a reader; now and then the unit logs it as no unit should, under known and unknown keys and topics. */
function type(axis: AxisSimulator, random: Random, pin: string): void {
  const door = random.pick(axis.doorTokens);
  axis.punch(door, pin);
  if (random.next() < 0.8) return;
  const [key, value] = random.pick([
    ["Reason", pin],
    ["Reason", `PIN=${pin}`],
    ["State", pin],
    ["Card", `PIN=${pin}`],
    ["IdData", `PIN=${pin}`],
    ["CredentialHolderName", pin],
    ["TypedAtReader", `"${pin}"`],
    ["topic3", `PIN ${pin}`],
  ] as const);
  axis.state.log(
    random.pick(["AccessControl/Denied/Credential", "Door/State/DoorAlarm", `AccessControl/Denied/${pin}`]),
    {
      DoorToken: door,
      [key]: value,
    },
  );
}

async function connect(portal: TestPortal, world: MainWorld, axis: AxisSimulator): Promise<string> {
  const payload = {
    name: "Källaren",
    device_type: "axis",
    device_ip: axis.url,
    device_port: axis.port,
    username: "portal",
    password: DEVICE_PASSWORD,
  };
  const made = await callFunction(world.system, "controller-manager", { action: "CREATE", payload });
  const { id } = z.object({ id: z.string() }).parse(made.body["controller"]);
  await callFunction(world.system, "axis-proxy", { action: "SYNC_ACCESS_POINTS", controller_id: id });
  const organization_id = portal.accounts.nord.organizationId;
  const linked = await world.system.from("organization_controllers").insert({ organization_id, controller_id: id });
  if (linked.error) throw new Error(linked.error.message);
  return id;
}

async function addPeople(portal: TestPortal, world: MainWorld, newPin: () => string): Promise<string[]> {
  const known: string[] = [];
  const count = Math.min(PEOPLE, PIN_QUOTAS.person);
  for (let n = 0; n < count; n++) {
    const pin = newPin();
    await world.savePerson({ firstName: "Anna", lastName: `Exempel ${n}`, pin });
    known.push(pin);
  }
  await untilNone(portal, "select from device_sync where pending");
  return known;
}

/** Resolves when every log is read to its present end, past faults of the units. */
async function whenRead(portal: TestPortal): Promise<void> {
  const { rows } = await portal.admin.query<{ asked: Date }>("select clock_timestamp() as asked");
  await untilNone(
    portal,
    "select from controllers c left join door_event_cursors e on e.controller_id = c.id where c.device_type = 'axis' and c.enabled and (e.complete_to is null or e.complete_to < $1)",
    [rows[0]?.asked],
    async () => {
      await portal.admin.query("update door_event_cursors set next_read_at = '-infinity'");
      await portal.admin.query("update controller_sync set next_try_at = now() where next_try_at > now()");
    },
  );
}

async function untilNone(
  portal: TestPortal,
  query: string,
  values: unknown[] = [],
  hurry: () => Promise<void> = async () => {},
): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    await hurry();
    const { rowCount } = await portal.admin.query(query, values);
    if (rowCount === 0) return;
    if (Date.now() > deadline) throw new Error(`still there after ${WAIT_MS} ms: ${query}`);
    await systemClock.wait(100);
  }
}

/** Records what the channel tells both roles. */
function listen(world: MainWorld, answers: Answer[]) {
  return Promise.all(
    [world.system, world.nord].map(async (client) => {
      const channel = client
        .channel("doors")
        .on("postgres_changes", { event: "*", schema: "public", table: "door_events" }, (change) =>
          answers.push({ of: "realtime", text: JSON.stringify(change) }),
        )
        .on("postgres_changes", { event: "*", schema: "public", table: "door_states" }, (change) =>
          answers.push({ of: "realtime", text: JSON.stringify(change) }),
        );
      await new Promise<void>((resolve, reject) => {
        channel.subscribe((status, error) => {
          if (status === "SUBSCRIBED") resolve();
          else if (status === "CHANNEL_ERROR" || status === "TIMED_OUT") reject(error ?? new Error(status));
        });
      });
      return channel;
    }),
  );
}

const TABLES = [
  "door_events",
  "shared_door_events",
  "passages",
  "door_states",
  "access_points",
  "controllers",
  "audit",
];

/** Reads whatever either role can be shown of the doors: every row of the tables, explanations of refusals, comparisons. */
async function readEverything(world: MainWorld, answers: Answer[]): Promise<void> {
  for (const [who, client] of [
    ["system", world.system],
    ["nord", world.nord],
  ] as const) {
    const note = (of: string, reply: unknown) => answers.push({ of: `${of} as ${who}`, text: JSON.stringify(reply) });
    const refused: string[] = [];
    for (const table of TABLES) {
      for (let from = 0; ; from += PAGE) {
        const { data, error } = await client
          .from(table)
          .select("*")
          .range(from, from + PAGE - 1);
        note(table, data ?? error);
        if (table === "door_events")
          refused.push(
            ...z
              .array(z.object({ id: z.string() }))
              .parse(data ?? [])
              .map(({ id }) => id),
          );
        if ((data ?? []).length < PAGE) break;
      }
    }
    const step = Math.max(1, Math.floor(refused.length / EXPLAINED));
    for (let at = 0; at < refused.length; at += step)
      note("explain-passage", await callFunction(client, "explain-passage", { source: "door", id: refused[at] }));
    note("operations-status", (await client.functions.invoke("operations-status", { method: "GET" })).data);
    for (const [name, action] of CALLS)
      note(`${name} ${action}`, await callFunction(client, name, { action, controller_id: world.controllerId }));
  }
}

const CALLS = [
  ["axis-proxy", "LIST_USERS"],
  ["axis-proxy", "LIST_CREDENTIALS"],
  ["axis-proxy", "TEST_CONNECTION"],
  ["axis-proxy", "TEST_SYSTEMLOG"],
  ["axis-proxy", "GET_DOORS"],
  ["sync-control", "COMPARE"],
  ["examine-controller", undefined],
] as const;
