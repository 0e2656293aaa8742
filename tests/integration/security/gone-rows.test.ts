// A row that an operation names may be gone since its page was read: the refusal names it, and is never an unexpected error.
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";
import { OPERATIONS } from "./function-actions.ts";

let portal: TestPortal;
const tokens = { system: "", nord: "" };
beforeAll(async () => {
  portal = await startTestPortal();
  for (const who of ["system", "nord"] as const) {
    const { data } = await (await signedInClient(portal.url, portal.accounts[who])).auth.getSession();
    tokens[who] = data.session?.access_token ?? "";
  }
});
afterAll(() => portal.close());

async function ask(who: keyof typeof tokens, name: string, body: unknown) {
  const reply = await fetch(`${portal.url}/functions/v1/${name}`, {
    method: "POST",
    headers: { authorization: `Bearer ${tokens[who]}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { code } = z.looseObject({ code: z.string().optional() }).parse(await reply.json());
  return { status: reply.status, code };
}

const named = OPERATIONS.filter(({ fn }) => fn.method === "POST").map(
  ({ fn, action, body }) => [[fn.name, action].filter(Boolean).join("/"), fn.name, body] as const,
);

test.each(named)("%s with ids of nothing, and an organisation that is gone", async (_what, name, body) => {
  const gone = { organization_id: "00000000-0000-4000-8000-00000000dead" };
  for (const who of ["system", "nord"] as const)
    for (const sent of [body, { ...body, ...gone }, { ...body, payload: { ...Object(body["payload"]), ...gone } }])
      expect(await ask(who, name, sent)).not.toMatchObject({ status: 500 });
});

test("a person for an organisation that is gone is refused by name, and nothing is kept", async () => {
  const payload = {
    organization_id: "00000000-0000-4000-8000-00000000dead",
    first_name: "Anna",
    last_name: "Andersson",
  };
  expect(await ask("system", "end-user-manager", { action: "CREATE", payload })).toEqual({
    status: 404,
    code: "not_found",
  });
  const { rowCount } = await portal.admin.query("select from end_users where last_name = 'Andersson'");
  expect(rowCount).toBe(0);
});
