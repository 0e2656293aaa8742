// The network of component tests: the page's calls, and a server's answers. Nothing leaves the process.
import { setTimeout as wait } from "node:timers/promises";
import { vi } from "vitest";

/** Set by hand to find a test that passes only on a fast machine: grey bars, for example, appear after 150 ms. */
const LATE_MS = Number(process.env["ANSWERS_LATE_MS"] ?? 0);

interface Asked {
  readonly method: string;
  /** Path and search. */
  readonly address: string;
  /** Parsed JSON; undefined without a body. */
  readonly body: unknown;
}

/** Rows or an object, sent as JSON with status 200, or a whole response. */
export type Answer = Response | readonly unknown[] | Readonly<Record<string, unknown>>;
type Answers = Readonly<Record<string, Answer | ((asked: Asked) => Answer | Promise<Answer>)>>;

interface Route {
  readonly method: string;
  readonly address: RegExp;
  readonly answer: Answers[string];
}

let routes: Route[] = [];
let asked: Asked[] = [];
let unexpected: string[] = [];

/**
 * Adds answers, which come before earlier ones. A key is a method and a pattern of the address, as "POST /functions/v1/door-control" or
 * "GET /rest/v1/organizations\\?"; a function gives its answer at each call.
 */
export function answerWith(answers: Answers): void {
  routes = [...routesOf(answers), ...routes];
}

/** Sets answers for calls that have no other. */
export function answerOtherwise(answers: Answers): void {
  routes = [...routes, ...routesOf(answers)];
}

function routesOf(answers: Answers): Route[] {
  return Object.entries(answers).map(([key, answer]) => {
    const [method = "", address = ""] = key.split(" ", 2);
    return { method, address: new RegExp(`^${address}`), answer };
  });
}

/** Returns the calls since the test began whose address matches. */
export function askedOf(address: RegExp): readonly Asked[] {
  return asked.filter((one) => address.test(one.address));
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
}

/** Returns rows of a table call with the number of all matches, as PostgREST counts them. */
export const page = (rows: readonly unknown[], total = rows.length) =>
  json(rows, 200, { "content-range": `${rows.length ? `0-${rows.length - 1}` : "*"}/${total}` });

/** Nothing listens to the sockets of live rows, so rows stay unchanged after the page was fetched. */
class SilentSocket extends EventTarget {
  readonly readyState = 0;
  send(): void {}
  close(): void {}
}

const UNCHANGED = {
  success: true,
  people: { gain: 0, lose: 0, hours: 0, dates: 0, total: 0 },
  waiting: 0,
  places: [],
  places_total: 0,
};

/** Replaces fetch and WebSocket; each test begins without routes. */
export function beginNetwork(): void {
  // Organisations have no groups, there are no schedules, and a save changes nobody's access, unless a test says so.
  routes = routesOf({
    // Asked by a timer after contact was lost, perhaps by an earlier test.
    "GET /auth/v1/.well-known/jwks.json": { keys: [] },
    "POST /functions/v1/access-groups": { success: true, groups: [] },
    "POST /functions/v1/access-preview": UNCHANGED,
    "POST /functions/v1/schedules": { success: true, schedules: [], calendars: [] },
  });
  asked = [];
  unexpected = [];
  vi.stubGlobal("WebSocket", SilentSocket);
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    init?.signal?.throwIfAborted(); // Nothing is sent.
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    const method = init?.method ?? "GET";
    const text = typeof init?.body === "string" ? init.body : undefined;
    const one: Asked = {
      method,
      address: url.pathname + url.search,
      body: text === undefined ? undefined : JSON.parse(text),
    };
    asked.push(one);
    const route = routes.find((known) => known.method === method && known.address.test(one.address));
    if (!route) {
      unexpected.push(`${method} ${one.address}`);
      throw new TypeError("Failed to fetch");
    }
    const ended = new Promise<never>((_, reject) => {
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    });
    const answer = await Promise.race([typeof route.answer === "function" ? route.answer(one) : route.answer, ended]);
    if (LATE_MS > 0) await wait(LATE_MS);
    init?.signal?.throwIfAborted();
    return answer instanceof Response ? answer.clone() : json(answer);
  });
}

/** Returns calls that no test foresaw. Each fails the test, since a real server would have answered something. */
export const unexpectedCalls = (): readonly string[] => unexpected;
