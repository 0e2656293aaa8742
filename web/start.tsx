// Draws the page. Runs after main.tsx has fetched the language.
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Providers } from "./app/providers.tsx";
import { router } from "./app/router.tsx";
import { startSession } from "./lib/session.ts";

export function start(): void {
  const place = document.getElementById("root");
  if (!place) throw new Error("index.html has no #root");
  startSession();
  createRoot(place).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
}
