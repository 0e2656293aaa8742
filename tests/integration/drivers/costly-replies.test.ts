// A hostile unit may waste its own worker's run, but not the server's memory or time, which others' gates need.
import { createServer } from "node:net";
import { Readable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, test } from "vitest";
import { systemClock } from "#drivers/clock.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import { createDriverRegistry } from "#drivers/registry.ts";
import { createTransport } from "#drivers/transport.ts";
import { paced } from "#tests/support/pace.ts";
import { connectionTo, type Disposable } from "./device-harness.ts";
import { rogueUnit } from "./rogue-unit.ts";

const opened: Disposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
const registry = createDriverRegistry({
  network: createNetworkPolicy({ allow: [], allowLoopback: true }),
  clock: systemClock,
});

test("a list without end is given up when it is longer than the largest controller's", async () => {
  const padding = "x".repeat(1_000_000);
  let pages = 0;
  const url = await rogueUnit(opened, (call) => {
    pages = call;
    return `{"NextStartReference":"${call}","User":[{"token":"u${call}","Name":"Alva","Attribute":[{"Name":"${padding}"}]}]}`;
  });
  const unit = registry.doorController("axis", connectionTo(url));
  await expect(unit.listUsers()).rejects.toMatchObject({ code: "reply_too_large" });
  expect(pages).toBeLessThan(80);
  await unit.close();
});

test("a camera that answers blanks is read in no time", async () => {
  // A quadratic reading took ten seconds of the whole server; the list may be two hundred times as long.
  const url = await rogueUnit(opened, () => " ".repeat(80_000));
  const camera = registry.plateController("axis_lpv", connectionTo(url));
  await expect(camera.plateList?.read(new Set())).rejects.toMatchObject({ code: "nonsense_reply" });
  await expect(
    camera.setUpPush?.({ url: "https://portal.example", username: "a", password: "b", isCopied: () => false }),
  ).rejects.toMatchObject({ code: expect.any(String) });
  await camera.close();
});

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** A unit that answers HTTP as it likes, and stops when the reader has gone. */
async function rawUnit(pieces: () => Iterable<string>): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined).once("data", () => Readable.from(pieces()).pipe(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  opened.push({ close: async () => void server.close() });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

test("an answer of 200,000 chunks with one byte each costs its bytes, and not some hundred times as much", async () => {
  const url = await rawUnit(function* () {
    yield "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (let thousand = 0; thousand < 200; thousand += 1) yield "1\r\n1\r\n".repeat(1_000);
    yield "0\r\n\r\n";
  });
  const network = createNetworkPolicy({ allow: [], allowLoopback: true });
  const timeouts = { callMs: paced(60_000) };
  const transport = createTransport(connectionTo(url), { network, clock: systemClock, timeouts, connections: 1 });
  opened.push(transport);
  const kept = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed + process.memoryUsage().external;
  };
  const before = kept();
  let most = 0;
  const looking = setInterval(() => (most = Math.max(most, kept())), 10);
  const { text } = await transport.exchange({ method: "GET", path: "/" });
  clearInterval(looking);
  expect(text).toHaveLength(200_000);
  expect(most).toBeGreaterThan(0);
  expect(most - before).toBeLessThan(10_000_000);
});

test("a start whose name no table holds is no start", async () => {
  const starts = ["start-1", "start\u0000-1", "\ud800", "å".repeat(100)];
  const url = await rogueUnit(opened, (call) =>
    JSON.stringify({ data: { systemready: "yes", bootid: starts[call - 1], uptime: "1" } }),
  );
  const unit = registry.doorController("axis", connectionTo(url));
  const read: unknown[] = [];
  while (read.length < starts.length) read.push((await unit.readBoot?.())?.id ?? null);
  expect(read).toEqual(["start-1", null, null, null]);
  await unit.close();
});

test("what a server calls itself is a text that tables hold", async () => {
  const url = await rogueUnit(
    opened,
    () => "{}",
    (path) => [200, JSON.stringify(path === "/product/version" ? { version: "Axxon\u0000One \ud800 2.0.8" } : {})],
  );
  const server = registry.plateController("axxon_lpr", connectionTo(url, { allowPlainHttp: true }));
  expect(await server.identify()).toMatchObject({ model: "Axxon One \ufffd", firmware: "2.0.8" });
  await server.close();
});

test("a serial number of 300 signs, which the portal could not pin whole, is none", async () => {
  const parameters = `root.Brand.Brand=AXIS\nroot.Properties.System.SerialNumber=${"A".repeat(300)}\n`;
  const url = await rogueUnit(
    opened,
    () => JSON.stringify({ AccessController: [{ token: "a", Name: "" }] }),
    (path) => (path.includes("param.cgi") ? [200, parameters] : null),
  );
  const unit = registry.doorController("axis", connectionTo(url));
  expect((await unit.identify()).serial).toBeNull();
  await unit.close();
});

/** Answers each operation of the unit by its name. */
const unitOf = (answers: Record<string, object>) =>
  rogueUnit(
    opened,
    () => "{}",
    (path, body) => {
      const operation = Object.keys(answers).find((name) => body.includes(name));
      return operation === undefined || path.includes("param.cgi") ? null : [200, JSON.stringify(answers[operation])];
    },
  );
const pointsOf = (count: number, rules: number) =>
  Array.from({ length: count }, (_, n) => ({
    token: `p${n}`,
    Entity: `d${n}`,
    AuthenticationProfile: [`rule-${n % rules}`],
    IdPointDevice: [{ IdPoint: "r" }],
  }));

test("a unit whose thousands of access points have rules on long schedules is read in no time", async () => {
  // Each schedule was read again for each access point: a minute of the whole server.
  const event =
    "BEGIN:VEVENT\r\nDTSTART:20200101T080000\r\nDTEND:20200101T090000\r\nRRULE:FREQ=WEEKLY\r\nEND:VEVENT\r\n";
  const ScheduleDefinition = event.repeat(1_000);
  const url = await unitOf({
    GetAccessPointList: { AccessPoint: pointsOf(1_500, 4) },
    GetAuthenticationProfileList: {
      AuthenticationProfile: [0, 1, 2, 3].map((n) => ({
        token: `rule-${n}`,
        Schedule: ["s1", "s2"],
        IdFactor: [{ IdDataName: "PIN" }],
      })),
    },
    GetScheduleList: { Schedule: ["s1", "s2"].map((token) => ({ token, Name: token, ScheduleDefinition })) },
  });
  const unit = registry.doorController("axis", connectionTo(url));
  const doors = await unit.readDoors();
  expect(doors).toHaveLength(1_500);
  expect(doors.every(({ pinUse, pinHours }) => pinUse === "hours" && pinHours?.weekly === null)).toBe(true);
  await unit.close();
});

test("a unit with more doors than any has is not believed, since each becomes a row", async () => {
  const url = await unitOf({ GetAccessPointList: { AccessPoint: pointsOf(2_001, 1) } });
  const unit = registry.doorController("axis", connectionTo(url));
  await expect(unit.readDoors()).rejects.toMatchObject({ code: "nonsense_reply" });
  await unit.close();
});
