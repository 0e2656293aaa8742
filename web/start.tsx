// Draws the page. Runs after main.tsx has fetched the language.
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { Providers } from "./app/providers.tsx";
import { router } from "./app/router.tsx";
import { sessionKnown, startSession } from "./lib/session.ts";

/** So long the shell stands alone; then React draws what it has, and the connection bar can say what is wrong. */
const PATIENCE_MS = 1_000;

/**
 * Draws once, when the page's code and the person are known: every picture in between would cost a slow phone's processor
 * what the page itself costs. As a transition, so that the browser can answer a finger while it draws.
 */
export async function start(): Promise<void> {
  const place = document.getElementById("root");
  if (!place) throw new Error("index.html has no #root");
  startSession();
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
