import { Outlet, useRouter } from "@tanstack/react-router";
import { RouterProvider as AriaRouterProvider } from "react-aria-components";
import { createPortal } from "react-dom";
import { alarm, announcement } from "#web/lib/announce.ts";
import { useStore } from "#web/lib/store.ts";

export function Root() {
  const router = useRouter();
  return (
    <AriaRouterProvider navigate={(href) => void router.navigate({ href })}>
      <Outlet />
      <Announcer />
    </AriaRouterProvider>
  );
}

function Announcer() {
  const text = useStore(announcement);
  const alarmText = useStore(alarm);
  // Rendered beside the dialogs, because react-aria hides everything else from screen readers while a dialog is open.
  return createPortal(
    <>
      <div data-react-aria-top-layer="true" aria-live="polite" className="sr-only">
        {text}
      </div>
      <div data-react-aria-top-layer="true" aria-live="assertive" className="sr-only">
        {alarmText}
      </div>
    </>,
    document.body,
  );
}
