// Tests the pages of a log that grows while somebody turns them. tests/integration/rest/log-search.test.ts tests the rows after one.
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { MergedLogRow } from "#contract/tables/merged-log.ts";
import { afterTest } from "#tests/components/after-test.ts";
import { doorEvent } from "#tests/components/fixtures/passages/sample-log.ts";
import { answerWith, askedOf, page } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";
import { listenToSockets, rowChanged } from "#tests/components/speaking-socket.ts";

/** The shortest time between two readings of a list, however much comes. */
const READ_PAUSE_MS = 3_000;

beforeEach(() => {
  listenToSockets();
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  afterTest(() => void vi.useRealTimers());
});

/** Answers like the server: newest first, from a row's time on where the page asks for that. */
function answerLog() {
  let log: MergedLogRow[] = [];
  const come = (number: number, occurredAt: number) => {
    const at = new Date(occurredAt).toISOString();
    log = [...log, doorEvent(number, { occurred_at: at, reason: "unknown_code", credentials: null })].toSorted(
      (one, other) => Date.parse(other.occurred_at) - Date.parse(one.occurred_at),
    );
    rowChanged("door_events", "INSERT", {});
  };
  answerWith({
    "GET /rest/v1/door_log\\?select=kind&": page([]),
    "GET /rest/v1/door_log\\?": ({ address }) => {
      const asked = new URL(address, location.href).searchParams;
      const [upTo] = asked.getAll("occurred_at").flatMap((bound) => /^lte\.(.*)/.exec(bound)?.[1] ?? []);
      const after = /id\.gt\.([^)]+)/.exec(asked.get("or") ?? "")?.[1];
      const matching = log.filter(({ id, occurred_at }) => {
        if (upTo === undefined || occurred_at < upTo) return true;
        return occurred_at === upTo && after !== undefined && id > after;
      });
      const from = Number(asked.get("offset") ?? 0);
      return page(matching.slice(from, from + Number(asked.get("limit"))), log.length);
    },
  });
  return come;
}

/** Returns each row's time; its words depend on the day. Finding roles of so many cells would be slow. */
const shown = () => [...document.querySelectorAll("tbody tr time")].map((time) => time.getAttribute("datetime"));
const secondPages = () => askedOf(/door_log\?.*occurred_at=lte/).length;

test("the second page of a log stays where it is while events come, which the first one shows", async () => {
  const come = answerLog();
  const begin = Date.now() - 3_600_000;
  for (let minute = 1; minute <= 60; minute += 1) come(minute, begin - minute * 60_000);
  const user = await openPage("/system-admin/access-logs?log=doors&show=all&size=25", "system_admin");
  await screen.findByText("Direkt");
  await screen.findByText("1–25 av 60");
  await user.click(screen.getByLabelText("Nästa sida"));
  await user.click(screen.getByRole("heading", { level: 1 })); // The pointer and focus are off the list, so that nothing stands still for them.
  await screen.findByText("26–50 av 60");
  await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
  const before = shown();
  expect(before).toHaveLength(25);

  const asked = secondPages();
  for (const minutes of [1, 2, 3]) come(100 + minutes, Date.now() - minutes * 60_000);
  await vi.advanceTimersByTimeAsync(READ_PAUSE_MS);
  await waitFor(() => expect(secondPages()).toBeGreaterThan(asked));
  expect(shown()).toEqual(before);
  // An earlier event is read late: the page stands still, and offers it.
  come(104, begin - 29.5 * 60_000);
  await vi.advanceTimersByTimeAsync(READ_PAUSE_MS);
  const late = await screen.findByText("1 ny");
  expect(shown()).toEqual(before);
  await user.click(late);
  await waitFor(() => expect(shown()).not.toEqual(before));
  const withLate = shown();
  expect(withLate.filter((row) => !before.includes(row))).toHaveLength(1);
  // The last row has moved to the next page, where it is the first.
  expect(withLate).not.toContain(before.at(-1));
  await user.click(screen.getByLabelText("Nästa sida"));
  await waitFor(() => expect(shown()[0]).toBe(before.at(-1)));
  expect(shown()).toHaveLength(11);

  await user.click(screen.getByLabelText("Föregående sida"));
  await user.click(screen.getByLabelText("Föregående sida"));
  await screen.findByText("1–25 av 64");
  await waitFor(() => expect(shown()[1]).not.toBe(before[1]));
});
