import { expect, test } from "vitest";
import { paced } from "#tests/support/pace.ts";
import { systemClock } from "./clock.ts";
import { createNegotiatedSession } from "./negotiated-session.ts";
import type { Transport } from "./transport.ts";

const account = { username: "portal", password: "old password", clock: systemClock };
const REQUEST = { method: "GET", path: "/state" } as const;

/** Starts a device over TLS that answers 401 with these challenges until `accepts` returns true. */
function deviceThat(
  accepts: (authorization: string | null) => boolean,
  challenges: string[],
  monotonic: () => number = () => systemClock.monotonic(),
) {
  const sent: (string | null)[] = [];
  const transport: Transport = {
    async exchange(_request, authorization = null) {
      sent.push(authorization);
      const status = accepts(authorization) ? 200 : 401;
      return { status, text: "", contentType: "text/plain", challenges, retryAfterMs: null };
    },
    uriOf: (path) => path,
    certificate: () => null,
    clockSkewMs: () => null,
    connectionsOpened: () => 1,
    encrypted: true,
    timeouts: { connectMs: paced(1_000), callMs: paced(1_000), totalMs: paced(5_000) },
    close: async () => {},
  };
  return { sent, session: createNegotiatedSession(transport, { ...account, clock: { ...systemClock, monotonic } }) };
}

test("a Basic password that is refused is sent once, also when it was right until now", async () => {
  let isRight = true;
  const { sent, session } = deviceThat((said) => isRight && said !== null, ['Basic realm="AXIS"']);
  await session.send(REQUEST);
  expect(sent).toEqual([null, expect.stringMatching(/^Basic /)]);
  isRight = false;
  await expect(session.send(REQUEST)).rejects.toMatchObject({ code: "auth_failed" });
  expect(sent).toHaveLength(3);
});

test("without a scheme that is known nothing is sent", async () => {
  const { sent, session } = deviceThat(() => false, ["Negotiate"]);
  await expect(session.send(REQUEST)).rejects.toMatchObject({ code: "auth_failed" });
  expect(sent).toEqual([null]);
});

test("after three refusals in a row nothing is sent for twenty seconds; an answer resets the count", async () => {
  let now = 0;
  let isRight = false;
  const { sent, session } = deviceThat(
    (said) => isRight && said !== null,
    ['Basic realm="AXIS"'],
    () => now,
  );
  const refused = async () => await expect(session.send(REQUEST)).rejects.toMatchObject({ code: "auth_failed" });
  await refused();
  await refused();
  isRight = true;
  await session.send(REQUEST);
  isRight = false;
  for (let call = 0; call < 3; call += 1) await refused();
  const before = sent.length;
  now = 19_000;
  for (let call = 0; call < 5; call += 1) await refused();
  expect(sent).toHaveLength(before);
  now = 21_000;
  isRight = true;
  expect((await session.send(REQUEST)).status).toBe(200);
});
