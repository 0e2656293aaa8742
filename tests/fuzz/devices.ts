// npm run fuzz:devices: gives real drivers spoilt answers. Each call must return a value or DeviceError in time, and memory must not grow.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { RelayPreset } from "#contract/relay.ts";
import { relayPreset } from "#contract/relay-presets.ts";
import { createAxisDriver } from "#drivers/axis/driver.ts";
import { createAxisLpvDriver } from "#drivers/axis-lpv/driver.ts";
import { createAxxonDriver } from "#drivers/axxon/driver.ts";
import { systemClock } from "#drivers/clock.ts";
import { DeviceError } from "#drivers/errors.ts";
import { createHttpRelayDriver } from "#drivers/http-relay/driver.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import type { DeviceConnection, DoorController, PlateController } from "#drivers/port.ts";
import { seededRandom } from "#scripts/seed/random.ts";
import { type AxisSimulatorOptions, startAxisSimulator } from "#simulators/axis/server.ts";
import { startLpvSimulator } from "#simulators/axis-lpv/server.ts";
import { DEFAULT_MACRO_ID, startAxxonSimulator } from "#simulators/axxon/server.ts";
import type { AxxonProfile } from "#simulators/axxon/switches.ts";
import type { RelayBrand } from "#simulators/relay/brands.ts";
import { startRelaySimulator } from "#simulators/relay/server.ts";
import { type MutatingProxy, startMutatingProxy } from "./mutating-proxy.ts";
import type { FuzzRun } from "./sender.ts";

export interface DeviceFindings {
  /** Counts calls by driver and outcome ("value" or error code). */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Counts errors other than DeviceError, calls past their limit and uncaught errors. */
  readonly crashes: number;
  readonly heldMegabytes: number;
  /** Live megabytes after each fifth of the calls, after garbage collection. */
  readonly aliveMegabytes: readonly number[];
  readonly bounded: boolean;
  readonly slowestMs: number;
  readonly examples: readonly string[];
}

/** These limits are short, since a spoilt answer may never end; real limits are longer. */
const TIMEOUTS = { connectMs: 1_000, callMs: 2_000, totalMs: 4_000 };
const LATE_MS = 30_000;
/** The allowed growth of live memory between the first fifth (warm caches) and the end. */
const MOST_GROWN_MB = 50;
/** The memory allowed at any moment, with uncollected garbage, simulators and spoilers. */
const MOST_HELD_MB = 1_000;
const MEASURED_TIMES = 5;
/** Drivers are reopened now and then, as in the server. */
const CALLS_PER_DRIVER = 40;
const EXAMPLES = 10;
const WORKERS = 4;

