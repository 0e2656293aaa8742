// Shows how a reading differs from a plate, in the display and in words.

import { formatPlate } from "#contract/format-plate.ts";
import { comparePlates } from "#contract/near-plate.ts";
import { plateKey } from "#contract/plate.ts";
import type { NearMissRow, PlateAliasRow } from "#contract/tables/near-misses.ts";
import type { PlateSign } from "#web/ui/credentials/plate-signs.tsx";
import { nearMissesTexts as t } from "./texts/near-misses.sv.ts";

/** Compares both plates character by character in the known one's spelling; a lost character is an empty place. */
export function comparedSigns(reading: string, plate: string): { reading: PlateSign[]; plate: PlateSign[] } {
  const [read, meant] = [plateKey(reading), plateKey(plate)];
  const difference = comparePlates(read, meant);
  if (difference === null) return { reading: plainSigns(formatPlate(reading)), plate: plainSigns(formatPlate(plate)) };
  const [isLost, isAdded] = [difference.kind === "lost", difference.kind === "added"];
  const edge = difference.kind === "confused" ? null : difference.edge;
  const at = new Set(difference.at);
  // The position in the reading that corresponds to the plate's position 0.
  const shift = edge === "first" ? (isLost ? -1 : 1) : 0;
  const gap = isLost ? (edge === "first" ? 0 : meant.length - 1) : null;
  const signs = signsOf(formatPlate(plate));
  const spare: PlateSign[] = isAdded ? [{ sign: (edge === "first" ? read[0] : read.at(-1)) ?? "", differs: true }] : [];
  const ofReading = signs.map(({ sign, place }): PlateSign => {
    if (place === null) return { sign };
    if (place === gap) return { sign: null };
    return { sign: read[place + shift] ?? sign, differs: at.has(place) };
  });
  return {
    reading: edge === "first" ? [...spare, ...ofReading] : [...ofReading, ...spare],
    plate: signs.map(({ sign, place }) => ({ sign, differs: place !== null && (at.has(place) || place === gap) })),
  };
}

/** Spells a reading like its plate: "MLB B4A" beside "MLB 84A". */
export function readingLike(reading: string, plate: string): string {
  return comparedSigns(reading, plate)
    .reading.map(({ sign }) => sign ?? "")
    .join("")
    .trim();
}

export const aliasOf = ({ plate_number, credentials }: PlateAliasRow): string =>
  readingLike(plate_number, credentials.display_value);

/** Returns words such as "0 lästes som O", "Första tecknet saknas", "D eller 0 lästes som Q", "0 i portalen, O på skylten". */
export function differenceWords(row: Pick<NearMissRow, "plate_key" | "reads" | "candidates">): string {
  const { plate_key: read, candidates } = row;
  const plates = candidates.map(({ credentials }) => credentials.plate_key);
  const [best = ""] = plates;
  const difference = comparePlates(read, best);
  if (difference === null) return "";
  if (difference.kind !== "confused") return t[difference.kind][difference.edge];
  // Characters of all similar cars at the misread position.
  const at = difference.at.join();
  const alike = plates.filter((plate) => {
    const other = comparePlates(read, plate);
    return other?.kind === "confused" && other.at.join() === at;
  });
  return difference.at
    .map((place) => {
      const meant = [...new Set(alike.map((plate) => plate[place] ?? ""))].sort(digitsLast);
      const sign = read[place] ?? "";
      return suggestedAnswer(row) === "CORRECT" ? t.mistyped(meant[0] ?? "", sign) : t.readAs(meant, sign);
    })
    .join(", ");
}

const OFTEN = 3;

/** Returns the suggested answer. A reading that often replaces a plate that is never read itself suggests a typing error in the portal. */
export function suggestedAnswer({
  reads,
  candidates,
}: Pick<NearMissRow, "reads" | "candidates">): "LINK" | "CORRECT" | "CHOOSE" {
  const [candidate, another] = candidates;
  if (another !== undefined) return "CHOOSE";
  return candidate?.own_plate_read === false && reads >= OFTEN ? "CORRECT" : "LINK";
}

function signsOf(text: string): { sign: string; place: number | null }[] {
  let place = -1;
  return Array.from(text, (sign) => {
    const isSign = plateKey(sign) !== "";
    if (isSign) place += 1;
    return { sign, place: isSign ? place : null };
  });
}

const plainSigns = (text: string): PlateSign[] => Array.from(text, (sign) => ({ sign }));

const isDigit = (sign: string) => /\d/.test(sign);

function digitsLast(one: string, other: string): number {
  return Number(isDigit(one)) - Number(isDigit(other)) || (one < other ? -1 : 1);
}
