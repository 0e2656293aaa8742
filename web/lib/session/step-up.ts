// Asks for a re-authentication on the spot (app/step-up-prompt.tsx) and repeats the operation that needed it.
import { BackendError } from "#web/lib/calls/errors.ts";
import { createStore } from "#web/lib/store.ts";

/** The pending question's answer, or null. */
export const stepUpAsked = createStore<((steppedUp: boolean) => void) | null>(null);

/** Runs `action`, once more after a re-authentication if required. Throws as `action` does, also when declined. */
export async function withStepUp<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof BackendError) || error.code !== "reauthentication_needed") throw error;
    if (!(await askForStepUp())) throw error;
    return action();
  }
}

/** One question at a time: a second operation is refused as if declined. */
function askForStepUp(): Promise<boolean> {
  if (stepUpAsked.get() !== null) return Promise.resolve(false);
  return new Promise((resolve) => {
    stepUpAsked.set((steppedUp) => {
      stepUpAsked.set(null);
      resolve(steppedUp);
    });
  });
}
