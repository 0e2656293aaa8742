// The keyed audit chain and its check. Pure: two functions hide the key. Each organisation has a chain, and so has the installation (null).
// An entry has two HMACs: one over the row, and one over that HMAC, the previous entry and the position. Together they tell changed rows
// from moved ones.
import { type ChainKeys, createOldKeysCheck, type Vouch } from "./audit-vouch.rules.ts";
import type { ChainedRow, ChainLink, UnchainedRow } from "./chained-row.rules.ts";

export interface ChainHead {
  organizationId: string | null;
  seq: number;
  hmac: string;
}

const BEGINNING = "";

/** Both texts begin with their kind, so an HMAC of one cannot pass for an HMAC of the other. */
const rowText = (text: string) => `row 1 ${text}`;
const placeText = (link: { organizationId: string | null; seq: number; previous: string; rowHmac: string }) =>
  `place 1 ${link.organizationId ?? "installation"} ${link.seq} ${link.previous} ${link.rowHmac}`;

/** Chains rows in the order given. `heads` are the present ends of the chains. */
export function chainRows(
  rows: readonly UnchainedRow[],
  heads: readonly ChainHead[],
  mac: (text: string) => { keyId: string; mac: string },
): ChainLink[] {
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
  | "changed"
  | "removed"
  /** `count` entries and their rows are missing inside the chain. */
  | "gap"
  /** The row matches its entry, but not its position. */
  | "moved"
  /** The row claims to be older than rows chained before it: inserted afterwards. */
  | "backdated"
  /** The row has no entry and is not queued: it was inserted past the portal, or its entry was deleted. */
  | "unchained"
  /** The chain ends before the anchor: `count` rows are gone. */
  | "cut"
  /** The anchored entry has changed: the chain was rewritten. */
  | "rewritten"
  /** The entry names a key that this installation never had. */
  | "foreign_key"
  /** `count` rows under a retired key differ from when they were last verified. */
  | "changed_since"
  /** The anchor itself was changed, or its key is not in the ring. */
  | "anchor";

export interface Finding {
  kind: FindingKind;
  organizationId: string | null;
  /** Null for a row without a position. */
  seq: number | null;
  auditId: string | null;
  count: number;
}

export interface ChainReport {
  rows: number;
  /** Rows under a retired key that no key of the ring vouches for: neither right nor wrong. */
  unreadable: number;
  through: Date | null;
  findings: Finding[];
  /** Verified by the current key; stored so that older keys may leave the ring. */
  vouches: Vouch[];
}

export const emptyReport = (): ChainReport => ({ rows: 0, unreadable: 0, through: null, findings: [], vouches: [] });

/**
 * Rows are chained after their transaction began, in any order, but no transaction lasts this long. A row that is older than an
 * earlier row of the chain by more than this time was inserted afterwards.
 */
export const BACKDATED_MS = 10 * 60 * 1000;

export interface ChainKnowledge {
  keys: ChainKeys;
  isKnown: (keyId: string) => boolean;
  vouches: readonly Vouch[];
}

/** Returns the finding in one row, whatever its position; null: none. `through`: the latest time before it. */
function findingInRow(
  { row, keyId, rowHmac }: ChainedRow,
  organizationId: string | null,
  { through, macUnder }: { through: Date | null; macUnder: ChainKeys["macUnder"] },
): "removed" | "changed" | "backdated" | null {
  if (row === null) return "removed";
  const mac = macUnder(keyId, rowText(row.text));
  if ((mac !== null && mac !== rowHmac) || row.organizationId !== organizationId) return "changed";
  // The portal never writes a time that a JavaScript Date cannot hold.
  const isBackdated = row.at === null || (through !== null && through.getTime() - row.at.getTime() > BACKDATED_MS);
  return isBackdated ? "backdated" : null;
}

/** Returns a check of one chain from its first entry; `add` takes the entries in order of `seq`. `anchor` is the stored end, or null. */
export function createChainCheck(
  organizationId: string | null,
  anchor: ChainHead | null,
  { keys, isKnown, vouches }: ChainKnowledge,
): { add(chained: ChainedRow): void; finish(): ChainReport } {
  const { macUnder } = keys;
  const report = emptyReport();
  const oldKeys = createOldKeysCheck(organizationId, vouches, keys);
  let previous: { seq: number; hmac: string } = { seq: 0, hmac: BEGINNING };
  const find = (kind: FindingKind, link: ChainLink | null, count = 1) =>
    report.findings.push({ kind, organizationId, seq: link?.seq ?? null, auditId: link?.auditId ?? null, count });

  /** Checks a row. Missing rows, moved rows and false times show even without the key. */
  function checkRow(chained: ChainedRow): void {
    const finding = findingInRow(chained, organizationId, { through: report.through, macUnder });
    if (finding !== null) find(finding, chained);
    const at = chained.row?.at ?? null;
    if (at !== null && (report.through === null || at > report.through)) report.through = at;
  }

  function checkPlace(chained: ChainedRow, readable: boolean): void {
    const missing = chained.seq - previous.seq - 1;
    if (missing > 0) {
      // The previous entry is gone, so this position cannot be verified; the next one can.
      find("gap", chained, missing);
      return;
    }
    const place = placeText({ organizationId, seq: chained.seq, previous: previous.hmac, rowHmac: chained.rowHmac });
    if (readable && macUnder(chained.keyId, place) !== chained.hmac) find("moved", chained);
  }

  return {
    add: (chained) => {
      report.rows++;
      const readable = macUnder(chained.keyId, "") !== null;
      if (!readable && !isKnown(chained.keyId)) find("foreign_key", chained);
      checkRow(chained);
      checkPlace(chained, readable);
      oldKeys.add(chained);
      if (anchor !== null && chained.seq === anchor.seq && chained.hmac !== anchor.hmac) find("rewritten", chained);
      previous = chained;
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
      for (const { entries } of broken) find("changed_since", null, entries);
      report.unreadable = unread;
      if (report.findings.length === 0) report.vouches = fresh;
      return report;
    },
  };
}
