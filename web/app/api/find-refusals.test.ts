// Tests which people "varför kom Åke inte in" shows when many have that name. Only the network is faked.
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type * as FindRefusals from "./find-refusals.ts";

const fetchFake = vi.fn<typeof fetch>();
// Imported late, because backend.ts reads the page's origin when it loads.
let findRefusals: typeof FindRefusals.findRefusals;

beforeAll(async () => {
  vi.stubGlobal("location", new URL("http://127.0.0.1:8080/system-admin"));
  vi.stubGlobal("fetch", fetchFake);
  ({ findRefusals } = await import("./find-refusals.ts"));
});
afterEach(() => fetchFake.mockReset());

const idOf = (kind: number, person: number) =>
  `${String(kind).padStart(8, "0")}-0000-4000-8000-${String(person).padStart(12, "0")}`;
const people = (count: number) => Array.from({ length: count }, (_, n) => idOf(1, n));
const codeOf = (person: number) => idOf(2, person);

interface Tried {
  person: number;
  minute: number;
}
const timeOf = (minute: number) => new Date(Date.UTC(2026, 10, 25, 0, minute)).toISOString();

/** Answers like tables of refusals, newest first; every person has one code. */
function serve({ doors, gates }: { doors: readonly Tried[]; gates: readonly Tried[] }): void {
  fetchFake.mockImplementation((input) => {
    const { pathname, searchParams: query } = new URL(input instanceof Request ? input.url : String(input));
    const asked = new Set(
      /\((.*)\)/.exec(query.get("end_user_id") ?? query.get("credential_id") ?? "")?.[1]?.split(","),
    );
    const since = /^gte\.(.*)/.exec(query.get("occurred_at") ?? query.get("detected_at") ?? "")?.[1] ?? "";
    const newest = (tried: readonly Tried[]) =>
      tried
        .filter(({ person, minute }) => asked.has(codeOf(person)) && timeOf(minute) >= since)
        .toSorted((one, other) => other.minute - one.minute)
        .slice(0, Number(query.get("limit")));
    if (pathname.endsWith("/credentials"))
      return Promise.resolve(
        Response.json(people(100).flatMap((id, n) => (asked.has(id) ? [{ id: codeOf(n), end_user_id: id }] : []))),
      );
    if (pathname.endsWith("/door_events"))
      return Promise.resolve(
        Response.json(
          newest(doors).map(({ person, minute }) => ({
            id: idOf(3, minute),
            occurred_at: timeOf(minute),
            credential_id: codeOf(person),
            access_points: { name: "Dörr 1", door_name: "Entré" },
          })),
        ),
      );
    return Promise.resolve(
      Response.json(
        newest(gates).map(({ person, minute }) => ({
          id: idOf(4, minute),
          detected_at: timeOf(minute),
          credential_id: codeOf(person),
          controllers: { name: "Infart" },
        })),
      ),
    );
  });
}

async function shown(count: number, since: string | null = null) {
  const found = await findRefusals(people(count), { most: 5, since, signal: new AbortController().signal });
  return [...found].map(([id, refusal]) => [people(100).indexOf(id), refusal?.place ?? null]);
}

test("people of one name are listed with refused ones first, the newest of them first", async () => {
  serve({ doors: [{ person: 30, minute: 1 }], gates: [{ person: 20, minute: 2 }] });
  expect(await shown(40)).toEqual([
    [20, "Infart"],
    [30, "Entré"],
    [0, null],
    [1, null],
    [2, null],
  ]);
  expect(fetchFake).toHaveBeenCalledTimes(3);
});

test("nobody is said to be never refused because another was refused more often", async () => {
  const often = Array.from({ length: 150 }, (_, n) => ({ person: 1, minute: 10 + n }));
  serve({ doors: [{ person: 0, minute: 1 }, ...often], gates: [] });
  expect(await shown(3)).toEqual([
    [1, "Entré"],
    [0, "Entré"],
    [2, null],
  ]);
});

test("refusals are found only in the chosen time, at doors and at gates", async () => {
  serve({
    doors: [
      { person: 0, minute: 1 },
      { person: 1, minute: 5 },
    ],
    gates: [
      { person: 2, minute: 4 },
      { person: 3, minute: 6 },
    ],
  });
  expect(await shown(4, timeOf(5))).toEqual([
    [3, "Infart"],
    [1, "Entré"],
    [0, null],
    [2, null],
  ]);
});

test("nobody of that name is nobody to ask for", async () => {
  expect(await shown(0)).toEqual([]);
  expect(fetchFake).not.toHaveBeenCalled();
});
