// A controller, a change that waits for it and the figures of both, for the tests of this folder.
import type { SyncQueueRow, SyncSummaryRow } from "#contract/tables/sync-status.ts";
import { sampleControllerState } from "#web/lib/controllers/sample-controller-state.ts";

export const CONTROLLER_ID = "00000000-0000-4000-8000-000000000001";
const PERSON_ID = "00000000-0000-4000-8000-000000000002";
export const NOW = new Date().toISOString();

export const garage = sampleControllerState({
  controller_id: CONTROLLER_ID,
  name: "Garage Kajen",
  last_contact: NOW,
  last_full_at: NOW,
});

export const waitingChange: SyncQueueRow = {
  controller_id: CONTROLLER_ID,
  controller_name: garage.name,
  controller_error: null,
  controller_state: "online",
  working: false,
  source_id: PERSON_ID,
  source_kind: "credential",
  end_user_id: PERSON_ID,
  organization_name: "Brf Norrgården",
  label: "Ebbe Påhittsson",
  desired: true,
  state: "pending",
  last_error: null,
  attempts: 0,
  next_try_at: NOW,
  synced_at: null,
  since: NOW,
  total: 1,
  plate: false,
  suspended_until: null,
};

export const oneWaits: SyncSummaryRow = {
  synced: 1,
  pending: 1,
  pending_removal: 0,
  failed: 0,
  anything: true,
  away: 0,
  shut: 0,
  unreached: 0,
  paused: false,
};
