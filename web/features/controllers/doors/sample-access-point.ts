// A door of a controller that was read, for the tests of this folder.
import type { Door } from "./api/get-access-points.ts";

const CONTROLLER_ID = "00000000-0000-4000-8000-00000000000c";

/** Whose reader asks for a card and a PIN. */
export const gym: Door = {
  id: "00000000-0000-4000-8000-0000000000d1",
  controller_id: CONTROLLER_ID,
  name: "Dörr 1",
  door_name: "Styrketräning",
  description: null,
  enabled: true,
  last_synced: "2026-11-27T08:00:00Z",
  access_profile_token: null,
  missing_since: null,
  pin_min: null,
  pin_max: null,
  pin_use: "never",
  pin_hours: null,
  pin_alone: false,
  pin_alone_on_device: false,
  pin_rule: "Bara kod",
};

/** Where every PIN opens. */
export const entrance: Door = {
  ...gym,
  id: "00000000-0000-4000-8000-0000000000d2",
  name: "Dörr 2",
  door_name: "Entré",
  pin_use: "always",
};
