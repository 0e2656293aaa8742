// Route guards. While loading: a spinner. Anonymous, or another role: /auth, which redirects signed-in people.
import { Navigate, useLocation, useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { HOME_OF_ROLE, type Role } from "#contract/roles.ts";
import { whenIdle } from "#web/lib/chunks/when-idle.ts";
import { endArrival } from "#web/lib/session/arrival.ts";
import {
  keepReturnAddress,
  keptReturnAddress,
  pageAfterSignIn,
  type ReturnAddress,
  returnAddress,
} from "#web/lib/session/return-address.ts";
import { roleProblem, sessionState, startProblem, useSession } from "#web/lib/session/session.ts";
import { useStore } from "#web/lib/store.ts";
import { frameTexts } from "#web/texts/frame.sv.ts";
import { lazyDialog } from "#web/ui/lazy/lazy-dialog.tsx";
import { GuardScreen } from "#web/ui/page/guard-screen.tsx";
import { toastDone, toastError } from "#web/ui/toasts/toast.tsx";
import { ConnectionBar } from "./connection-bar.tsx";

const SignInAgainDialog = lazyDialog(
  () => import("./sign-in-again-dialog.tsx"),
  (module) => module.SignInAgainDialog,
);
/** Retry interval for the sign-in dialog's chunk, without which nobody can continue. */
const FETCH_AGAIN_MS = 5_000;

declare module "@tanstack/react-router" {
  interface HistoryState extends Partial<ReturnAddress> {}
}

let before = sessionState.get();
/** Set once somebody was signed in: a sign-out then keeps no address for the next person. */
let hasBeenIn = false;
sessionState.subscribe(() => {
  const now = sessionState.get();
  // Signed in again with another role: the earlier page is gone, and the person should know why.
  if (before.status === "expired" && now.status === "signed-in" && before.last.role !== now.role)
    toastError("session:sign-in", frameTexts.roleChanged, { title: frameTexts.roleChangedTitle });
  if (now.status === "signed-in") {
    hasBeenIn = true;
    if (endArrival() && before.status !== "expired") toastDone("session:sign-in", frameTexts.signedIn);
  }
  before = now;
});

/** Shows its children to one role only. An expired session keeps the page and the typed text. */
export function AreaGuard({ forRole, children }: { forRole: Role; children: ReactNode }) {
  const session = useSession();
  const [tries, setTries] = useState(0);
  // Prefetched, because a later release may have renamed the chunks.
  useEffect(() => whenIdle(SignInAgainDialog.prefetch), []);
  if (session.status === "loading") return <Waiting />;
  const person = session.status === "expired" ? session.last : session;
  if (person.status !== "signed-in" || person.role !== forRole) {
    const isLost = !hasBeenIn && roleProblem.get() === null;
    const state = isLost ? { ...returnAddress({ isSignedOut: session.status === "signed-out" }) } : {};
    return <Navigate to="/auth" replace state={state} />;
  }
  return (
    <>
      {children}
      {session.status === "expired" && (
        <SignInAgainDialog
          key={tries}
          email={person.email}
          step={session.step}
          onClose={() => setTimeout(() => setTries(tries + 1), FETCH_AGAIN_MS)}
        />
      )}
    </>
  );
}

export function GuestGuard({ children }: { children: ReactNode }) {
  const session = useSession();
  const returnTo = useLocation({ select: ({ state }) => state.returnTo });
  if (session.status === "loading") return <Waiting />;
  if (session.status === "signed-in")
    return <Enter href={pageAfterSignIn(HOME_OF_ROLE[session.role], returnTo ?? keptReturnAddress())} />;
  return children;
}

/**
 * Redirects to an address with its search, where `<Navigate>` takes only a path. The address of the first render counts, because it changes
 * during the redirect.
 */
function Enter({ href }: { href: string }) {
  const router = useRouter();
  const [first] = useState(href);
  useEffect(() => {
    keepReturnAddress(undefined);
    void router.navigate({ href: first, replace: true });
  }, [router, first]);
  return null;
}

function Waiting() {
  const problem = useStore(startProblem);
  return (
    <div className="relative">
      <ConnectionBar className="top-0" />
      <GuardScreen problem={problem} />
    </div>
  );
}
