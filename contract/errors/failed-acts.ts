// What was attempted, put before the reason it failed, in the specification's words (section 8).
import type { Language } from "../language.ts";

const FAILED_ACTS = {
  fetch_controller: { sv: "Failed to fetch controller: ", en: "Failed to fetch controller: " },
  update_device_user: { sv: "Failed to update user on AXIS device: ", en: "Failed to update user on AXIS device: " },
  sync_access_points: { sv: "Failed to sync access points: ", en: "Failed to sync access points: " },
  generate_weekly_codes: { sv: "Misslyckades att generera veckokoder: ", en: "Failed to generate weekly codes: " },
  clear_weekly_codes: { sv: "Misslyckades att rensa veckokoder: ", en: "Failed to clear weekly codes: " },
  delete_weekly_code: { sv: "Misslyckades att radera veckokod: ", en: "Failed to delete weekly code: " },
} as const;

export type FailedAct = keyof typeof FAILED_ACTS;

export function failedAct(act: FailedAct | undefined, language: Language): string {
  return act === undefined ? "" : FAILED_ACTS[act][language];
}
