import { expect, test } from "vitest";
import { type CameraDay, cameraHealth } from "#contract/camera-health.ts";
import { comparePlates } from "#contract/near-plate.ts";
import { inStockholm, stockholmDay } from "#contract/stockholm.ts";
import { type AllowedPlate, type DemoPassage, drawPassages } from "./demo-passages.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const gate = "00000000-0000-4000-8000-000000000001";
const plates: AllowedPlate[] = Array.from({ length: 100 }, (_, index) => ({
  controller_id: gate,
  credential_id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
  plate: `MLB${String(index).padStart(3, "0")}`,
  since: new Date(index % 2 === 0 ? "2026-01-01" : "2026-11-10"),
}));
const passages = drawPassages(plates, { now: NOW, seed: 1 });

test("a month of cars, all of them in the past, the same for the same seed", () => {
  expect(passages.length).toBeGreaterThan(200);
  expect(passages.every((one) => one.detectedAt < NOW)).toBe(true);
  expect(drawPassages(plates, { now: NOW, seed: 1 })).toEqual(passages);
});

test("nobody drives in before the access was given, and unknown cars have plates of their own", () => {
  const since = new Map(plates.map((one) => [one.credential_id, one.since]));
  const known = passages.filter((one) => one.credentialId !== null);
  expect(known.every((one) => one.detectedAt >= (since.get(one.credentialId ?? "") ?? NOW))).toBe(true);
  const outsiders = passages.filter((one) => one.credentialId === null);
  expect(outsiders.length).toBeGreaterThan(5);
  expect(outsiders.some((one) => plates.some(({ plate }) => plate === one.plate))).toBe(false);
});

test("since yesterday cameras misread a few cars, as what is nobody's plate", () => {
  const lately = passages.filter(
    (one) => one.credentialId === null && one.detectedAt.getTime() > NOW.getTime() - 21_600_000,
  );
  const misread = lately.filter(({ plate }) => plates.some((one) => comparePlates(plate, one.plate) !== null));
  expect(misread.length).toBe(5);
});

test("one camera has become worse, the others read well on whatever day the demo is made", () => {
  const busier = plates.map((one) => ({ ...one, controller_id: "00000000-0000-4000-8000-000000000002" }));
  const states = new Set<string>();
  for (let day = 0; day < 14; day++) {
    const now = new Date(NOW.getTime() - day * 86_400_000);
    const passagesOf = Map.groupBy(
      drawPassages([...busier, ...plates.slice(0, 80)], { now, seed: 1 }),
      (one) => one.controllerId,
    );
    for (const [controllerId, read] of passagesOf)
      states.add(`${controllerId.at(-1)} ${cameraHealth(daysOf(read), now.getTime()).state}`);
  }
  expect([...states].sort()).toEqual(["1 good", "1 worse", "2 good"]);
});

function daysOf(read: readonly DemoPassage[]): CameraDay[] {
  const days = Map.groupBy(read, (one) => stockholmDay(one.detectedAt));
  return [...days].map(([day, of]) => ({
    day,
    reads: of.length,
    unread: 0,
    unclear: of.filter(
      ({ credentialId, plate }) =>
        credentialId === null && plates.some((known) => comparePlates(plate, known.plate) !== null),
    ).length,
    last_read_at: new Date(Math.max(...of.map((one) => one.detectedAt.getTime()))).toISOString(),
  }));
}

test("mornings and afternoons are busier than nights", () => {
  const at = (hours: readonly number[]) =>
    passages.filter((one) => hours.includes(inStockholm(one.detectedAt).getHours())).length;
  expect(at([7, 8, 16, 17])).toBeGreaterThan(5 * at([1, 2, 3, 4]));
});
