// Lets retired keys leave the ring: the next key vouches for the entries that it has verified. Pure.
import type { ChainedRow } from "./chained-row.rules.ts";

/**
 * A row of `audit_keys`: one key confirms another. `chain` null: both keys were configured together. Otherwise: the first `entries` entries
 * of that chain were verified under the old key.
 */
export interface Vouch {
  keyId: string;
  voucherId: string;
  chain: string | null;
  entries: number;
  mac: string;
}

export interface ChainKeys {
  macUnder: (keyId: string, text: string) => string | null;
  current: string;
}

/** Returns the chain's name in vouches and HMACs. */
export const chainName = (organizationId: string | null): string => organizationId ?? "installation";

const membershipText = (keyId: string) => `key 1 ${keyId}`;
const linkText = (before: string, { seq, auditId, rowHmac, hmac, row }: ChainedRow) =>
  `vouch 1 ${before} ${seq} ${auditId} ${rowHmac} ${hmac} ${row === null ? "gone" : `${row.organizationId} ${row.text}`}`;

/** Returns the known keys: those in the ring, and those for which a key of the ring vouches. An attacker's rows have no such key. */
export function knownKeys(vouches: readonly Vouch[], ring: readonly string[], keys: ChainKeys): Set<string> {
  const vouched = vouches.filter(
    ({ chain, keyId, voucherId, mac }) => chain === null && keys.macUnder(voucherId, membershipText(keyId)) === mac,
  );
  return new Set([...ring, ...vouched.map(({ keyId }) => keyId)]);
}

/** Returns the vouches still missing for keys of the ring. */
export function missingMemberships(vouches: readonly Vouch[], known: ReadonlySet<string>, keys: ChainKeys): Vouch[] {
  return [...known].flatMap((keyId) => {
    const mac = keys.macUnder(keys.current, membershipText(keyId));
    const said = vouches.some(
      (one) => one.chain === null && one.keyId === keyId && one.voucherId === keys.current && one.mac === mac,
    );
    return mac === null || said ? [] : [{ keyId, voucherId: keys.current, chain: null, entries: 0, mac }];
  });
}

interface OldKey {
  entries: number;
  /** Maps a voucher to its HMAC over the entries so far. */
  links: Map<string, string>;
  vouchedFor: number;
  broken: boolean;
}

export interface OldKeysReport {
  /** Entries of retired keys that no key of the ring vouches for. */
  unread: number;
  broken: { keyId: string; entries: number }[];
  /** Vouches that the current key can give, if the chain has no findings. */
  fresh: Vouch[];
}

/** Returns a counter that follows one chain beside its check and counts entries under keys other than the current one. */
export function createOldKeysCheck(organizationId: string | null, noted: readonly Vouch[], keys: ChainKeys) {
  const chain = chainName(organizationId);
  const mine = noted.filter((vouch) => vouch.chain === chain && keys.macUnder(vouch.voucherId, "") !== null);
  const old = new Map<string, OldKey>();
  const isHere = (keyId: string) => keys.macUnder(keyId, "") !== null;

  function begin(keyId: string): OldKey {
    const vouchers = [keys.current, ...mine.filter((vouch) => vouch.keyId === keyId).map((vouch) => vouch.voucherId)];
    return {
      entries: 0,
      links: new Map(vouchers.map((id) => [id, `${chain} ${keyId}`])),
      vouchedFor: 0,
      broken: false,
    };
  }

  return {
    add(chained: ChainedRow): void {
      if (chained.keyId === keys.current) return;
      const key = old.get(chained.keyId) ?? begin(chained.keyId);
      old.set(chained.keyId, key);
      key.entries++;
      for (const [voucherId, before] of key.links)
        key.links.set(voucherId, keys.macUnder(voucherId, linkText(before, chained)) ?? "");
      for (const vouch of mine) {
        if (vouch.keyId !== chained.keyId || vouch.entries !== key.entries) continue;
        if (key.links.get(vouch.voucherId) === vouch.mac) key.vouchedFor = key.entries;
        else key.broken = true;
      }
    },
    finish(isKnown: (keyId: string) => boolean): OldKeysReport {
      const report: OldKeysReport = { unread: 0, broken: [], fresh: [] };
      for (const [keyId, { entries, links, vouchedFor, broken }] of old) {
        // Fewer entries exist than were vouched for: some were deleted.
        const lost = mine.some((vouch) => vouch.keyId === keyId && vouch.entries > entries);
        if (!isHere(keyId) && isKnown(keyId)) {
          if (broken || lost) report.broken.push({ keyId, entries: entries - vouchedFor });
          else report.unread += entries - vouchedFor;
        }
        const right = !broken && !lost && (isHere(keyId) || vouchedFor === entries);
        const mac = links.get(keys.current) ?? "";
        const said = mine.some(
          (vouch) => vouch.keyId === keyId && vouch.voucherId === keys.current && vouch.mac === mac,
        );
        if (right && !said && isKnown(keyId))
          report.fresh.push({ keyId, voucherId: keys.current, chain, entries, mac });
      }
      // Every entry of this key in this chain has been deleted.
      for (const { keyId, entries } of mine)
        if (!old.has(keyId) && !isHere(keyId) && !report.broken.some((one) => one.keyId === keyId))
          report.broken.push({ keyId, entries });
      return report;
    },
  };
}
