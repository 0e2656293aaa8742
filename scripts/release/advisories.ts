// Checks the packages of the lock file against advisories in the OSV format, which osv.dev and GitHub publish.
import { z } from "zod";
import { UserError } from "../lib/stopping.ts";
import { lockFile } from "../page/shipped-packages.ts";

const event = z.looseObject({
  introduced: z.string().optional(),
  fixed: z.string().optional(),
  last_affected: z.string().optional(),
});
const affected = z.looseObject({
  package: z.looseObject({ ecosystem: z.string(), name: z.string() }).optional(),
  ranges: z.array(z.looseObject({ type: z.string(), events: z.array(event) })).default([]),
  versions: z.array(z.string()).default([]),
});
const advisory = z.looseObject({
  id: z.string(),
  summary: z.string().default("without a summary"),
  withdrawn: z.string().optional(),
  affected: z.array(affected).default([]),
});
type Advisory = z.infer<typeof advisory>;

export interface Finding {
  readonly id: string;
  readonly summary: string;
  readonly name: string;
  readonly version: string;
  /** The package only builds or tests. */
  readonly isDevelopment: boolean;
}

/** Reads advisories: one, a list, or one a line. Throws UserError when none is about npm, since the check would then find nothing. */
export function readAdvisories(text: string): Advisory[] {
  const read = parsed(text)
    .flat()
    .map((one) => advisory.parse(one));
  if (!read.some((one) => one.affected.some(isNpm)))
    throw new UserError("The file of advisories has none about npm packages.");
  return read;
}

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line, place) => {
        try {
          return JSON.parse(line) as unknown;
        } catch {
          throw new UserError(`The file of advisories is no JSON, nor is its line ${place + 1}.`);
        }
      });
  }
}

/** Returns each advisory that holds for a package of the lock file. */
export function findAdvisories(lock: unknown, advisories: readonly Advisory[]): Finding[] {
  const installed = Object.entries(lockFile.parse(lock).packages).map(([path, one]) => ({
    name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
    ...z.looseObject({ version: z.string().default(""), dev: z.boolean().default(false) }).parse(one),
  }));
  return advisories
    .filter(({ withdrawn }) => withdrawn === undefined)
    .flatMap(({ id, summary, affected: all }) =>
      installed
        .filter(({ name, version }) =>
          all.some((one) => isNpm(one) && one.package?.name === name && isAffected(version, one)),
        )
        .map(({ name, version, dev }) => ({ id, summary, name, version, isDevelopment: dev })),
    );
}

const isNpm = (one: z.infer<typeof affected>) => one.package?.ecosystem === "npm";

function isAffected(version: string, { ranges, versions }: z.infer<typeof affected>): boolean {
  return (
    versions.includes(version) ||
    ranges.filter(({ type }) => type === "SEMVER").some(({ events }) => isWithin(version, events))
  );
}

/** The last event up to the version decides; they are sorted, because the format does not promise an order. */
function isWithin(version: string, events: readonly z.infer<typeof event>[]): boolean {
  const turns = events.flatMap(({ introduced, fixed, last_affected: last }) => [
    ...(introduced === undefined ? [] : [{ at: introduced, begins: true, from: 0 }]),
    ...(fixed === undefined ? [] : [{ at: fixed, begins: false, from: 0 }]),
    ...(last === undefined ? [] : [{ at: last, begins: false, from: 1 }]),
  ]);
  const passed = turns
    .toSorted((one, other) => compareVersions(one.at, other.at))
    .filter(({ at, from }) => compareVersions(version, at) >= from);
  return passed.at(-1)?.begins ?? false;
}

/** Orders two versions by the rules of semver.org: below zero when the first comes first. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [one, other].map((version) => {
    const [, numbers = "", before] = /^v?([\d.]+)(?:-([^+]+))?/.exec(version) ?? [];
    return { numbers: numbers.split(".").map(Number), before: before?.split(".") };
  });
  for (const place of [0, 1, 2]) {
    const difference = (first?.numbers[place] ?? 0) - (second?.numbers[place] ?? 0);
    if (difference !== 0) return difference;
  }
  if (first?.before === undefined || second?.before === undefined)
    return Number(first?.before === undefined) - Number(second?.before === undefined);
  return comparePreReleases(first.before, second.before);
}

function comparePreReleases(one: readonly string[], other: readonly string[]): number {
  for (const [place, word] of one.entries()) {
    const against = other[place];
    if (against === undefined) return 1;
    if (word === against) continue;
    const [isNumber, isOtherNumber] = [word, against].map((part) => /^\d+$/.test(part));
    if (isNumber && isOtherNumber) return Number(word) - Number(against);
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
    return word < against ? -1 : 1;
  }
  return one.length - other.length;
}
