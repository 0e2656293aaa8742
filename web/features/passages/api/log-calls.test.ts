// Tests how the logs request their rows. Only the network is faked.
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { MergedLogRow } from "#contract/tables/merged-log.ts";
import { NO_DOOR_FILTERS } from "../door-filters.ts";
import { NO_FILTERS } from "../filters.ts";
import type * as AccessLogs from "./get-access-logs.ts";
import type * as Events from "./get-events.ts";

const fetchFake = vi.fn<typeof fetch>();
// Imported late: backend.ts reads the page's origin when it loads.
let logs: typeof AccessLogs;
let events: typeof Events;

beforeAll(async () => {
  vi.stubGlobal("location", new URL("http://127.0.0.1:8080/system-admin"));
  vi.stubGlobal("fetch", fetchFake);
  logs = await import("./get-access-logs.ts");
  events = await import("./get-events.ts");
});
afterEach(() => fetchFake.mockReset());

const AT = "2026-11-25T11:00:00.123456+00:00";
const ID = "3a1f7c52-5a0e-4c0f-9d55-0f6f5a0a9c11";
const AFTER_IT = [`(occurred_at.lt."${AT}",id.gt.${ID})`, `lte.${AT}`];

/** Returns the only request that a call makes. */
async function asked(call: () => Promise<unknown>) {
  fetchFake.mockImplementation(() => Promise.resolve(Response.json([], { headers: { "content-range": "*/0" } })));
  await call();
  expect(fetchFake).toHaveBeenCalledTimes(1);
  const [url, init] = fetchFake.mock.calls[0] ?? [];
  const query = new URL(url instanceof Request ? url.url : String(url)).searchParams;
  return { query, counts: new Headers(init?.headers).get("prefer")?.includes("count=") === true };
}

test("the file of the gates' log goes on after a row, not at a place that moves, and counts nothing", async () => {
  const after = { detected_at: AT, id: ID } as AccessLogs.LogRow;
  const { query, counts } = await asked(() => logs.readLogRows(NO_FILTERS, { after, rows: 1_000 }));
  expect(query.getAll("detected_at")).toContain(`lte.${AT}`);
  expect(query.getAll("or")).toContain(`(detected_at.lt."${AT}",id.gt.${ID})`);
  expect([query.get("offset"), query.get("limit"), counts]).toEqual([null, "1000", false]);
});

test("a page of the log of doors follows the row before it, and is not counted again", async () => {
  const client = new QueryClient();
  const start = { after: { occurred_at: AT, id: ID } };
  const { query, counts } = await asked(() =>
    client.fetchQuery(events.getEventsQueryOptions("doors", NO_DOOR_FILTERS, start, 25)),
  );
  expect([...query.getAll("or"), ...query.getAll("occurred_at")]).toEqual(expect.arrayContaining(AFTER_IT));
  expect([query.get("offset"), query.get("limit"), counts]).toEqual([null, "25", false]);
});

test("one more question is asked beside the list: the kinds of the events that are no refusal", async () => {
  const client = new QueryClient();
  const { query, counts } = await asked(() =>
    client.fetchQuery(events.getOtherKindsQueryOptions("all", NO_DOOR_FILTERS)),
  );
  expect(query.get("select")).toBe("kind");
  expect(query.get("kind")).toMatch(/^in\.\(.*door_forced.*gap.*outage\)$/);
  expect(counts).toBe(false);
});

test("the file of events goes on after a row", async () => {
  const after = { occurred_at: AT, id: ID } as MergedLogRow;
  const { query } = await asked(() => events.readEvents(new QueryClient(), "all", NO_DOOR_FILTERS, { after, rows: 9 }));
  expect([...query.getAll("or"), ...query.getAll("occurred_at")]).toEqual(expect.arrayContaining(AFTER_IT));
});
