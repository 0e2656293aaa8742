import { describe, expect, test } from "vitest";
import { comparePlates, plateShape, rankPlates, SHAPE_FROM, SHAPE_TO, shapesOf } from "./near-plate.ts";

describe("a reading", () => {
  test.each([
    ["MLB31O", "MLB310", { kind: "confused", at: [5] }],
    ["MLB19Q", "MLB19D", { kind: "confused", at: [5] }],
    ["MLBB4A", "MLB84A", { kind: "confused", at: [3] }],
    ["NLB84A", "MLB84A", { kind: "confused", at: [0] }],
    ["N1B84A", "MIB84A", { kind: "confused", at: [0, 1] }],
    ["LB55C", "MLB55C", { kind: "lost", edge: "first", at: [] }],
    ["MLB55", "MLB55C", { kind: "lost", edge: "last", at: [] }],
    ["LBS5C", "MLB55C", { kind: "lost", edge: "first", at: [3] }],
    ["IMLB55C", "MLB55C", { kind: "added", edge: "first", at: [] }],
    ["MLB55C1", "MLB55C", { kind: "added", edge: "last", at: [] }],
    ["ASA77", "ÅSA77", { kind: "confused", at: [0] }],
    ["ASVS1", "ÅSVS1", { kind: "confused", at: [0] }],
    ["AAO123", "ÅÄÖ123", { kind: "confused", at: [0, 1, 2] }],
    ["AAO12B", "ÅÄÖ128", { kind: "confused", at: [0, 1, 2, 5] }],
    ["U0123", "ÜØ123", { kind: "confused", at: [0, 1] }],
    ["ÅSA77", "ASA77", { kind: "confused", at: [0] }],
  ])("%s may be %s", (reading, plate, difference) => {
    expect(comparePlates(reading, plate)).toEqual(difference);
  });

  test.each([
    ["the plate itself", "MLB310", "MLB310"],
    ["another sign", "MLB66E", "MLB66F"],
    ["3 and B, which only share a shape", "MLB31A", "MLBB1A"],
    ["look-alikes at another place", "MLB301", "MLB310"],
    ["three confusions", "MLBOOO", "MLB000"],
    ["two confusions and an accent", "ASAOO1", "ÅSA001"],
    ["two signs lost", "LB55", "MLB55C"],
    ["an edge sign of a plate too short", "OSS", "BOSS"],
    ["a sign lost in the middle", "MLB5C", "MLB55C"],
    ["nothing alike", "ABC123", "XYZ789"],
  ])("is not another car's: %s", (_why, reading, plate) => {
    expect(comparePlates(reading, plate)).toBeNull();
  });

  test("finds a plate whose sign fits its place before one whose sign does not", () => {
    const plates = ["M0B310", "MQB310", "MOB310", "MDB310"].map((plateKey) => ({ plateKey }));
    expect(rankPlates("M0B310", plates).map(({ plateKey }) => plateKey)).toEqual(["MOB310", "MDB310", "MQB310"]);
  });

  test("finds one confusion before two, and those before a lost sign", () => {
    const plates = ["MLB31O7", "MLB3I0", "MLB310"].map((plateKey) => ({ plateKey }));
    expect(rankPlates("MLB31O", plates).map(({ plateKey }) => plateKey)).toEqual(["MLB310", "MLB31O7", "MLB3I0"]);
  });

  test("has the shape of every plate that it may be", () => {
    expect(shapesOf("IMLB55C")).toContain(plateShape("MLB55C"));
    expect(plateShape(SHAPE_FROM)).toBe(SHAPE_TO);
  });
});

// Draws 10,000 plates of one gate from a seed, with mulberry32.
function drawing(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * most);
  };
}

/** The register's alphabet: no I, Q or V, and no O at the end. */
const ALPHABET = "ABCDEFGHJKLMNOPRSTUWXYZ";
const GROUPS = ["0ODQ", "1I", "2Z", "5S", "6G", "8B", "38", "VY", "MN"];

function drawPlate(draw: (most: number) => number): string {
  const sign = () => ALPHABET[draw(ALPHABET.length)] ?? "A";
  const digit = () => String(draw(10));
  const last = draw(3) === 0 ? sign().replace("O", "P") : digit();
  return sign() + sign() + sign() + digit() + digit() + last;
}

describe("among 10,000 plates", () => {
  const draw = drawing(20_261_123);
  const plates = new Set<string>();
  while (plates.size < 10_000) plates.add(drawPlate(draw));
  // Plates are looked up as in the database: by the shape of the whole plate, and of the plate without one edge character.
  const byShape = new Map<string, { plateKey: string }[]>();
  const add = (shape: string, plateKey: string) => byShape.set(shape, [...(byShape.get(shape) ?? []), { plateKey }]);
  for (const plate of plates) {
    const shape = plateShape(plate);
    add(`=${shape}`, plate);
    add(`<${shape.slice(1)}`, plate);
    add(`>${shape.slice(0, -1)}`, plate);
  }
  const found = (reading: string) => {
    const shape = plateShape(reading);
    const keys = [...shapesOf(reading).map((one) => `=${one}`), `<${shape}`, `>${shape}`];
    return rankPlates(
      reading,
      keys.flatMap((key) => byShape.get(key) ?? []),
    ).map(({ plateKey }) => plateKey);
  };

  /** Returns the share of misread plates whose car is among the three candidates; readings that equal another known plate are left out. */
  function share(misread: (plate: string) => string | null): { share: number; asked: number } {
    let [asked, right] = [0, 0];
    for (const plate of plates) {
      const reading = misread(plate);
      if (reading === null || plates.has(reading)) continue;
      asked += 1;
      if (found(reading).includes(plate)) right += 1;
    }
    return { share: right / asked, asked };
  }

  test("one confused sign finds its car among three in at least 95 %", () => {
    const result = share((plate) => {
      const places = Array.from(plate).flatMap((sign, place) =>
        GROUPS.some((group) => group.includes(sign)) ? [place] : [],
      );
      const place = places[draw(places.length)];
      if (place === undefined) return null;
      const others = GROUPS.filter((group) => group.includes(plate[place] ?? ""))
        .join("")
        .replaceAll(plate[place] ?? "", "");
      return plate.slice(0, place) + (others[draw(others.length)] ?? "") + plate.slice(place + 1);
    });
    expect(result.asked).toBeGreaterThan(9_000);
    expect(result.share).toBeGreaterThanOrEqual(0.95);
  });

  test.each([
    ["first", (plate: string) => plate.slice(1)],
    ["last", (plate: string) => plate.slice(0, -1)],
  ])("a lost %s sign finds its car among three in at least 80 %", (_edge, misread) => {
    const result = share(misread);
    expect(result.asked).toBeGreaterThan(9_000);
    expect(result.share).toBeGreaterThanOrEqual(0.8);
  });
});
