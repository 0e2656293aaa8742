/** An audit row to chain. `text` is the row as AUDIT_ROW_SQL (server/audit/audit-chain.store.ts) writes it. */
export interface UnchainedRow {
  id: string;
  organizationId: string | null;
  text: string;
}

export interface ChainLink {
  organizationId: string | null;
  seq: number;
  auditId: string;
  keyId: string;
  rowHmac: string;
  hmac: string;
}

export interface ChainedRow extends ChainLink {
  row: { text: string; organizationId: string | null; at: Date | null } | null;
}
