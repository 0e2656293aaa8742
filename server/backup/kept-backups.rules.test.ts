import { describe, expect, test } from "vitest";
import { BACKUPS_KEPT } from "#contract/backups.ts";
import { type KeptCandidate, outlivedBackups } from "./kept-backups.rules.ts";
import { latestNight } from "./nightly.rules.ts";

const NOW = new Date("2026-11-28T12:00:00Z");
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => latestNight(new Date(NOW.getTime() - days * DAY_MS), "02:30");
const file = (madeAt: Date, more: Partial<KeptCandidate> = {}): KeptCandidate => ({
  name: madeAt.toISOString(),
  madeAt,
  manual: false,
  whole: true,
  ...more,
});
const nightly = (days: number) => Array.from({ length: days }, (_, day) => file(daysAgo(day)));
const keptOf = (files: readonly KeptCandidate[], now = NOW) => {
  const gone = new Set(outlivedBackups(files, now));
  return files.filter(({ name }) => !gone.has(name)).map(({ name }) => name.slice(0, 16));
};

// Covers: running.24
describe("back-ups that stay", () => {
  test("are 7 days, 4 weeks and 12 months of a year of nights", () => {
    expect(keptOf(nightly(500))).toEqual([
      ..."28 27 26 25 24 23 22".split(" ").map((day) => `2026-11-${day}T01:30`),
      "2026-11-15T01:30",
      "2026-11-08T01:30",
      "2026-10-31T01:30",
      // Summer time.
      ..."2026-09-30 2026-08-31 2026-07-31 2026-06-30 2026-05-31 2026-04-30 2026-03-31"
        .split(" ")
        .map((day) => `${day}T00:30`),
      ..."2026-02-28 2026-01-31 2025-12-31".split(" ").map((day) => `${day}T01:30`),
    ]);
  });

  test("settle: what stayed a night ago is enough for tonight, every night of five months", () => {
    let files: KeptCandidate[] = [];
    for (let day = 150; day >= 0; day -= 1) {
      const now = daysAgo(day);
      files = [file(now), ...files];
      const gone = new Set(outlivedBackups(files, now));
      files = files.filter(({ name }) => !gone.has(name));
      const kept = BACKUPS_KEPT.days + BACKUPS_KEPT.weeks + BACKUPS_KEPT.months;
      expect(files.length).toBeLessThanOrEqual(kept);
    }
    expect(keptOf(files)).toEqual(keptOf(nightly(151)));
  });

  test("are as many days after missed nights: a stop of three weeks costs no older back-up", () => {
    const files = [file(daysAgo(0)), ...nightly(40).slice(22)];
    expect(keptOf(files).slice(0, 7)).toEqual(
      [0, 22, 23, 24, 25, 26, 27].map((days) => daysAgo(days).toISOString().slice(0, 16)),
    );
  });

  test("are the newest of a day with two, by the day in Stockholm", () => {
    // 23:30Z is half past midnight of the next day in Stockholm.
    const [late, morning] = [new Date("2026-11-26T23:30:00Z"), new Date("2026-11-27T01:30:00Z")];
    const files = [
      ...Array.from({ length: 7 }, (_, day) => file(new Date(NOW.getTime() - (day + 2) * DAY_MS))),
      file(late),
      file(morning),
    ];
    expect(outlivedBackups(files, NOW)).toContain(file(late).name);
    expect(outlivedBackups(files, NOW)).not.toContain(file(morning).name);
  });

  test("are one for the day of a clock change, which has 23 or 25 hours", () => {
    for (const day of ["2026-03-29", "2026-10-25"]) {
      const from = new Date(`${day}T12:00:00Z`);
      const files = Array.from({ length: 7 }, (_, ago) =>
        file(latestNight(new Date(from.getTime() - ago * DAY_MS), "02:30")),
      );
      expect(outlivedBackups(files, from)).toEqual([]);
    }
  });

  test("include one that a person asked for, for 30 days", () => {
    const asked = (days: number) => file(new Date(daysAgo(days).getTime() - 3_600_000), { manual: true });
    const files = [...nightly(60), asked(29), asked(31)];
    expect(outlivedBackups(files, NOW)).not.toContain(asked(29).name);
    expect(outlivedBackups(files, NOW)).toContain(asked(31).name);
  });

  test("are not pushed out by one that cannot be read or that a wrong clock made; the unreadable goes with its week", () => {
    const damaged = [0, 1, 2, 3, 9].map((days) => file(new Date(daysAgo(days).getTime() + 60_000), { whole: false }));
    const future = [1, 2, 3, 4, 5, 6, 7, 8].map((day) => file(new Date(`2031-01-0${day}T01:30:00Z`)));
    const gone = outlivedBackups([...nightly(7), ...damaged, ...future], NOW);
    expect(gone).toEqual([damaged.at(-1)?.name]);
  });

  test("are all of them where none is whole", () => {
    expect(
      outlivedBackups(
        [1, 2, 200].map((days) => file(daysAgo(days), { whole: false })),
        NOW,
      ),
    ).toEqual([]);
  });
});
