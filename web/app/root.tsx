import { Outlet, useRouter } from "@tanstack/react-router";
import { RouterProvider as AriaRouterProvider } from "react-aria-components";
import { announcement } from "#web/lib/announce.ts";
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
  return (
    <div aria-live="polite" className="sr-only">
      {useStore(announcement)}
    </div>
  );
}
