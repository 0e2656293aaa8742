// What the two overviews fetch, for the tests of this folder.
import type { AccessLogListRow } from "#contract/tables/access-logs.ts";
import type { FirstSteps } from "#contract/tables/first-steps.ts";
import { sampleControllerState } from "#web/lib/controllers/sample-controller-state.ts";

export const ID = "00000000-0000-4000-8000-000000000001";

export const stepsOver: FirstSteps = {
  finished: true,
  opened_at: "2026-11-01T08:00:00Z",
  organizations: 1,
  organization: null,
  controllers: 1,
  controller: null,
  gates: 1,
  gates_offered: 1,
  doors: 2,
  doors_offered: 2,
  doors_ready: 2,
  doors_reporting: 2,
  doors_unnamed: 0,
  shown_doors: [],
  person: null,
};

export const garageNow = sampleControllerState({
  controller_id: ID,
  name: "Garage Kajen",
  last_contact: "2026-11-27T08:00:00Z",
});

export const newestPassage = (id: string): AccessLogListRow => ({
  id,
  detected_at: "2026-11-27T08:00:00Z",
  plate_number: "MLB84A",
  controller_id: ID,
  access_granted: true,
  access_reason: "valid_credential",
  macro_executed: true,
  credential_id: ID,
  controllers: { name: "Infart Norr", organizations: { id: ID, name: "Brf Norrgården" } },
  credentials: { end_user_id: ID },
});
