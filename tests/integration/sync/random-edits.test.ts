// A few hundred edits of everything at once, while devices drop calls, lose replies, lie and are edited by hand and
// servers die. After quiet, every device must open exactly what the database says. The seed is in the test's name.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "#drivers/clock.ts";
import type { SyncEngine } from "#server/sync/engine.ts";
import { offline, refuse, timeout } from "./fake-device.ts";
import { type Installation, makeInstallation, type TestController, type TestPerson } from "./installation.ts";

let portal: Installation;
beforeEach(async () => {
  portal = await makeInstallation();
});
afterEach(() => portal.close());

const EDITS = 250;
const DOORS = ["Entré", "Garage", "Soprum"];

describe.each([1, 20_261_121])("random edits with seed %i", (seed) => {
  it("leave 0 differences, 0 ghosts and 0 unreserved PINs on every device", { timeout: 120_000 }, async () => {
    const random = mulberry32(seed);
    const pick = <T>(list: readonly T[]): T => {
      const item = list[Math.floor(random() * list.length)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    };
    const chance = (share: number) => random() < share;

    const houses = [
      await portal.addController("A", DOORS),
      await portal.addController("B", DOORS),
      await portal.addController("C", DOORS),
    ];
    const boots: string[] = [];
    const boot = (): SyncEngine => {
      const bootId = `boot-${boots.length}`;
      const engine = portal.makeEngine({ bootId, previousBootIds: [...boots], random, options: { pairsPerTurn: 7 } });
      boots.push(bootId);
      return engine;
    };
    let engine = boot();
    await engine.start();
    await portal.quiet();
    await Promise.all(houses.map((house) => portal.loadDoors(house)));
    for (const house of houses) spoil(house, random);

    const people: TestPerson[] = [];
    for (let step = 0; step < EDITS; step++) {
      try {
        await edit();
      } catch (error) {
        // A PIN that somebody has at that controller already: refused, and nothing of the edit is kept.
        if (!(error instanceof Error && "code" in error && error.code === "23505")) throw error;
      }
      if (chance(0.3)) await systemClock.wait(5);
      if (chance(0.02)) {
        await portal.kill(engine);
        engine = boot();
        await engine.start();
      }
    }

    for (const house of houses) heal(house);
    for (const house of houses)
      await portal.admin.query("update controller_sync set verify_at = now() where controller_id = $1", [house.id]);
    for (const house of houses) await engine.syncNow(house.id);
    await portal.quiet(60_000);
    expect(await portal.differences(houses)).toEqual([]);
    for (const house of houses) {
      expect(await portal.unreservedPins(house)).toEqual([]);
      expect(house.device.mostWritesAtOnce).toBe(1);
    }
    expect(
      await portal.one(
        "select count(*)::int as value from controller_pins r where not exists (select from credentials c where r.pin_hmac = any (c.pin_hmacs))",
      ),
    ).toBe(0);

    async function edit(): Promise<void> {
      const kind = pick([
        "add",
        "add",
        "add",
        "delete",
        "pin",
        "window",
        "enable",
        "assign",
        "unassign",
        "door",
        "link",
        "name",
        "hand",
      ] as const);
      const house = pick(houses);
      const person = people.length > 0 ? pick(people) : null;
      if (kind === "add" || person === null) {
        const doors = houses
          .filter(() => chance(0.6))
          .flatMap((one) => DOORS.filter(() => chance(0.5)).map((door): [TestController, string] => [one, door]));
        people.push(await portal.addPerson(`P${people.length}`, randomPin(), []));
        const added = people.at(-1);
        if (added) await portal.assign(added.credentialId, doors);
        return;
      }
      const { admin } = portal;
      switch (kind) {
        case "delete":
          people.splice(people.indexOf(person), 1);
          return portal.deletePerson(person);
        case "pin":
          return portal.changePin(person, randomPin());
        case "window":
          await admin.query(
            "update credentials set valid_to = now() + make_interval(secs => $2) where id = $1 and valid_from < now()",
            [person.credentialId, pick([-3_600, 1, 86_400, 8_640_000])],
          );
          return;
        case "enable":
          await admin.query("update credentials set enabled = not enabled where id = $1", [person.credentialId]);
          return;
        case "assign":
          return portal.assign(person.credentialId, [[house, pick(DOORS)]]);
        case "unassign":
          await admin.query("delete from controller_assignments where credential_id = $1 and controller_id = $2", [
            person.credentialId,
            house.id,
          ]);
          return;
        case "door":
          await admin.query("update access_points set enabled = not enabled where id = $1", [
            house.doors.get(pick(DOORS)),
          ]);
          return;
        case "link":
          await admin.query("delete from organization_controllers where controller_id = $1", [house.id]);
          await systemClock.wait(pick([0, 30]));
          await admin.query("insert into organization_controllers (organization_id, controller_id) values ($1, $2)", [
            portal.organizationId,
            house.id,
          ]);
          return;
        case "name":
          await admin.query(
            "update end_users set first_name = first_name || 'a' where id = $1 and length(first_name) < 90",
            [person.id],
          );
          return;
        case "hand": {
          const copies = [...house.device.credentials.values()];
          if (copies.length === 0) return;
          const copy = pick(copies);
          if (chance(0.5)) house.device.credentials.delete(copy.token);
          else house.device.credentials.set(copy.token, { ...copy, validTo: null, enabled: chance(0.5) });
          return;
        }
      }
    }

    function randomPin(): string {
      return String(100_000 + Math.floor(random() * 400));
    }
  });
});

/** Calls fail before they act, after they acted, or are refused; some writes are not kept as written. */
function spoil({ device }: TestController, random: () => number): void {
  device.before = () => {
    const draw = random();
    if (draw < 0.02) offline();
    if (draw < 0.03) refuse();
    if (draw < 0.05) return systemClock.wait(5);
    return undefined;
  };
  device.after = () => (random() < 0.03 ? timeout() : undefined);
  device.keeps = (credential) => {
    const draw = random();
    if (draw < 0.02) return null;
    return draw < 0.04 ? { ...credential, validTo: null } : credential;
  };
}

function heal({ device }: TestController): void {
  device.before = null;
  device.after = null;
  device.keeps = (credential) => credential;
}

/** Small seeded generator, so that a failing run can be had again. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
