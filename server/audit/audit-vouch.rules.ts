// What lets an old key go: the key that came after vouches for what the old one sealed, once it has been read and found right.
// Pure; the keys stand behind one function.
import type { SealedRow } from "./sealed-row.rules.ts";

/** A row of `audit_keys`. A null chain says that the key was in the ring; else its first `seals` seals of that chain are right. */
export interface Vouch {
  keyId: string;
  voucherId: string;
  chain: string | null;
  seals: number;
  mac: string;
}

export interface ChainKeys {
  /** HMAC under a key of the ring; null when the ring does not hold it. */
  macUnder: (keyId: string, text: string) => string | null;
  /** The key that seals and vouches now. */
  current: string;
}

export const chainName = (organizationId: string | null): string => organizationId ?? "installation";

const membershipText = (keyId: string) => `key 1 ${keyId}`;
const linkText = (before: string, { seq, auditId, rowHmac, hmac, row }: SealedRow) =>
  `vouch 1 ${before} ${seq} ${auditId} ${rowHmac} ${hmac} ${row === null ? "gone" : `${row.organizationId} ${row.text}`}`;

/** Keys that the ring holds, or held beside one that it holds. What an attacker writes into the table is under none of them. */
export function knownKeys(vouches: readonly Vouch[], ring: readonly string[], keys: ChainKeys): Set<string> {
  const proved = vouches.filter(
    ({ chain, keyId, voucherId, mac }) => chain === null && keys.macUnder(voucherId, membershipText(keyId)) === mac,
  );
  return new Set([...ring, ...proved.map(({ keyId }) => keyId)]);
}

/** What the current key has yet to say about the keys known: with it, those may leave the ring and stay known. */
export function missingMemberships(vouches: readonly Vouch[], known: ReadonlySet<string>, keys: ChainKeys): Vouch[] {
  return [...known].flatMap((keyId) => {
    const mac = keys.macUnder(keys.current, membershipText(keyId));
    const said = vouches.some(
      (one) => one.chain === null && one.keyId === keyId && one.voucherId === keys.current && one.mac === mac,
    );
    return mac === null || said ? [] : [{ keyId, voucherId: keys.current, chain: null, seals: 0, mac }];
  });
}

interface OldKey {
  seals: number;
  /** Voucher → HMAC over the seals so far. */
  links: Map<string, string>;
  vouchedFor: number;
  broken: boolean;
}

export interface OldKeysReport {
  /** Seals of known keys that are not in the ring and that no key of the ring vouches for. */
  unread: number;
  /** Keys not in the ring, with how many of their seals are not what was vouched for. */
  broken: { keyId: string; seals: number }[];
  /** What the current key can vouch for from now on, if nothing was found in the chain. */
  fresh: Vouch[];
}

/** Follows one chain beside its check: seals in order, those of keys other than the current one count. */
export function createOldKeysCheck(organizationId: string | null, noted: readonly Vouch[], keys: ChainKeys) {
  const chain = chainName(organizationId);
  const mine = noted.filter((vouch) => vouch.chain === chain && keys.macUnder(vouch.voucherId, "") !== null);
  const old = new Map<string, OldKey>();
  const isHere = (keyId: string) => keys.macUnder(keyId, "") !== null;

  function begin(keyId: string): OldKey {
    const vouchers = [keys.current, ...mine.filter((vouch) => vouch.keyId === keyId).map((vouch) => vouch.voucherId)];
    return { seals: 0, links: new Map(vouchers.map((id) => [id, `${chain} ${keyId}`])), vouchedFor: 0, broken: false };
  }

  return {
    add(sealed: SealedRow): void {
      if (sealed.keyId === keys.current) return;
      const key = old.get(sealed.keyId) ?? begin(sealed.keyId);
      old.set(sealed.keyId, key);
      key.seals++;
      for (const [voucherId, before] of key.links)
        key.links.set(voucherId, keys.macUnder(voucherId, linkText(before, sealed)) ?? "");
      for (const vouch of mine) {
        if (vouch.keyId !== sealed.keyId || vouch.seals !== key.seals) continue;
        if (key.links.get(vouch.voucherId) === vouch.mac) key.vouchedFor = key.seals;
        else key.broken = true;
      }
    },
    finish(isKnown: (keyId: string) => boolean): OldKeysReport {
      const report: OldKeysReport = { unread: 0, broken: [], fresh: [] };
      for (const [keyId, { seals, links, vouchedFor, broken }] of old) {
        // Fewer seals than were vouched for: some were taken away.
        const lost = mine.some((vouch) => vouch.keyId === keyId && vouch.seals > seals);
        if (!isHere(keyId) && isKnown(keyId)) {
          if (broken || lost) report.broken.push({ keyId, seals: seals - vouchedFor });
          else report.unread += seals - vouchedFor;
        }
        const right = !broken && !lost && (isHere(keyId) || vouchedFor === seals);
        const mac = links.get(keys.current) ?? "";
        const said = mine.some(
          (vouch) => vouch.keyId === keyId && vouch.voucherId === keys.current && vouch.mac === mac,
        );
        if (right && !said && isKnown(keyId)) report.fresh.push({ keyId, voucherId: keys.current, chain, seals, mac });
      }
      // A key whose every seal of this chain is gone.
      for (const { keyId, seals } of mine)
        if (!old.has(keyId) && !isHere(keyId) && !report.broken.some((one) => one.keyId === keyId))
          report.broken.push({ keyId, seals });
      return report;
    },
  };
}
