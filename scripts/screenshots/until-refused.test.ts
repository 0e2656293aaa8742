// Tests that the demo has refused somebody before a screenshot of the log is taken. Only the network is faked.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { untilRefused } from "./until-refused.ts";

const fetchFake = vi.fn<typeof fetch>();
beforeEach(() => vi.stubGlobal("fetch", fetchFake));
afterEach(() => {
  fetchFake.mockReset();
  vi.unstubAllGlobals();
});

const account = (name: string, path: string) => ({
  name,
  signIn: { email: `${name}@demo.example`, password: "x" },
  shots: [{ name: `${name}-shot`, path }],
});

/** Serves logs. Each account's log shows its refusal from the given request on. */
function serve(refusedAt: Readonly<Record<string, number>>): void {
  const asked = new Map<string, number>();
  fetchFake.mockImplementation((_input, init) => {
    const body = typeof init?.body === "string" ? init.body : "";
    if (body !== "") return Promise.resolve(Response.json({ access_token: /"(\w+)@/.exec(body)?.[1] }));
    const name = (new Headers(init?.headers).get("authorization") ?? "").replace("Bearer ", "");
    asked.set(name, (asked.get(name) ?? 0) + 1);
    return Promise.resolve(Response.json((asked.get(name) ?? 0) >= (refusedAt[name] ?? 0) ? [{ id: "1" }] : []));
  });
}

const waited = async (accounts: ReturnType<typeof account>[], only?: string) => {
  const pause = vi.fn(() => Promise.resolve());
  const without = await untilRefused({
    url: "http://demo",
    accounts,
    only,
    stop: new AbortController().signal,
    pause,
  });
  return { times: pause.mock.calls.length, without };
};

test("every account that shows its log waits until somebody was refused there", async () => {
  serve({ system: 3, org: 2 });
  const accounts = [account("system", "/system-admin/access-logs"), account("org", "/org-admin/access-logs?log=doors")];
  expect(await waited(accounts)).toEqual({ times: 3, without: [] });
});

test("nobody waits for a screenshot that is not taken, or is of another page", async () => {
  serve({ system: 3 });
  const accounts = [account("system", "/system-admin/access-logs"), account("org", "/org-admin")];
  expect(await waited(accounts, "org")).toEqual({ times: 0, without: [] });
  expect(fetchFake).not.toHaveBeenCalled();
});

test("a demo that refuses nobody is named after five minutes", async () => {
  serve({ system: Number.POSITIVE_INFINITY });
  expect(await waited([account("system", "/system-admin/access-logs")])).toEqual({ times: 300, without: ["system"] });
});
