import { expect, test } from "vitest";
import type { Connectable } from "./device-connection.ts";
import { createDevicePool } from "./device-pool.ts";

const gate: Connectable = {
  id: "a",
  device_type: "axxon_lpr",
  device_ip: "192.0.2.1",
  device_port: null,
  username: "root",
  password_encrypted: null,
  cert_sha256: null,
  serial: null,
  allow_plain_http: false,
};

function world(most?: number) {
  const closed: string[] = [];
  const warnings: unknown[] = [];
  let now = 0;
  const device = (name: string) => ({
    name,
    close: async () => {
      if (name === "broken") throw new Error("no answer");
      closed.push(name);
    },
  });
  const log = { warn: (...line: unknown[]) => void warnings.push(line) };
  const pool = createDevicePool<ReturnType<typeof device>>({
    clock: { monotonic: () => now },
    log,
    ...(most && { most }),
  });
  return { pool, device, closed, warnings, pass: (ms: number) => (now += ms) };
}

test.each<[string, Partial<Connectable>]>([
  ["address", { device_ip: "192.0.2.2" }],
  ["port", { device_port: 8443 }],
  ["user", { username: "portal" }],
  ["password", { password_encrypted: "p1:x" }],
  ["certificate", { cert_sha256: "ab" }],
  ["serial", { serial: "1" }],
  ["leave for plain http", { allow_plain_http: true }],
  ["leave for an old TLS", { allow_old_tls: true }],
  ["kind", { device_type: "axis" }],
])("a driver serves until the controller's %s is another one; the next closes it", async (_what, change) => {
  const { pool, device, closed } = world();
  pool.keep(gate, device("first"));
  expect(pool.get({ ...gate })?.name).toBe("first");
  expect(pool.get({ ...gate, ...change })).toBeUndefined();
  pool.keep({ ...gate, ...change }, device("second"));
  expect(closed).toEqual(["first"]);
  expect(pool.get({ ...gate, ...change })?.name).toBe("second");
  expect(pool.get(gate)).toBeUndefined();
});

test("past the most, the one that was opened first is closed", () => {
  const { pool, device, closed } = world(2);
  for (const id of ["a", "b", "c"]) pool.keep({ ...gate, id }, device(id));
  expect(closed).toEqual(["a"]);
});

test("closes only idle drivers; one that does not close is logged and dropped", async () => {
  const { pool, device, closed, warnings, pass } = world();
  pool.keep(gate, device("broken"));
  pool.keep({ ...gate, id: "b" }, device("b"));
  pool.keep({ ...gate, id: "c" }, device("c"));
  pass(600);
  pool.get({ ...gate, id: "c" });
  pass(600);
  await pool.closeIdle(1_000);
  expect([closed, warnings.length, pool.get(gate)]).toEqual([["b"], 1, undefined]);
  await pool.closeAll();
  expect(closed).toEqual(["b", "c"]);
});
