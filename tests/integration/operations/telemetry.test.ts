// A portal with a collector: what it sends names no person, plate, PIN or secret.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { basicAuth, type WebhookAccount, webhookAccount, webhookUrl } from "#tests/support/gate-calls.ts";
import { mainWorld } from "#tests/support/main-world.ts";
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from "#tests/support/otlp-receiver.ts";
import { paced } from "#tests/support/pace.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = "00f067aa0ba902b7";
const PLANTED = { pin: "731904", plate: "ZZZ987", lastName: "Hemligsson-Plantén", apartment: "lgh-hemlig-77" };
const COLLECTOR_TOKEN = "samlarens-hemlighet";

let receiver: OtlpReceiver;
let portal: TestPortal;
let account: WebhookAccount;
let listed: string;
beforeAll(async () => {
  receiver = await startOtlpReceiver();
  portal = await startTestPortal({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${COLLECTOR_TOKEN}`,
    },
  });
  const world = await mainWorld(portal);
  account = await webhookAccount(world.system, world.gateId);
  const saved = await callFunction(world.nord, "end-user-manager", {
    action: "CREATE",
    payload: {
      organization_id: portal.accounts.nord.organizationId,
      first_name: "Planta",
      last_name: PLANTED.lastName,
      apartment: PLANTED.apartment,
      pin: { value: PLANTED.pin, validity_period: "12_months", access_point_ids: world.doorIds },
      vehicle: {
        plate_number: PLANTED.plate,
        vehicle_type: "Personbil",
        validity_period: "12_months",
        controller_ids: [world.gateId],
      },
    },
  });
  expect(saved).toMatchObject({ status: 200, body: { success: true } });
  await vi.waitFor(
    () => expect(portal.axis.wouldOpen(PLANTED.pin, portal.axis.doorTokens[0] ?? "")).toBe(true),
    paced(60_000),
  );
  const opened = await fetch(webhookUrl(portal.url, world.gateId, PLANTED.plate), {
    method: "POST",
    headers: { authorization: basicAuth(account), traceparent: `00-${TRACE}-${CALLER}-01` },
  });
  expect(opened.status).toBe(200);
  await portal.axxon.openedTimes(1);
  const list = await world.nord.from("end_users").select("last_name").ilike("last_name", `%${PLANTED.lastName}%`);
  listed = JSON.stringify(list.data);
  await fetch(`${portal.url}/${PLANTED.plate}?token=${COLLECTOR_TOKEN}`, { headers: { traceparent: "00-nonsense" } });
  await portal.close(); // The rest is sent at the end.
});
afterAll(() => receiver[Symbol.asyncDispose]());

const attributes = (span: ReceivedSpan | undefined) =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]));

// Covers: running.38
test("a caller's trace goes on through the gate's request to the call that opened the gate", () => {
  const mine = receiver.spans().filter(({ traceId }) => traceId === TRACE);
  const request = mine.find(({ parentSpanId }) => parentSpanId === CALLER);
  expect(request?.name).toBe("POST /functions/v1/axxon-webhook");
  expect(attributes(request)).toMatchObject({
    "http.request.method": "POST",
    "http.route": "/functions/v1/axxon-webhook",
    "http.response.status_code": 200,
  });
  const call = mine.find(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(call?.name).toMatch(/^device (GET|POST)$/);
  expect(attributes(call)).toMatchObject({ "server.address": expect.stringMatching(/^127\.0\.0\.1/) });
});

test("a controller's run is a trace of its own, with its device calls", () => {
  const spans = receiver.spans();
  const runs = new Map(spans.filter(({ name }) => name === "controller run").map((span) => [span.spanId, span]));
  expect([...runs.values()].every(({ parentSpanId }) => (parentSpanId ?? "") === "")).toBe(true);
  expect(
    spans.filter(({ parentSpanId, name }) => name.startsWith("device ") && runs.has(parentSpanId ?? "")).length,
  ).toBeGreaterThan(3);
});

test("the collector gets the figures of /metrics, with the headers that it wants", () => {
  const names = receiver.metricNames();
  for (const name of [
    "portal_http_request_seconds",
    "portal_gate_decisions_total",
    "portal_controllers",
    "portal_pool_waiting",
  ])
    expect(names).toContain(name);
  expect(receiver.authorizations).toEqual(new Set([`Bearer ${COLLECTOR_TOKEN}`]));
});

// Covers: running.38
test("nothing that was sent holds a person, a PIN, a plate, a password or a token", () => {
  expect(listed).toContain(PLANTED.lastName); // The page's own calls were made too.
  const sent = receiver.bodies.join("\n");
  expect(sent.length).toBeGreaterThan(1_000);
  const secrets = [
    ...Object.values(PLANTED),
    account.username,
    account.password,
    COLLECTOR_TOKEN,
    portal.accounts.nord.password,
    portal.accounts.nord.email,
    portal.accounts.nord.organizationId ?? "",
    "MLB84A",
    "Exempelsson",
    "S3cret-pass",
    "Garage Kajen",
  ];
  for (const secret of secrets) expect(sent, secret).not.toContain(secret);
  const keys = new Set(receiver.spans().flatMap((span) => span.attributes.map(({ key }) => key)));
  expect(keys).toEqual(
    new Set([
      "http.request.method",
      "http.route",
      "http.response.status_code",
      "server.address",
      "error.type",
    ]).intersection(keys),
  );
});
