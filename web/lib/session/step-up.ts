// Asks for re-authentication on the spot (app/step-up-prompt.tsx) and repeats the operation that needed it.
import { BackendError, cancelled } from "#web/lib/calls/errors.ts";
import { createStore } from "#web/lib/store.ts";

/** Acts that may ask for re-authentication; the dialog names the one that it confirms. */
export type StepUpAct =
  | "change_sign_in"
  | "show_pin"
  | "mail_pin"
  | "show_weekly_code"
  | "make_weekly_codes"
  | "save_controller"
  | "test_connection"
  | "examine_controller"
  | "rebuild_controller"
  | "retire_controller"
  | "take_controller"
  | "take_door"
  | "accept_certificate"
  | "change_old_tls"
  | "set_up_camera"
  | "show_webhook"
  | "change_webhook"
  | "change_administrators"
  | "change_mfa"
  | "change_alerts"
  | "download_backup"
  | "restore_backup"
  | "open_door"
  | "hold_door"
  | "open_gate";

export interface StepUpQuestion {
  act: StepUpAct;
  answer: (steppedUp: boolean) => void;
}

/** The pending question; null without one. */
export const stepUpAsked = createStore<StepUpQuestion | null>(null);

/**
 * Runs `action`, and runs it again after a re-authentication if one is required. Throws its errors; when the person declines, an
 * error that counts as cancelled.
 */
export async function withStepUp<T>(act: StepUpAct, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof BackendError) || error.code !== "reauthentication_needed") throw error;
    if (!(await askForStepUp(act))) throw cancelled(error);
    return action();
  }
}

/** Asks one question at a time: a second operation is refused like a declined one. */
function askForStepUp(act: StepUpAct): Promise<boolean> {
  if (stepUpAsked.get() !== null) return Promise.resolve(false);
  return new Promise((resolve) => {
    stepUpAsked.set({
      act,
      answer: (steppedUp) => {
        stepUpAsked.set(null);
        resolve(steppedUp);
      },
    });
  });
}
