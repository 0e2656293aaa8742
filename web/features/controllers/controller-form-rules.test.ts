import { describe, expect, test } from "vitest";
import { RELAY_PRESETS, type RelayRequest } from "#contract/relay.ts";
import { relayPreset } from "#contract/relay-presets.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import {
  connectionOf,
  controllerInput,
  createControllerRules,
  editControllerRules,
  editControllerRulesOf,
  NEW_CONTROLLER,
} from "./controller-form-rules.ts";
import { macroCall } from "./macro-call.ts";
import { webhookAddress } from "./webhook-address.ts";

const FILLED = { ...NEW_CONTROLLER, name: "Port A", device_ip: "192.0.2.21", username: "portal", password: "hemligt" };
const SAVED: ControllerRow = {
  id: "0b5d2611-2d83-4e1d-8fcf-6a0d32515855",
  name: "Port A",
  device_type: "axis",
  device_ip: "192.0.2.21",
  device_port: null,
  username: "portal",
  password_encrypted: "********",
  enabled: true,
  macro_id: null,
  list_sync: false,
  frame_source: null,
  last_sync: null,
  organization_id: null,
  created_at: "2026-11-20T10:00:00Z",
};

function messages(input: typeof NEW_CONTROLLER): Record<string, string> {
  const result = createControllerRules.safeParse(input);
  return Object.fromEntries(result.error?.issues.map((issue) => [String(issue.path[0]), issue.message]) ?? []);
}

describe("a new controller", () => {
  test("begins as an enabled Axis controller on port 443", () => {
    expect(NEW_CONTROLLER).toMatchObject({ device_type: "axis", device_port: "443", enabled: true });
  });

  test("that is filled in is saved with its port as a number", () => {
    expect(createControllerRules.parse(FILLED).device_port).toBe(443);
  });

  // Covers: 5.5
  test("that is blank names every field that is missing", () => {
    expect(messages(NEW_CONTROLLER)).toEqual({
      name: "Namn krävs",
      device_ip: "Adress krävs",
      username: "Användarnamn krävs",
      password: "Lösenord krävs",
    });
  });

  test.each(["", "0", "65536", "70000", "-1", "4.5", "1e3", "0x50", "abc", "999999999999"])(
    "cannot have port %j",
    (device_port) => {
      expect(messages({ ...FILLED, device_port })).toEqual({
        device_port: "Port måste vara ett tal mellan 1 och 65535",
      });
    },
  );

  test.each([["1"], ["65535"], [" 8443 "]])("can have port %j", (device_port) => {
    expect(messages({ ...FILLED, device_port })).toEqual({});
  });
});

describe("a saved controller's form", () => {
  // Covers: 2.22
  test("shows 443 where no port is stored, and no password", () => {
    expect(controllerInput(SAVED)).toMatchObject({ device_port: "443", password: "" });
  });

  test("may leave the password blank", () => {
    expect(editControllerRules.safeParse(controllerInput(SAVED)).success).toBe(true);
  });

  test("is tested by its id while nothing of its connection has changed", () => {
    const values = editControllerRules.parse({ ...controllerInput(SAVED), name: "Nytt namn" });
    expect(connectionOf(values, SAVED)).toEqual({ controller_id: SAVED.id });
  });

  test.each([{ device_ip: "192.0.2.99" }, { device_port: "8443" }, { username: "annan" }])(
    "does not send the stored password to another place or name: %j",
    (change) => {
      const values = editControllerRules.parse({ ...controllerInput(SAVED), ...change });
      expect(connectionOf(values, SAVED)).toBe("password-needed");
    },
  );

  test("is tested with the password that was typed", () => {
    const values = editControllerRules.parse({ ...controllerInput(SAVED), password: "nytt" });
    expect(connectionOf(values, SAVED)).toEqual({
      device_ip: "192.0.2.21",
      device_port: 443,
      username: "portal",
      password: "nytt",
    });
  });
});

