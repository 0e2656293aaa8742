import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { AUDITED_EVENTS_PER_MINUTE } from "#contract/limits.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";

let portal: TestPortal;
let token = "";
const ROWS = [{ row: 3, first_name: "Alva", last_name: "Ny", plate: "", vehicle_type: null }];

beforeAll(async () => {
  portal = await startTestPortal();
  const client = await signedInClient(portal.url, portal.accounts.nord);
  token = (await client.auth.getSession()).data.session?.access_token ?? "";
});
afterAll(() => portal.close());

interface Said {
  status: number;
  body: Record<string, unknown>;
  language: string | null;
}

async function post(path: string, body: unknown, language?: string): Promise<Said> {
  const response = await fetch(`${portal.url}${path}`, {
    method: "POST",
    headers: {
      apikey: "portal",
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...(language === undefined ? {} : { "accept-language": language }),
    },
    body: JSON.stringify(body),
  });
  const said = z.record(z.string(), z.unknown()).parse(await response.json());
  return { status: response.status, body: said, language: response.headers.get("content-language") };
}

const sync = (language?: string) =>
  post("/functions/v1/sync-control", { action: "WORKERS", controller_id: crypto.randomUUID() }, language);

describe("a function's refusal", () => {
  test.each([
    [undefined, "sv"],
    ["*", "sv"],
    ["de-DE", "sv"],
    ["en", "en"],
    ["de, en-GB;q=0.8, sv;q=0.2", "en"],
  ])("after Accept-Language %s is in %s, with code and parameters", async (asked, spoken) => {
    const { status, body, language } = await sync(asked);
    const sentence = {
      sv: "Åtgärden finns inte i sync-control. Inget har ändrats.",
      en: "The action does not exist in sync-control. Nothing has been changed.",
    };
    expect({ status, body, language }).toEqual({
      status: 400,
      language: spoken,
      body: {
        error: spoken === "en" ? sentence.en : sentence.sv,
        code: "unknown_action",
        reason: "action_unknown",
        params: { name: "sync-control" },
        field: "action",
        request_id: expect.any(String),
      },
    });
  });
});

test("a refused table call keeps PostgREST's shape and speaks the caller's language", async () => {
  const row = {
    end_user_id: crypto.randomUUID(),
    credential_type: "pin",
    credential_value: "12",
    valid_from: new Date(Date.now() - 86_400_000).toISOString(),
    valid_to: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  };
  const refused = { code: "invalid_body", details: "credential_value", hint: null };
  expect(await post("/rest/v1/credentials", row)).toEqual({
    status: 400,
    language: "sv",
    body: { ...refused, message: "PIN måste vara 4-6 siffror" },
  });
  expect(await post("/rest/v1/credentials", row, "en")).toEqual({
    status: 400,
    language: "en",
    body: { ...refused, message: "The PIN must be 4-6 digits" },
  });
});

test("the rows of an import are in the caller's language", async () => {
  await portal.admin.query(
    `with gate as (insert into controllers (name, device_type, device_ip, organization_id) values ('Infart', 'axxon_lpr', '127.0.0.1', $1) returning id)
     insert into organization_controllers (organization_id, controller_id) select $1, id from gate`,
    [portal.accounts.nord.organizationId],
  );
  const send = (language?: string) =>
    post("/functions/v1/vehicle-import", { action: "IMPORT", import_id: crypto.randomUUID(), rows: ROWS }, language);
  expect((await send()).body).toMatchObject({ results: [{ row: 3, error: "Rad 3: Saknar nummerplåt" }] });
  expect((await send("en")).body).toMatchObject({ results: [{ row: 3, error: "Line 3: Number plate missing" }] });
});

test("a rule that the database raises has its sentence from the catalogue, by table call and by function", async () => {
  const { userId, organizationId } = portal.accounts.nord;
  await portal.admin.query(
    "insert into audit (actor, organization_id, action) select $1, $2, 'pin_revealed' from generate_series(1, $3::int)",
    [userId, organizationId, AUDITED_EVENTS_PER_MINUTE],
  );
  const note = (language?: string) => post("/rest/v1/rpc/record_export", { list: "audit", filters: {} }, language);
  expect(await note()).toMatchObject({
    status: 429,
    body: { code: "PT429", message: expect.stringMatching(/antecknas i händelseloggen\. Inget har gjorts\./) },
  });
  expect(await note("en")).toMatchObject({
    status: 429,
    body: {
      code: "PT429",
      message: expect.stringMatching(/noted in the event log\. Nothing was done\./),
      details: null,
    },
  });
  const check = await post(
    "/functions/v1/vehicle-import",
    { action: "IMPORT", import_id: crypto.randomUUID(), rows: ROWS },
    "en",
  );
  expect(check).toMatchObject({
    status: 429,
    body: {
      code: "rate_limited",
      reason: "audited_acts_of_minute",
      error: expect.stringMatching(/Nothing was done\./),
    },
  });
});
