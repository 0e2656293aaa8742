// Shows a component as its page does: language, query cache, toasts and a router, but no frame around it.
import { useQueryClient } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { type ReactNode, useEffect } from "react";
import { Providers } from "#web/app/providers.tsx";
import { QueryProvider } from "#web/app/query-client.tsx";

/** Gives the keyboard and pointer of whoever looks at it. */
export async function show(part: ReactNode): Promise<UserEvent> {
  const rootRoute = createRootRoute({
    component: () => (
      <Providers>
        <QueryProvider>
          <Forgetful />
          {part}
        </QueryProvider>
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

/** Nobody signs out between two parts, so the cache would keep the rows of the test before. */
function Forgetful() {
  const client = useQueryClient();
  useEffect(() => () => client.clear(), [client]);
  return null;
}