describe("the macro call shown in the form", () => {
  test.each([
    [{ device_ip: "192.0.2.40", device_port: "80", macro_id: "42" }, "GET http://192.0.2.40:80/macro/execute/42"],
    [{ device_ip: "192.0.2.40", device_port: "443", macro_id: "42" }, "GET https://192.0.2.40:443/macro/execute/42"],
    [{ device_ip: "192.0.2.40", device_port: "80", macro_id: "" }, "GET http://192.0.2.40:80/macro/execute/{id}"],
    [{ device_ip: "", device_port: "80" }, "GET http://{adress}:80/macro/execute/{id}"],
    [{ device_ip: "lpr", device_port: "80", macro_id: "a/b" }, "GET http://lpr:80/macro/execute/a%2Fb"],
  ])("for %j is %s", (fields, call) => {
    expect(macroCall(fields, { address: "{adress}", macro: "{id}" })).toBe(call);
  });
});

describe("the address the LPR system is given", () => {
  // Covers: 2.26
  test("is the portal's own, with the gate's id and the LPR system's placeholder for the plate", () => {
    expect(webhookAddress(new URL("https://portal.example/system-admin"), "gate-17")).toEqual({
      method: "POST",
      protocol: "HTTPS",
      host: "portal.example",
      port: "443",
      path: "/functions/v1/axxon-webhook?regnr={plate}&gateid=gate-17",
      auth: "Basic",
    });
  });

  test("names the port that the portal listens on", () => {
    expect(webhookAddress(new URL("http://127.0.0.1:8431/"), "g")).toMatchObject({ protocol: "HTTP", port: "8431" });
  });
});

describe("a saved controller that is moved", () => {
  const stored = { ...SAVED, device_port: 443 };
  const passwordProblem = (change: Partial<typeof NEW_CONTROLLER>) =>
    editControllerRulesOf(stored)
      .safeParse({ ...controllerInput(stored), ...change })
      .error?.issues.map(({ path, message }) => [path[0], message]);
  const asked = [
    ["password", "Adressen är ändrad. Skriv lösenordet igen: det sparade skickas aldrig till en ny plats."],
  ];

  test.each([{ device_ip: "192.0.2.22" }, { device_port: "8443" }, { device_ip: "http://192.0.2.21" }])(
    "by %j asks for its password",
    (change) => {
      expect(passwordProblem(change)).toEqual(asked);
      expect(passwordProblem({ ...change, password: "hemligt" })).toBeUndefined();
    },
  );

  test("keeps it while the place is the same", () => {
    expect(passwordProblem({ name: "Port B", username: "annan", device_ip: " 192.0.2.21 " })).toBeUndefined();
  });
});

describe("a relay", () => {
  const relay = { ...FILLED, device_type: "http_relay" as const, relay_request: relayPreset("2n") };

  test("wants to know how it is opened", () => {
    expect(messages({ ...relay, relay_request: undefined })).toEqual({ relay_request: "Välj fabrikat" });
  });

  test("wants the account that its request is signed with, and no more", () => {
    const missing = { username: "", password: "" };
    expect(messages({ ...relay, ...missing })).toEqual({ username: "Användarnamn krävs", password: "Lösenord krävs" });
    const token = { ...relayPreset("unifi_access"), unit: "a1" };
    expect(messages({ ...relay, ...missing, relay_request: token })).toEqual({ password: "Lösenord krävs" });
    expect(messages({ ...relay, ...missing, relay_request: { ...relayPreset("2n"), sign_in: "none" } })).toEqual({});
  });

  test.each(RELAY_PRESETS)(
    "as the preset %s fills it may be saved, and only a request of one's own has no rule",
    (preset) => {
      const { unit, path, ...filled } = relayPreset(preset);
      const request = { ...filled, unit: unit || "a1", path: preset === "own" ? "/open" : path };
      expect(messages({ ...relay, relay_request: request })).toEqual({});
      expect(filled.success === null).toBe(preset === "own");
    },
  );

  test.each<[string, Partial<RelayRequest>]>([
    ["a test that opens", { probe: relayPreset("2n").path }],
    ["a password in its path", { path: "/open?key={password}" }],
    ["a path that is none", { path: "open" }],
    ["no unit where its path names one", { unit: "" }],
    ["a header that ends another", { headers: [{ name: "X-A", value: "1\r\nX-B: 2" }] }],
    ["a header of the client's own", { headers: [{ name: "Authorization", value: "x" }] }],
  ])("cannot have %s", (_what, change) => {
    expect(Object.keys(messages({ ...relay, relay_request: { ...relayPreset("2n"), ...change } }))).toEqual([
      "relay_request",
    ]);
  });
});
