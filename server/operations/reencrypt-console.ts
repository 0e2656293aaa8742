// Writes the console text of `npm run admin -- reencrypt`: what was done, and which keys are still needed.

import { COMPARE_BUTTON } from "#contract/made-texts.ts";
import type { Said } from "#server/audit/audit-console.ts";
import { chainEntriesByKey } from "./encrypted-rows.store.ts";
import { missingKeys, type PlaceDone, type ReencryptDeps, type ReencryptReport, reencrypt } from "./reencrypt.ts";

/**
 * Re-encrypts. The outcome is not sound when something stays under an old key: a missing key, a damaged text or a row that the database
 * refuses.
 */
export async function reencryptOnConsole(deps: ReencryptDeps): Promise<Omit<Said, "exitCode">> {
  const report = await reencrypt(deps);
  const links = await chainEntriesByKey(deps.engine);
  const left = sum(report.places, ({ unreadable, refused }) => unreadable + refused);
  return {
    said: [
      ...report.places.filter(({ read }) => read > 0).map(describePlace),
      "",
      ...describeKeys(deps, report),
      ...describeReservations(deps, report),
      ...describeChain(deps, links),
    ],
    sound: left === 0,
  };
}

function describePlace({ column, read, reencrypted, changedMeanwhile, unreadable, refused }: PlaceDone): string {
  const more = [
    changedMeanwhile === 0 ? "" : `, ${changedMeanwhile} changed by somebody meanwhile and left alone`,
    unreadable === 0 ? "" : `, ${unreadable} NOT OPENED`,
    refused === 0 ? "" : `, ${refused} REFUSED by a rule of the table`,
  ];
  return `${column}: ${read} read, ${reencrypted} re-encrypted${more.join("")}`;
}

function describeKeys({ keys }: ReencryptDeps, { places, remaining }: ReencryptReport): string[] {
  const inUse = [...remaining].map(([id, rows]) => `${id}${id === keys.keyId ? " (current)" : ""}: ${rows}`);
  const lines = [`Encrypted texts by key: ${inUse.length === 0 ? "none" : inUse.join(", ")}.`];
  const missing = missingKeys(remaining, keys);
  if (missing.length > 0) {
    lines.push(
      `No key here opens what ${missing.join(", ")} encrypted. Name that key in PORTAL_OTHER_SECRET_KEYS, or on a further line of secret.key, and run this again. Nothing of it was changed.`,
    );
  }
  const others = keys.keyIds.filter((id) => id !== keys.keyId);
  const needed = others.filter((id) => remaining.has(id));
  if (sum(places, ({ changedMeanwhile }) => changedMeanwhile) > 0 || needed.length > 0) {
    lines.push(
      needed.length === 0
        ? "Run this once more, for what was changed meanwhile."
        : `Still needed: ${needed.join(", ")}. Run this again; a server that still encrypts with it must get the current key first.`,
    );
  } else if (others.length > 0 && missing.length === 0) {
    lines.push(
      `Nothing is encrypted with ${others.join(" or ")} any more: it may be taken out of PORTAL_OTHER_SECRET_KEYS at every server. Then run this once more, which takes away the HMACs that come of it. Keep the key itself for back-ups made until now.`,
    );
  }
  return lines;
}

function describeReservations({ keys }: ReencryptDeps, { former, foreign }: ReencryptReport): string[] {
  if (keys.keyIds.length === 1) return [];
  return [
    ...(former === 0
      ? []
      : [
          `${former} reservations are of PINs that wait to be taken off a controller, and are known by their HMAC only: keep the old key until they are gone (the page Operations lists what waits).`,
        ]),
    ...(foreign === 0
      ? []
      : [
          `${foreign} reservations are of PINs that were found on controllers. Before the old key is taken away each such controller must have been compared since every server knows the new one (${COMPARE_BUTTON}, or by itself within a day).`,
        ]),
  ];
}

function describeChain({ keys }: ReencryptDeps, links: readonly { keyId: string; rows: number }[]): string[] {
  const old = links.filter(({ keyId }) => keyId !== keys.keyId).map(({ keyId, rows }) => `${keyId}: ${rows}`);
  if (old.length === 0) return [];
  return [
    `The audit's chain is never written anew (${old.join(", ")}): run the command audit check before the old key goes. It notes under the current key what it found right, and checks those rows without the old key from then on.`,
  ];
}

function sum(places: readonly PlaceDone[], pick: (place: PlaceDone) => number): number {
  return places.reduce((total, place) => total + pick(place), 0);
}
