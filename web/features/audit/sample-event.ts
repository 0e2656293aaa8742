// An event of the log for the tests of this folder: who showed a PIN.
import type { AuditListRow, AuditStatus } from "#contract/tables/audit.ts";

export const ACTOR_ID = "00000000-0000-4000-8000-0000000000a2";

export const shownPin: AuditListRow = {
  id: "00000000-0000-4000-8000-000000000001",
  at: "2026-11-26T08:00:00Z",
  organization_id: null,
  organization_name: null,
  actor: ACTOR_ID,
  actor_name: "nord Test",
  action: "pin_revealed",
  subject_table: "end_users",
  subject_id: null,
  subject_name: "Alva Exempelsson",
  row_count: 0,
  part_of: null,
  names: { people: ["Alva Exempelsson"], people_count: 1, places: [], place_count: 0 },
  address: "127.0.0.1",
  request_id: null,
  before: null,
  after: null,
};

export const checkedLog: AuditStatus = {
  chained_through: "2026-11-26T08:00:00Z",
  waiting: 0,
  waiting_since: null,
  checked_at: "2026-11-26T08:00:00Z",
  checked_through: "2026-11-26T08:00:00Z",
  checked_rows: 10,
  unreadable_rows: 0,
  findings: 0,
};
