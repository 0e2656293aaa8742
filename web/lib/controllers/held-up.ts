// Explains why a controller cannot take a change now, so that the old right continues for a while.
import { DEVICE_KINDS } from "#contract/devices.ts";
import type { ControllerState } from "#contract/tables/sync-status.ts";
import { peopleTexts } from "#web/features/people/texts/people.sv.ts";

export interface HeldUp {
  id: string;
  name: string;
  /** Text after the name: "svarar inte". */
  why: string;
}

/** Returns the reason; null: none is known. `holdsList`: a gate with a list opens by it while it is away; others ask the portal. */
export function heldUp(id: string, controllers: readonly ControllerState[], holdsList = false): HeldUp | null {
  const unit = controllers.find(({ controller_id }) => controller_id === id);
  const why = unit ? whyHeldUp(unit, holdsList) : null;
  return unit === undefined || why === null ? null : { id, name: unit.name, why };
}

function whyHeldUp(
  { state, last_error, workers_paused_at, device_type }: ControllerState,
  holdsList: boolean,
): string | null {
  if (state === "paused") return peopleTexts.controllerDisabled;
  if (workers_paused_at !== null) return peopleTexts.syncPaused;
  if (state !== "offline" || (DEVICE_KINDS[device_type] === "gate" && !holdsList)) return null;
  return troubleWords(last_error ?? "");
}

/** Worker codes (drivers/errors.ts) that mean "no answer" rather than a refusal. */
const UNREACHABLE: ReadonlySet<string> = new Set(["unreachable", "timeout", "connection_lost", "aborted"]);

/** Tells whether the code means that no answer came. */
export function isUnreachable(code: string): boolean {
  return UNREACHABLE.has(code);
}

/** Returns the text after the controller's name: "svarar inte". */
export function troubleWords(code: string): string {
  if (code === "disabled") return peopleTexts.controllerDisabled;
  if (code === "workers_paused") return peopleTexts.syncPaused;
  if (isUnreachable(code)) return peopleTexts.notAnswering;
  if (code === "auth_failed" || code === "account_locked") return peopleTexts.refusesLogin;
  if (code.startsWith("certificate_") || code === "serial_changed") return peopleTexts.otherCertificate;
  return peopleTexts.refusesChange;
}
