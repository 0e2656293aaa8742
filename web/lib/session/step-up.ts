// Asks for re-authentication on the spot (app/step-up-prompt.tsx) and repeats the operation that needed it.
import { BackendError } from "#web/lib/calls/errors.ts";
import { createStore } from "#web/lib/store.ts";

/** Answers the pending question; null without one. */
export const stepUpAsked = createStore<((steppedUp: boolean) => void) | null>(null);

/** Runs `action`, and again after a re-authentication if required. Throws its errors, also when declined. */
export async function withStepUp<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof BackendError) || error.code !== "reauthentication_needed") throw error;
    if (!(await askForStepUp())) throw error;
    return action();
  }
}

/** Asks one question at a time: a second operation is refused like a declined one. */
function askForStepUp(): Promise<boolean> {
  if (stepUpAsked.get() !== null) return Promise.resolve(false);
  return new Promise((resolve) => {
    stepUpAsked.set((steppedUp) => {
      stepUpAsked.set(null);
      resolve(steppedUp);
    });
  });
}
