import { beginArrival, endArrival } from "#web/lib/session/arrival.ts";
import { signIn } from "#web/lib/session/session.ts";
import { toastFailure } from "#web/ui/toasts/toast.tsx";

/** Signs in with the password just chosen; the guard lets the person in once the role is known. */
export async function arrive(email: string, password: string, onFailed: () => void): Promise<void> {
  try {
    beginArrival();
    await signIn(email, password);
  } catch (error) {
    endArrival();
    toastFailure("session:sign-in", error);
    onFailed();
  }
}
