import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { Providers } from "./app/providers.tsx";
import { router } from "./app/router.tsx";
import { keepOfflinePage } from "./lib/frame/offline-page.ts";
import { sessionKnown, startSession } from "./lib/session/session.ts";

/** After this time the page renders what it has, and the connection bar can show what is wrong. */
const PATIENCE_MS = 1_000;

/** Renders once, when code and session are known, because each intermediate render would take a slow phone as long. */
export async function start(): Promise<void> {
  const place = document.getElementById("root");
  if (!place) throw new Error("index.html has no #root");
  startSession();
  endCancelledTransitions();
  keepOfflinePage();
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

/**
 * Sends `transitionend` for each cancelled CSS transition. React Aria waits for the end of every transition before it moves a screen
 * reader's focus (`runAfterTransition`), and notices a cancelled one only once on its element. The bubbling event of an inner element uses
 * that up, and the next dialog would never get the focus.
 */
function endCancelledTransitions(): void {
  document.addEventListener("transitioncancel", ({ target, propertyName, elapsedTime }) => {
    target?.dispatchEvent(new TransitionEvent("transitionend", { bubbles: true, propertyName, elapsedTime }));
  });
}
