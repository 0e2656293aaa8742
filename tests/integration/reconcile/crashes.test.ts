// Dying and competing workers: database and device agree in the end; no own PIN is ever there without a reservation.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Clock } from "#drivers/clock.ts";
import { systemClock } from "#drivers/clock.ts";
import type { FaultPoint } from "#server/reconcile/worker/worker-context.ts";
import { nothingComes, paced } from "#tests/support/pace.ts";
import {
  type Installation,
  makeInstallation,
  replicaOf,
  type TestController,
  type TestPerson,
  until,
} from "./installation.ts";

let portal: Installation;
let fixture: TestController;
let anna: TestPerson;

beforeEach(async () => {
  portal = await makeInstallation();
  fixture = await portal.addController("Porten");
  const engine = portal.makeEngine();
  await engine.start();
  await portal.quiet();
  await portal.loadDoors(fixture);
  anna = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
  await portal.quiet();
  await engine.stop();
});
afterEach(() => portal.close());

const POINTS: FaultPoint[] = [
  "1_read",
  "2_looked_up",
  "3_planned",
  "4_clock_checked",
  "5_half_written",
  "5_written",
  "6_read_back",
  "7_committing",
  "7_committed",
  "8_released",
];

describe.each(POINTS)("a server killed at %s", (point) => {
  // Covers: device.26
  it("leaves nothing that its next start does not finish: a person, a PIN with other doors, a delete", async () => {
    const edits: (() => Promise<unknown>)[] = [
      () =>
        portal.addPerson("Berit", "611822", [
          [fixture, "Entré"],
          [fixture, "Garage"],
        ]),
      async () => {
        await portal.changePin(anna, "775104");
        await portal.admin.query("update end_users set last_name = 'Berg' where id = $1", [anna.id]);
        await portal.assign(anna.credentialId, [[fixture, "Garage"]]);
      },
      () => portal.deletePerson(anna),
    ];
    for (const edit of edits) {
      const dying = Promise.withResolvers<void>();
      const engine = portal.makeEngine({
        bootId: "doomed",
        faultPoint: async (reached) => {
          if (reached !== point) return;
          dying.resolve();
          await new Promise(() => {}); // The call to the device is never answered.
        },
      });
      await edit();
      await engine.start();
      await dying.promise;
      await portal.kill(engine);
      expect(await portal.unreservedPins(fixture)).toEqual([]);

      const next = portal.makeEngine({ previousBootIds: ["doomed"] });
      await next.start();
      await portal.quiet();
      expect(await portal.differences([fixture])).toEqual([]);
      expect(await portal.unreservedPins(fixture)).toEqual([]);
      await next.stop();
    }
    expect(fixture.device.users.size).toBe(1);
    expect(await portal.isReserved(fixture, "483920")).toBe(false);
    expect(await portal.isReserved(fixture, "775104")).toBe(false);
  });
});

describe("a server stopped just as it takes a controller", () => {
  it("has stopped when its run has ended and the lease is back", async () => {
    const engine = portal.makeEngine();
    await engine.start();
    await portal.quiet();
    const reading = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    fixture.device.before = async () => {
      reading.resolve();
      await answered.promise;
    };
    const claimsWait = await portal.admin.connect();
    try {
      await claimsWait.query("begin");
      await claimsWait.query("lock table controller_sync, device_sync in access exclusive mode");
      engine.wake();
      await until(
        async () =>
          (
            await claimsWait.query(
              // Databases of one template have the same relations.
              `select from pg_locks where not granted and relation = 'device_sync'::regclass
                 and database = (select oid from pg_database where datname = current_database())`,
            )
          ).rowCount === 1,
      );
      await claimsWait.query("update controller_sync set verify_at = now(), next_try_at = now()");
      let hasStopped = false;
      const stopped = engine.stop().then(() => {
        hasStopped = true;
      });
      await nothingComes(500); // By then the renewals have noticed that the claims wait.
      await claimsWait.query("commit");
      await reading.promise;
      await nothingComes(500);
      expect(hasStopped).toBe(false);
      answered.resolve();
      await stopped;
    } finally {
      answered.resolve();
      claimsWait.release(true);
    }
    const { rows } = await portal.admin.query("select lease_owner from controller_sync");
    expect(rows).toEqual([{ lease_owner: null }]);
  });
});

