// Tests calls of functions. Only the network is faked.
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { FunctionError } from "./errors.ts";
import type { callFunction as CallFunction } from "./functions.ts";
import { networkState } from "./network-state.ts";

const reply = z.object({ success: z.literal(true), controllers: z.number() });
const fetchFake = vi.fn<typeof fetch>();
// Imported late: backend.ts reads the page's origin when it loads.
let callFunction: typeof CallFunction;

beforeAll(async () => {
  vi.stubGlobal("location", new URL("http://127.0.0.1:8080/system-admin"));
  vi.stubGlobal("fetch", fetchFake);
  ({ callFunction } = await import("./functions.ts"));
});

afterEach(() => fetchFake.mockReset());

async function failure(call: Promise<unknown>): Promise<FunctionError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof FunctionError) return error;
    throw error;
  }
  throw new Error("the call succeeded");
}

describe("a function call", () => {
  test("posts the body as JSON with the portal's key and gives the parsed reply", async () => {
    fetchFake.mockResolvedValue(Response.json({ success: true, controllers: 2 }));
    expect(await callFunction("axis-proxy", reply, { action: "GET_DOORS" })).toEqual({ success: true, controllers: 2 });
    const [url, init] = fetchFake.mock.calls[0] ?? [];
    expect(url).toBe("/functions/v1/axis-proxy");
    expect(init?.body).toBe('{"action":"GET_DOORS"}');
    expect(new Headers(init?.headers).get("apikey")).toBe("portal");
  });

  test("a refusal carries the server's sentence, code, field and request id", async () => {
    const body = { error: "PIN-koden används redan vid Port A", code: "pin_in_use", field: "pin", request_id: "r-7" };
    fetchFake.mockResolvedValue(Response.json(body, { status: 409 }));
    const error = await failure(callFunction("end-user-manager", reply, {}));
    expect(error).toMatchObject({
      message: body.error,
      code: "pin_in_use",
      field: "pin",
      requestId: "r-7",
      status: 409,
    });
  });

  test("a reply that is not JSON, as from a proxy in between, is an unexpected error in Swedish", async () => {
    fetchFake.mockResolvedValue(new Response("<h1>Bad gateway</h1>", { status: 502 }));
    const error = await failure(callFunction("axis-proxy", reply, {}));
    expect(error).toMatchObject({
      code: "unexpected",
      status: 502,
      message: "Ett oväntat fel uppstod. Försök igen senare.",
    });
  });

  test("a reply of the wrong shape does not reach the caller", async () => {
    fetchFake.mockResolvedValue(Response.json({ success: true, controllers: "två" }));
    expect(await failure(callFunction("axis-proxy", reply, {}))).toMatchObject({ code: "bad_reply" });
  });

  test("no answer at all says so, and the page knows that contact is lost until the next answer", async () => {
    fetchFake.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    const error = await failure(callFunction("axis-proxy", reply, {}));
    expect(error).toMatchObject({ code: "network", status: 0 });
    expect(error.message).toBe("Anslutningsproblem. Kontrollera din internetanslutning.");
    expect(networkState.get().status).toBe("lost");
    fetchFake.mockResolvedValue(Response.json({ success: true, controllers: 0 }));
    await callFunction("axis-proxy", reply, {});
    expect(networkState.get().status).toBe("ok");
  });

  test("a call that the page itself gave up is no lost contact", async () => {
    fetchFake.mockRejectedValueOnce(new DOMException("aborted", "AbortError"));
    await failure(callFunction("axis-proxy", reply, {}));
    expect(networkState.get().status).toBe("ok");
  });
});
