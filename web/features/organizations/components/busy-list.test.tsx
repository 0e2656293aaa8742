import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerWith, page } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";

// The grey bars stay a moment after the rows have come, so that they do not flicker.
test("a list is busy, and counts nothing, as long as it says Laddar...", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<Response>();
  answerWith({ "GET /rest/v1/organizations\\?": () => held });
  const wrong: string[] = [];
  const seen = { loading: 0 };
  const watcher = new MutationObserver(() => {
    for (const list of document.querySelectorAll("main [data-list]")) {
      if (!list.textContent.includes("Laddar...")) continue;
      seen.loading += 1;
      if (list.getAttribute("aria-busy") !== "true") wrong.push("not busy");
      if (/\d+–\d+ av \d+/.test(list.textContent)) wrong.push("counts");
    }
  });
  watcher.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
  await openPage("/system-admin/organizations", "system_admin");
  await screen.findAllByText("Laddar...", { selector: "main :not(.sr-only)" });
  release(page([]));
  await waitFor(() => expect(screen.queryAllByText("Laddar...")).toEqual([]));
  watcher.disconnect();
  expect(seen.loading).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
});
