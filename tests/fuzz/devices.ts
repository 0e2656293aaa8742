// npm run fuzz:devices: real drivers get spoilt answers. Each call gives a value or DeviceError in time; memory stays.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { relayPreset } from "#contract/relay-presets.ts";
import { createAxisDriver } from "#drivers/axis/driver.ts";
import { createAxxonDriver } from "#drivers/axxon/driver.ts";
import { systemClock } from "#drivers/clock.ts";
import { DeviceError } from "#drivers/errors.ts";
import { createHttpRelayDriver } from "#drivers/http-relay/driver.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import type { DeviceConnection, DoorController, PlateController } from "#drivers/port.ts";
import { seededRandom } from "#scripts/seed/random.ts";
import { startAxisSimulator } from "#simulators/axis/server.ts";
import { DEFAULT_MACRO_ID, startAxxonSimulator } from "#simulators/axxon/server.ts";
import { startMutatingProxy } from "./mutating-proxy.ts";

export interface DeviceFindings {
  /** Driver and outcome ("value" or error code) → how often. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Errors other than DeviceError, calls past their limit, uncaught errors. */
  readonly crashes: number;
  readonly heldMegabytes: number;
  /** Live bytes after each fifth of the calls, collected. */
  readonly aliveMegabytes: readonly number[];
  readonly bounded: boolean;
  readonly slowestMs: number;
  readonly examples: readonly string[];
}

/** Short, since a spoilt answer may never end; real limits are longer. */
const TIMEOUTS = { connectMs: 1_000, callMs: 2_000, totalMs: 4_000 };
const LATE_MS = 30_000;
/** Permitted growth of live memory between the first fifth (warm caches) and the end. */
const MOST_GROWN_MB = 50;
/** Permitted at any moment, uncollected garbage, simulators and spoilers included. */
const MOST_HELD_MB = 1_000;
const MEASURED_TIMES = 5;
/** Drivers are reopened now and then, as in the server. */
const CALLS_PER_DRIVER = 40;
const EXAMPLES = 10;
const WORKERS = 4;

export async function fuzzDevices({
  seed,
  count,
  progress,
}: {
  seed: number;
  count: number;
  progress?: (done: number) => void;
}): Promise<DeviceFindings> {
  await using stack = new AsyncDisposableStack();
  const axis = await startAxisSimulator({ doors: 2 });
  stack.defer(() => axis.close());
  const axxon = await startAxxonSimulator();
  stack.defer(() => axxon.close());
  const outcomes: Record<string, number> = {};
  const examples: string[] = [];
  let [crashes, slowestMs, done] = [0, 0, 0];
  const note = (text: string) => {
    crashes += 1;
    if (examples.length < EXAMPLES) examples.push(text);
  };
  const onStray = (error: unknown) =>
    note(`reached the process: ${error instanceof Error ? error.stack : String(error)}`);
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, onStray);
    stack.defer(() => void process.off(event, onStray));
  }
  const heldAtFirst = process.memoryUsage().rss;
  let held = heldAtFirst;
  const alive: number[] = [];

  const worker = async (number: number) => {
    // Its own generator, or the order of answers would change the requests.
    const random = seededRandom(seed + number);
    const proxies = {
      axis: await startMutatingProxy(axis.url, random),
      axxon: await startMutatingProxy(axxon.url, random),
    };
    while (done < count) {
      const kind = random.pick(["axis", "axis", "axis", "axxon", "axxon", "http_relay"] as const);
      const open = openDriver(kind, proxies[kind === "axis" ? "axis" : "axxon"].url);
      for (let n = 0; n < CALLS_PER_DRIVER && done < count; n += 1) {
        done += 1;
        const [name, call] = random.pick(open.calls(random.below(5)));
        const started = performance.now();
        const [result] = await Promise.allSettled([call()]);
        const took = performance.now() - started;
        slowestMs = Math.max(slowestMs, Math.round(took));
        if (took > TIMEOUTS.totalMs + LATE_MS) note(`${kind} ${name} took ${Math.round(took)} ms`);
        const code =
          result.status === "fulfilled" ? "value" : result.reason instanceof DeviceError ? result.reason.code : "crash";
        if (result.status === "rejected" && code === "crash")
          note(`${kind} ${name}: ${result.reason instanceof Error ? result.reason.stack : String(result.reason)}`);
        outcomes[`${kind} ${code}`] = (outcomes[`${kind} ${code}`] ?? 0) + 1;
        if (done % 500 === 0) held = Math.max(held, process.memoryUsage().rss);
        if (alive.length < Math.floor((MEASURED_TIMES * done) / count)) alive.push(aliveNow());
        if (done % 5_000 === 0) progress?.(done);
      }
      await Promise.allSettled([open.close()]);
    }
    await Promise.all([proxies.axis.close(), proxies.axxon.close()]);
  };
  await Promise.all(Array.from({ length: WORKERS }, (_, number) => worker(number)));
  if (Reflect.get({}, "polluted") !== undefined) note("an answer reached Object.prototype");
  const heldMegabytes = Math.round((held - heldAtFirst) / 1e6);
  const grown = (alive.at(-1) ?? 0) - (alive[0] ?? 0);
  const bounded = alive.length === MEASURED_TIMES && grown < MOST_GROWN_MB && heldMegabytes < MOST_HELD_MB;
  return { outcomes, crashes, heldMegabytes, aliveMegabytes: alive, bounded, slowestMs, examples };
}

