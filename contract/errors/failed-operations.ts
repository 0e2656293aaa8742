// The attempted operation, put before the reason of its failure, in the specification's words (section 8).
import type { Language } from "../language.ts";

const FAILED_OPERATIONS = {
  fetch_controller: { sv: "Failed to fetch controller: ", en: "Failed to fetch controller: " },
  update_device_user: { sv: "Failed to update user on AXIS device: ", en: "Failed to update user on AXIS device: " },
  sync_access_points: { sv: "Failed to sync access points: ", en: "Failed to sync access points: " },
  generate_weekly_codes: { sv: "Misslyckades att generera veckokoder: ", en: "Failed to generate weekly codes: " },
  clear_weekly_codes: { sv: "Misslyckades att rensa veckokoder: ", en: "Failed to clear weekly codes: " },
  delete_weekly_code: { sv: "Misslyckades att radera veckokod: ", en: "Failed to delete weekly code: " },
} as const;

export type FailedOperation = keyof typeof FAILED_OPERATIONS;

/** Returns the words before the reason; "" without an operation. */
export function failedOperation(action: FailedOperation | undefined, language: Language): string {
  return action === undefined ? "" : FAILED_OPERATIONS[action][language];
}