export async function fuzzDevices({ seed, count, progress, stop }: FuzzRun): Promise<DeviceFindings> {
  await using stack = new AsyncDisposableStack();
  const targets = await startTargets(stack);
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
    // A separate generator, because the order of answers would change the requests.
    const random = seededRandom(seed + number);
    const spoilt: { target: Target; proxy: MutatingProxy }[] = [];
    for (const target of targets) spoilt.push({ target, proxy: await startMutatingProxy(target.url, random) });
    while (done < count && !stop?.aborted) {
      const { target, proxy } = random.pick(spoilt);
      const kind = target.name;
      const open = openDriver(target, proxy.url);
      for (let n = 0; n < CALLS_PER_DRIVER && done < count && !stop?.aborted; n += 1) {
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
    await Promise.all(spoilt.map(({ proxy }) => proxy.close()));
  };
  await Promise.all(Array.from({ length: WORKERS }, (_, number) => worker(number)));
  if (Reflect.get({}, "polluted") !== undefined) note("an answer reached Object.prototype");
  const heldMegabytes = Math.round((held - heldAtFirst) / 1e6);
  const grown = (alive.at(-1) ?? 0) - (alive[0] ?? 0);
  const isMeasured = alive.length === MEASURED_TIMES || stop?.aborted === true;
  const bounded = isMeasured && grown < MOST_GROWN_MB && heldMegabytes < MOST_HELD_MB;
  return { outcomes, crashes, heldMegabytes, aliveMegabytes: alive, bounded, slowestMs, examples };
}

function aliveNow(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return Math.round((heapUsed + arrayBuffers) / 1e6);
}

/** Runs V8's collector, for a process started without the flag. */
function collect(): void {
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("gc");
  if (typeof gc === "function") gc();
}

type Call = readonly [name: string, run: () => Promise<unknown>];

/** A kind of device, with its way of being called. */
interface Target {
  name: string;
  url: string;
  username: string;
  driver: "axis" | "axxon_lpr" | "http_relay" | "axis_lpv";
  preset?: RelayPreset;
  /** The id of the macro that opens the gate. */
  macroId: string;
}

async function startTargets(stack: AsyncDisposableStack): Promise<Target[]> {
  const door = async (name: string, options: AxisSimulatorOptions): Promise<Target> => {
    const device = await startAxisSimulator(options);
    stack.defer(() => device.close());
    return { name, url: device.url, username: "portal", driver: "axis", macroId: "" };
  };
  const server = async (name: string, profile: AxxonProfile): Promise<Target> => {
    const device = await startAxxonSimulator({ profile });
    stack.defer(() => device.close());
    return { name, url: device.url, username: "portal", driver: "axxon_lpr", macroId: DEFAULT_MACRO_ID };
  };
  const relay = async (preset: RelayPreset, brand: RelayBrand): Promise<Target> => {
    const device = await startRelaySimulator({ brand });
    stack.defer(() => device.close());
    return { name: preset, url: device.url, username: device.username, driver: "http_relay", preset, macroId: preset };
  };
  const camera = await startLpvSimulator();
  stack.defer(() => camera.close());
  return [
    await door("axis", { doors: 2 }),
    await door("a1001", { model: "A1001", doors: 2 }),
    await door("entry_manager", {
      model: "ENTRY_MANAGER",
      doors: [{ name: "Entré" }, { name: "Gym", pinHours: "weekdays" }, { name: "Vind", authentication: "nobody" }],
    }),
    await server("axxon", "one2"),
    await server("one3", "one3"),
    { name: "axis_lpv", url: camera.url, username: camera.username, driver: "axis_lpv", macroId: "1" },
    await relay("2n", "2n"),
    await relay("shelly_gen1", "shelly-gen1"),
    await relay("shelly_gen2", "shelly-gen2"),
    await relay("axis_io", "axis-io"),
    await relay("unifi_access", "unifi-access"),
    await relay("hikvision_door", "hikvision"),
  ];
}

function openDriver({ driver: kind, username, preset, macroId }: Target, url: string) {
  const connection: DeviceConnection = {
    baseUrl: new URL(url),
    username,
    password: "S3cret-pass",
    certSha256: null,
    serial: null,
    allowPlainHttp: true,
    relay: preset === undefined ? null : relayPreset(preset),
  };
  const network = createNetworkPolicy({ allow: ["10.0.0.0/8"], allowLoopback: true });
  const options = { network, clock: systemClock, timeouts: TIMEOUTS };
  if (kind === "axis") {
    const driver = createAxisDriver(connection, options);
    return { calls: (n: number) => doorCalls(driver, n), close: () => driver.close() };
  }
  const driver = CREATE[kind](connection, options);
  return { calls: (n: number) => plateCalls(driver, macroId, n), close: () => driver.close() };
}

const CREATE = {
  axxon_lpr: createAxxonDriver,
  http_relay: createHttpRelayDriver,
  axis_lpv: createAxisLpvDriver,
};

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

function plateCalls(driver: PlateController, macroId: string, n: number): Call[] {
  const plate = `ABC12${n}`;
  const target = { url: "http://127.0.0.1:9/push", username: "lpr-1", password: "S3cret-push", isCopied: () => true };
  return [
    ["identify", () => driver.identify({ macroId })],
    ["listMacros", () => driver.listMacros()],
    ["executeMacro", () => driver.executeMacro(macroId, { timeoutMs: 2_000 })],
    ["executeMacro of another", () => driver.executeMacro("another", { timeoutMs: 2_000 })],
    ["addVehicle", () => driver.addVehicle({ plateNumber: plate, onList: true })],
    ["plateList.read", async () => driver.plateList?.read(new Set([plate]))],
    ["plateList.change", async () => driver.plateList?.change({ add: [plate], remove: ["ABC123"] })],
    ["readFrame", async () => driver.readFrame?.({ source: "cam", at: new Date(0) }, { timeoutMs: 2_000 })],
    ["setUpPush", async () => driver.setUpPush?.(target)],
  ];
}
