// Runs around each component test: a network that answers nothing, and no trace of the test before.
// Read before any test stops the clock: its dates of Stockholm extend the date that they find, for the whole worker.
import "@date-fns/tz";
import { cleanup, configure } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { paced } from "#tests/support/pace.ts";
import { endTest } from "./after-test.ts";
import { startAtNoon } from "./at-noon.ts";
import { beginNetwork, unexpectedCalls } from "./network.ts";
import { reportChangedSelections } from "./selection.ts";

configure({ asyncUtilTimeout: paced(30_000) });

document.documentElement.lang = "sv"; // The same language as in index.html.

reportChangedSelections();

startAtNoon(); // Before the file's own fixtures, which say "two minutes ago".

const { origin } = location;
const realTimeout = setTimeout;

beforeEach(() => {
  startAtNoon();
  beginNetwork();
});

/** Resets what the next test of this worker would meet, also after a test that failed in the middle of a dialog. */
function leaveNothing(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  // An open dialog takes the pointer from the rest of the page, and hides it.
  for (const name of ["style", "inert", "aria-hidden", "data-scroll-locked"]) document.body.removeAttribute(name);
}

afterEach(async () => {
  toast.dismiss(); // Without this, the next test's page would show the remaining toast.
  cleanup();
  // The sign-out waits for a timer; the date stays stopped until then, since the session began by it.
  if (setTimeout !== realTimeout) vi.useRealTimers();
  try {
    await endTest();
  } finally {
    leaveNothing();
  }
  const calls = unexpectedCalls();
  expect(calls).toEqual([]);
  // A pressed link would lead the document away, and the next test's calls would go there.
  expect(location.origin).toBe(origin);
});
