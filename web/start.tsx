import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { Providers } from "./app/providers.tsx";
import { router } from "./app/router.tsx";
import { endCancelledTransitions } from "./lib/cancelled-transitions.ts";
import { sessionKnown, startSession } from "./lib/session/session.ts";

/** After this time the page renders what it has, and the connection bar can show what is wrong. */
const PATIENCE_MS = 1_000;

/** Renders once, when code and session are known, because each intermediate render would take a slow phone as long. */
export async function start(): Promise<void> {
  const place = document.getElementById("root");
  if (!place) throw new Error("index.html has no #root");
  startSession();
  endCancelledTransitions();
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([Promise.all([router.load(), sessionKnown()]), patience]);
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <Providers>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    ),
  );
}
