// Audit rows on their way into a chain, and seals as they are read back.

/** One audit row on its way into a chain. `text` is the row as AUDIT_ROW_SQL (server/audit/audit-chain.store.ts) writes it. */
export interface UnsealedRow {
  id: string;
  organizationId: string | null;
  text: string;
}

export interface Seal {
  organizationId: string | null;
  seq: number;
  auditId: string;
  keyId: string;
  rowHmac: string;
  hmac: string;
}

/** A seal as it is read back, with its row; null = the row is gone. */
export interface SealedRow extends Seal {
  row: { text: string; organizationId: string | null; at: Date } | null;
}