describe("a change that commits while its worker runs", () => {
  it.each<FaultPoint>(["1_read", "4_clock_checked", "6_read_back"])(
    "at %s is carried out after, and its PIN stays reserved",
    async (point) => {
      let once = true;
      const engine = portal.makeEngine({
        faultPoint: async (reached) => {
          if (reached !== point || !once) return;
          once = false;
          await portal.changePin(anna, "902817");
          await portal.admin.query("update credentials set valid_to = now() + interval '1 day' where id = $1", [
            anna.credentialId,
          ]);
        },
      });
      await portal.changePin(anna, "775104");
      await engine.start();
      await portal.quiet();
      expect(once).toBe(false);
      expect(fixture.device.wouldOpen("902817", "door-1")).toBe(true);
      expect(fixture.device.wouldOpen("902817", "door-1", new Date(Date.now() + 2 * 86_400_000))).toBe(false);
      expect([await portal.isReserved(fixture, "902817"), await portal.isReserved(fixture, "775104")]).toEqual([
        true,
        false,
      ]);
      expect(await portal.differences([fixture])).toEqual([]);
    },
  );

  it("a delete at the moment of the commit is not lost", async () => {
    let once = true;
    const engine = portal.makeEngine({
      faultPoint: async (reached) => {
        if (reached !== "6_read_back" || !once) return;
        once = false;
        await portal.deletePerson(anna);
      },
    });
    await portal.changePin(anna, "775104");
    await engine.start();
    await portal.quiet();
    expect(fixture.device.credentials.size).toBe(0);
    expect(await portal.isReserved(fixture, "775104")).toBe(false);
  });
});

describe("two servers", () => {
  // Covers: device.26, fault.13
  it("never work one controller at the same time", async () => {
    const others = [await portal.addController("A"), await portal.addController("B")];
    const slow = { options: { replicasPerTurn: 2, maxWorkers: 3, pollMs: 10 } };
    const engines = [portal.makeEngine(slow), portal.makeEngine(slow)];
    await Promise.all(engines.map((engine) => engine.start()));
    await portal.quiet();
    await Promise.all(others.map((controller) => portal.loadDoors(controller)));
    const all = [fixture, ...others];
    for (const controller of all) controller.device.before = () => systemClock.wait(2);
    const doors = all.map((controller): [TestController, string] => [controller, "Entré"]);
    for (let index = 0; index < 20; index++) await portal.addPerson(`P${index}`, String(200_000 + index * 37), doors);
    await portal.quiet();
    expect(all.map((controller) => controller.device.mostWritesAtOnce)).toEqual([1, 1, 1]);
    // Each person gets one write of the user and one of the credential, and nothing twice.
    expect(
      others.map((controller) => controller.device.writes.filter((token) => token.startsWith("wp-c-")).length),
    ).toEqual([20, 20]);
    expect(await portal.differences(all)).toEqual([]);
  });

  it("share the work when one stops: it hands its leases over at once", async () => {
    const first = portal.makeEngine({ options: { leaseSeconds: paced(600) } });
    await first.start();
    await first.stop();
    const second = portal.makeEngine();
    await second.start();
    await portal.deletePerson(anna);
    expect(await second.waitForSources([anna.credentialId], paced(60_000))).toEqual([]);
  });

  it("a server that starts again on its own data folder does not wait for the leases of its earlier start", async () => {
    const stuck = Promise.withResolvers<void>();
    const engine = portal.makeEngine({
      bootId: "earlier",
      options: { leaseSeconds: paced(600) },
      faultPoint: async (point) => {
        if (point !== "5_half_written") return;
        stuck.resolve();
        await new Promise(() => {});
      },
    });
    await engine.start();
    await portal.deletePerson(anna);
    await stuck.promise;
    await portal.kill(engine);
    const next = portal.makeEngine({ previousBootIds: ["earlier"] });
    await next.start();
    expect(await next.waitForSources([anna.credentialId], paced(60_000))).toEqual([]);
    expect(fixture.device.users.size).toBe(0);
  });

  it("a killed server's work is taken over when its lease ends, and the controller compared in full", async () => {
    const stuck = Promise.withResolvers<void>();
    const engine = portal.makeEngine({
      faultPoint: async (point) => {
        if (point !== "5_half_written") return;
        stuck.resolve();
        await new Promise(() => {});
      },
    });
    await portal.admin.query("update controller_sync set verify_at = now() + interval '1 hour'");
    await engine.start();
    await portal.deletePerson(anna);
    await stuck.promise;
    await portal.kill(engine);
    const other = portal.makeEngine();
    await other.start();
    await until(() => fixture.device.users.size === 0);
    await portal.quiet();
    const ahead = await portal.one<number>(
      "select extract(epoch from verify_at - now())::float8 as value from controller_sync",
    );
    expect(ahead).toBeGreaterThan(0);
    expect(ahead).toBeLessThanOrEqual(120);
  });

  it("a controller whose first comparison was cut off is compared by the next worker", async () => {
    // The lease is lost after the run's first statement, so nothing is read or planned.
    await portal.admin.query(
      `update controller_sync set applied_gen = desired_gen, last_full_at = null, verify_at = null,
         lease_owner = 'gone', lease_until = now() - interval '1 second'`,
    );
    await portal.makeEngine().start();
    await until(
      async () => (await portal.one<boolean>("select last_full_at is not null as value from controller_sync")) === true,
    );
  });
});

