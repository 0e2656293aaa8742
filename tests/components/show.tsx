// Shows a component with its page's language, query cache, toasts and router, but no frame around it.
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { Providers } from "#web/app/providers.tsx";
import { QueryProvider } from "#web/app/query-client.tsx";
import { personLeft } from "#web/lib/session/person-left.ts";
import { afterTest } from "./after-test.ts";

/** Shows a part and returns its viewer's keyboard and pointer. */
export async function show(part: ReactNode): Promise<UserEvent> {
  // Nobody signs out between two parts, so this one's rows and timers are removed for the next test.
  afterTest(personLeft);
  const rootRoute = createRootRoute({
    component: () => (
      <Providers>
        <QueryProvider>{part}</QueryProvider>
      </Providers>
    ),
  });
  const router = createRouter({
    routeTree: rootRoute,
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  await router.load();
  const user = userEvent.setup({ applyAccept: false });
  render(<RouterProvider router={router} />);
  return user;
}
