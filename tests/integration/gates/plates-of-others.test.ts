// Plates with characters that cameras write differently, from the gate's call to its answer over HTTP: no plate opens for another car.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type NearMissRig, openNearMissRig } from "./near-miss-rig.ts";

let rig: NearMissRig;
beforeAll(async () => {
  rig = await openNearMissRig();
});
afterAll(() => rig.portal.close());

test.each([
  ["ČK 218-AB", ["CK218AB", "ČK 218-AB"], ["ŽK 218-AB", "K218AB", "?K218AB"]],
  ["АІ 1234 ВК", ["AI1234BK", "АІ1234ВК"], ["A1234BK"]],
  ["AI4017BK", ["АІ4017ВК"], ["A4017BK"]],
  ["BK724", ["BK724"], ["\ufffdBK724", "?BK724", "BK*724", "BK#724", "日BK724", "BK\u0001724"]],
])("with %s stored, the gate opens to %j and not to %j", async (plate, own, others) => {
  await rig.world.savePerson({ firstName: "Vera", lastName: plate, plate });
  for (const reading of others)
    expect([reading, await rig.read(reading)]).toEqual([
      reading,
      expect.objectContaining({ granted: false, reason: "no_match" }),
    ]);
  for (const reading of own)
    expect([reading, await rig.read(reading)]).toEqual([
      reading,
      expect.objectContaining({ granted: true, reason: "valid_credential" }),
    ]);
});

test("a reading without the ring of Å is suggested for the car, and opens nothing", async () => {
  await rig.world.savePerson({ firstName: "Åsa", lastName: "Ring", plate: "ÅSVS1" });
  expect(await rig.read("ASVS1")).toMatchObject({ granted: false, reason: "no_match" });
  expect(await rig.missed("ASVS1")).toMatchObject({ candidates: [{ credential: { display_value: "ÅSVS1" } }] });
});