function aliveNow(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return Math.round((heapUsed + arrayBuffers) / 1e6);
}

/** V8's collector, for a process started without the flag. */
function collect(): void {
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("gc");
  if (typeof gc === "function") gc();
}

type Call = readonly [name: string, run: () => Promise<unknown>];

function openDriver(kind: "axis" | "axxon" | "http_relay", url: string) {
  const connection: DeviceConnection = {
    baseUrl: new URL(url),
    username: "portal",
    password: "S3cret-pass",
    certSha256: null,
    serial: null,
    allowPlainHttp: true,
    relay: relayPreset("2n"),
  };
  const network = createNetworkPolicy({ allow: ["10.0.0.0/8"], allowLoopback: true });
  const options = { network, clock: systemClock, timeouts: TIMEOUTS };
  if (kind === "axis") {
    const driver = createAxisDriver(connection, options);
    return { calls: (n: number) => doorCalls(driver, n), close: () => driver.close() };
  }
  const driver = kind === "axxon" ? createAxxonDriver(connection, options) : createHttpRelayDriver(connection, options);
  return { calls: () => plateCalls(driver), close: () => driver.close() };
}

function doorCalls(driver: DoorController, n: number): Call[] {
  const token = `t${n}`;
  const credential = {
    token,
    userToken: token,
    pin: "4816",
    validFrom: null,
    validTo: null,
    enabled: true,
    profileTokens: [],
  };
  return [
    ["identify", () => driver.identify()],
    ["readDoors", () => driver.readDoors()],
    ["listProfiles", () => driver.listProfiles()],
    ["listUsers", () => driver.listUsers()],
    ["listCredentials", () => driver.listCredentials()],
    ["getUsers", () => driver.getUsers([token, "x"])],
    ["getCredentials", () => driver.getCredentials([token])],
    ["putUser", () => driver.putUser({ token, firstName: "A", lastName: "B" })],
    ["putCredential", () => driver.putCredential(credential)],
    ["putDoorProfile", () => driver.putDoorProfile({ token, name: "P", accessPointTokens: ["a"] })],
    ["removeUser", () => driver.removeUser(token)],
    ["removeCredential", () => driver.removeCredential(token)],
    ["systemLog", () => driver.systemLog()],
    ["verifyPin", async () => driver.verifyPin?.("4816", "d")],
    ["readEvents", async () => driver.readEvents?.({ row: 7, token: "e" }, 100)],
  ];
}

function plateCalls(driver: PlateController): Call[] {
  return [
    ["identify", () => driver.identify({ macroId: DEFAULT_MACRO_ID })],
    ["listMacros", () => driver.listMacros()],
    ["executeMacro", () => driver.executeMacro(DEFAULT_MACRO_ID, { timeoutMs: 2_000 })],
    ["executeMacro of a relay", () => driver.executeMacro("2n", { timeoutMs: 2_000 })],
    ["addVehicle", () => driver.addVehicle({ plateNumber: "ABC 123" })],
  ];
}
