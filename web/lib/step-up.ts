// Asks for a re-authentication on the spot (app/step-up-prompt.tsx) and repeats the operation that needed it.
import { BackendError } from "./errors.ts";
import { createStore } from "./store.ts";

/** The pending question's answer, or null. */
export const proofAsked = createStore<((proved: boolean) => void) | null>(null);

/** Runs `act`, once more after a re-authentication if required. Throws as `act` does, also when declined. */
export async function withProof<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof BackendError) || error.code !== "reauthentication_needed") throw error;
    if (!(await askForProof())) throw error;
    return act();
  }
}

/** One question at a time: a second operation is refused as if declined. */
function askForProof(): Promise<boolean> {
  if (proofAsked.get() !== null) return Promise.resolve(false);
  return new Promise((resolve) => {
    proofAsked.set((proved) => {
      proofAsked.set(null);
      resolve(proved);
    });
  });
}
