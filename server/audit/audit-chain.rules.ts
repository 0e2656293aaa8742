// The audit's keyed chain: what is sealed, and what a check of it finds. Pure; the key stands behind two functions.
//
// Each organisation has a chain of its own, and the installation one (organisation null). A seal has two halves: one over the
// row, one over the row's half, the seal before and the place. So a changed row and a moved one are told apart.
import { type ChainKeys, createOldKeysCheck, type Vouch } from "./audit-vouch.rules.ts";
import type { Seal, SealedRow, UnsealedRow } from "./sealed-row.rules.ts";

/** Where a chain ends. */
export interface ChainHead {
  organizationId: string | null;
  seq: number;
  hmac: string;
}

/** What stands before the first seal of a chain. */
const BEGINNING = "";

/** Both texts begin with their kind: no half can be passed off as the other. */
const rowText = (text: string) => `row 1 ${text}`;
const placeText = (link: { organizationId: string | null; seq: number; previous: string; rowHmac: string }) =>
  `place 1 ${link.organizationId ?? "installation"} ${link.seq} ${link.previous} ${link.rowHmac}`;

/** Seals rows in the order given, each at the end of its organisation's chain. `heads`: the present ends. */
export function sealRows(
  rows: readonly UnsealedRow[],
  heads: readonly ChainHead[],
  mac: (text: string) => { keyId: string; mac: string },
): Seal[] {
  const ends = new Map(heads.map((head) => [head.organizationId, head]));
  return rows.map(({ id, organizationId, text }) => {
    const end = ends.get(organizationId);
    const seq = (end?.seq ?? 0) + 1;
    const row = mac(rowText(text));
    const place = mac(placeText({ organizationId, seq, previous: end?.hmac ?? BEGINNING, rowHmac: row.mac }));
    ends.set(organizationId, { organizationId, seq, hmac: place.mac });
    return { organizationId, seq, auditId: id, keyId: row.keyId, rowHmac: row.mac, hmac: place.mac };
  });
}

export type FindingKind =
  /** The row is not what was sealed. */
  | "changed"
  /** The seal stands, its row is gone. */
  | "removed"
  /** Seals are missing inside a chain, and with them `count` rows. */
  | "gap"
  /** The row is what was sealed, but not in this place. */
  | "moved"
  /** The row says that it is older than rows that were sealed before it: it was written in afterwards. */
  | "backdated"
  /** The row has no seal and waits for none: it came in past the portal, or its seal was taken away. */
  | "unsealed"
  /** The chain ends before the end that was noted outside the database: `count` rows are gone. */
  | "cut"
  /** The seal that was noted outside the database is another one now: the chain was written anew. */
  | "rewritten"
  /** The seal names a key that this installation never had: whoever wrote it had none. */
  | "foreign_key"
  /** `count` rows under a key that has left the ring are not what they were when they were last read with it. */
  | "changed_since"
  /** The note outside the database was itself changed, or is under a key that the ring does not hold. */
  | "anchor";

export interface Finding {
  kind: FindingKind;
  organizationId: string | null;
  /** Place in the chain; null for a row without one. */
  seq: number | null;
  auditId: string | null;
  /** How many rows it is about. */
  count: number;
}

export interface ChainReport {
  rows: number;
  /** Sealed under an old key that the ring does not hold, and vouched for by none that it does: neither right nor wrong. */
  unreadable: number;
  /** Newest row seen. */
  through: Date | null;
  findings: Finding[];
  /** What the current key found right of older ones; to be kept, so that those may go. */
  vouches: Vouch[];
}

/** Nothing read yet. */
export const emptyReport = (): ChainReport => ({ rows: 0, unreadable: 0, through: null, findings: [], vouches: [] });

/**
 * Transactions begin before they are sealed, in no order; but none lasts so long. A row that claims to be this much older than
 * one sealed before it was not there when that one was.
 */
export const BACKDATED_MS = 10 * 60 * 1000;

/** What a check knows beside the seals. */
export interface ChainKnowledge {
  keys: ChainKeys;
  /** Whether the key is in the ring or ever was (audit-vouch.ts). */
  isKnown: (keyId: string) => boolean;
  vouches: readonly Vouch[];
}

/**
 * Walks one chain from its first seal on; `add` takes them in order of `seq`. `anchor`: its end as it was noted outside the
 * database, or null.
 */
export function createChainCheck(
  organizationId: string | null,
  anchor: ChainHead | null,
  { keys, isKnown, vouches }: ChainKnowledge,
): { add(sealed: SealedRow): void; finish(): ChainReport } {
  const { macUnder } = keys;
  const report = emptyReport();
  const oldKeys = createOldKeysCheck(organizationId, vouches, keys);
  let previous: { seq: number; hmac: string } = { seq: 0, hmac: BEGINNING };
  const find = (kind: FindingKind, seal: Seal | null, count = 1) =>
    report.findings.push({ kind, organizationId, seq: seal?.seq ?? null, auditId: seal?.auditId ?? null, count });

  /** Without the key it is still seen that a row is gone, stands elsewhere or claims a wrong time. */
  function checkRow(sealed: SealedRow, readable: boolean): void {
    const { row } = sealed;
    if (row === null) {
      find("removed", sealed);
      return;
    }
    const altered = readable && macUnder(sealed.keyId, rowText(row.text)) !== sealed.rowHmac;
    if (altered || row.organizationId !== organizationId) find("changed", sealed);
    else if (report.through !== null && report.through.getTime() - row.at.getTime() > BACKDATED_MS)
      find("backdated", sealed);
    if (report.through === null || row.at > report.through) report.through = row.at;
  }

  function checkPlace(sealed: SealedRow, readable: boolean): void {
    const missing = sealed.seq - previous.seq - 1;
    if (missing > 0) {
      // What stood before is gone, so this place cannot be proved; the next one can.
      find("gap", sealed, missing);
      return;
    }
    const place = placeText({ organizationId, seq: sealed.seq, previous: previous.hmac, rowHmac: sealed.rowHmac });
    if (readable && macUnder(sealed.keyId, place) !== sealed.hmac) find("moved", sealed);
  }

  return {
    add: (sealed) => {
      report.rows++;
      const readable = macUnder(sealed.keyId, "") !== null;
      if (!readable && !isKnown(sealed.keyId)) find("foreign_key", sealed);
      checkRow(sealed, readable);
      checkPlace(sealed, readable);
      oldKeys.add(sealed);
      if (anchor !== null && sealed.seq === anchor.seq && sealed.hmac !== anchor.hmac) find("rewritten", sealed);
      previous = sealed;
    },
    finish: () => {
      if (anchor !== null && previous.seq < anchor.seq)
        report.findings.push({
          kind: "cut",
          organizationId,
          seq: previous.seq + 1,
          auditId: null,
          count: anchor.seq - previous.seq,
        });
      const { unread, broken, fresh } = oldKeys.finish(isKnown);
      for (const { seals } of broken) find("changed_since", null, seals);
      report.unreadable = unread;
      if (report.findings.length === 0) report.vouches = fresh;
      return report;
    },
  };
}