describe("a server whose database goes away in the middle of a turn", () => {
  // Covers: fault.11
  it("gives its lease back as soon as the database answers again, long before it would end", async () => {
    let shut = false;
    const warned: unknown[] = [];
    const engine = portal.makeEngine({
      options: { leaseSeconds: paced(600) },
      log: { info: () => {}, error: () => {}, warn: (...said: unknown[]) => void warned.push(said.at(-1)) },
      faultPoint: async (point) => {
        if (point !== "5_written" || shut) return;
        shut = true;
        await portal.database.cut({ shut: true });
      },
    });
    await engine.start();
    await portal.deletePerson(anna);
    // The worker's write is not recorded, and its lease stands.
    await until(() => warned.includes("a lease could not be released"));
    await portal.database.open();
    expect(await engine.waitForSources([anna.credentialId], paced(60_000))).toEqual([]);
    expect(await portal.differences([fixture])).toEqual([]);
  });
});

describe("a server whose device takes longer than a lease", () => {
  // Covers: device.26
  it("renews it and finishes, and no other server takes the controller meanwhile", async () => {
    const answered = Promise.withResolvers<void>();
    const sent = Promise.withResolvers<void>();
    fixture.device.before = async (call) => {
      if (call !== "write") return;
      sent.resolve();
      await answered.promise;
    };
    const engine = portal.makeEngine();
    await engine.start();
    await portal.changePin(anna, "775104");
    await sent.promise;
    await portal.makeEngine().start();
    const fence = () => portal.one<string>("select fence::text as value from controller_sync");
    const before = await fence();
    await nothingComes(4_000); // The wait is two leases.
    expect(await fence()).toBe(before);
    answered.resolve();
    expect(await engine.waitForSources([anna.credentialId], paced(60_000))).toEqual([]);
    expect(fixture.device.wouldOpen("775104", "door-1")).toBe(true);
  });
});

describe("a server that is paused with a write on its way", () => {
  it("reports itself, and the replica it wrote for a deleted person is found and removed", async () => {
    const clock = makePausableClock();
    const resumed = Promise.withResolvers<void>();
    const sent = Promise.withResolvers<void>();
    let first = true;
    fixture.device.before = async (call, target) => {
      if (call !== "write" || !first || !target?.startsWith("wp-c-")) return;
      first = false;
      clock.pause();
      sent.resolve();
      await resumed.promise;
    };
    const paused = portal.makeEngine({ clock });
    await portal.changePin(anna, "775104");
    await paused.start();
    await sent.promise;
    // The worker's lease expires while it sleeps; the other server takes over, and the person is deleted.
    await portal.deletePerson(anna);
    const other = portal.makeEngine();
    await other.start();
    await until(async () => (await replicaOf(portal, fixture, anna.credentialId)) === null);
    expect(fixture.device.credentials.size).toBe(0);
    const compared = await portal.one<Date>("select last_full_at as value from controller_sync");

    const opened: boolean[] = [];
    fixture.device.after = () => void opened.push(fixture.device.wouldOpen("775104", "door-1"));
    clock.resume();
    resumed.resolve();
    await until(() => opened.length > 0);
    expect(opened[0]).toBe(true); // The stale write did get through.
    await until(() => fixture.device.credentials.size === 0);
    await portal.quiet();
    expect(await portal.one<Date>("select last_full_at as value from controller_sync")).not.toEqual(compared);
    expect(await portal.differences([fixture])).toEqual([]);
  });
});

/** Makes a clock that is frozen between pause and resume, as a stopped process sees it, and then jumps. */
function makePausableClock(): Clock & { pause(): void; resume(): void } {
  let pause: PromiseWithResolvers<void> | null = null;
  let frozenAt: number | null = null;
  return {
    now: () => new Date(),
    monotonic: () => frozenAt ?? performance.now(),
    wait: async (ms, signal) => {
      await systemClock.wait(ms, signal);
      await pause?.promise;
    },
    pause: () => {
      frozenAt = performance.now();
      pause = Promise.withResolvers();
    },
    resume: () => {
      frozenAt = null;
      pause?.resolve();
    },
  };
}
