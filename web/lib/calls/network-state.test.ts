import { afterEach, expect, test, vi } from "vitest";
import { networkState, trackedFetch } from "./network-state.ts";

afterEach(() => void vi.unstubAllGlobals());

test("an answer on a good line renders nothing again; a lost and a found connection do", async () => {
  const changes = vi.fn<() => void>();
  const stop = networkState.subscribe(changes);
  const fetch = vi.fn(() => Promise.resolve(new Response()));
  vi.stubGlobal("fetch", fetch);
  await trackedFetch("/rest/v1/end_users");
  await trackedFetch("/rest/v1/end_users");
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(changes).not.toHaveBeenCalled();
  fetch.mockRejectedValueOnce(new TypeError("no network"));
  await expect(trackedFetch("/rest/v1/end_users")).rejects.toThrow("no network");
  expect(networkState.get().status).toBe("lost");
  const before = changes.mock.calls.length;
  await trackedFetch("/rest/v1/end_users");
  expect(networkState.get().status).toBe("ok");
  expect(changes).toHaveBeenCalledTimes(before + 1);
  stop();
});
