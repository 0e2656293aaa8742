// Runs around each component test: a network that answers nothing, and no trace of the test before.
import { cleanup, configure } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { paced } from "#tests/support/pace.ts";
import { endTest } from "./after-test.ts";
import { beginNetwork, unexpectedCalls } from "./network.ts";
import { reportChangedSelections } from "./selection.ts";

configure({ asyncUtilTimeout: paced(30_000) });

document.documentElement.lang = "sv"; // The same language as in index.html.

reportChangedSelections();

const { origin } = location;

beforeEach(() => beginNetwork());

afterEach(async () => {
  toast.dismiss(); // Without this, the next test's page would show the remaining toast.
  cleanup();
  await endTest();
  localStorage.clear();
  sessionStorage.clear();
  const calls = unexpectedCalls();
  vi.unstubAllGlobals();
  expect(calls).toEqual([]);
  // A pressed link would lead the document away, and the next test's calls would go there.
  expect(location.origin).toBe(origin);
});
