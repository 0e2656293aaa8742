// The request of each kind of relay (docs/devices/http-relay.md). A preset fills the form; only the form is saved.
import { fillPlaceholders, type RelayPreset, type RelayRequest, type RelayRule } from "./relay.ts";

const plain = { sign_in: "account", method: "GET", headers: [], body: "", seconds: 2, success: null } as const;

const PRESETS: Readonly<Record<RelayPreset, Omit<RelayRequest, "preset" | "headers"> & { headers: readonly [] }>> = {
  shelly_gen1: {
    ...plain,
    path: "/relay/{unit}?turn=on&timer={seconds}",
    unit: "0",
    success: { kind: "json", field: "ison", value: "true" },
    probe: "/relay/{unit}",
  },
  shelly_gen2: {
    ...plain,
    path: "/rpc/Switch.Set?id={unit}&on=true&toggle_after={seconds}",
    unit: "0",
    success: { kind: "contains", text: '"was_on"' },
    probe: "/rpc/Switch.GetStatus?id={unit}",
  },
  "2n": {
    ...plain,
    path: "/api/switch/ctrl?switch={unit}&action=trigger",
    unit: "1",
    success: { kind: "json", field: "success", value: "true" },
    probe: "/api/switch/status?switch={unit}",
  },
  axis_io: {
    ...plain,
    path: "/axis-cgi/io/port.cgi?action={unit}:/{milliseconds}\\",
    unit: "1",
    success: { kind: "empty" },
    probe: "/axis-cgi/io/port.cgi?check={unit}",
  },
  unifi_access: {
    ...plain,
    sign_in: "bearer",
    method: "PUT",
    path: "/api/v1/developer/doors/{unit}/unlock",
    unit: "",
    success: { kind: "json", field: "code", value: "SUCCESS" },
    probe: "/api/v1/developer/doors/{unit}",
  },
  hikvision_door: {
    ...plain,
    method: "PUT",
    path: "/ISAPI/AccessControl/RemoteControl/door/{unit}",
    body: "<RemoteControlDoor><cmd>open</cmd></RemoteControlDoor>",
    unit: "1",
    success: { kind: "contains", text: "<statusCode>1</statusCode>" },
    probe: "/ISAPI/System/deviceInfo",
  },
  own: { ...plain, path: "/", unit: "1", probe: "/" },
};

/** The expected answer of the preset's test address if the unit is a relay. A unit in another mode answers 200, too. */
const PROBE_RULES: Partial<Record<RelayPreset, RelayRule>> = {
  shelly_gen1: { kind: "contains", text: '"ison"' },
  shelly_gen2: { kind: "contains", text: '"output"' },
  "2n": { kind: "json", field: "success", value: "true" },
  axis_io: { kind: "contains", text: "port{unit}=" },
  unifi_access: { kind: "json", field: "code", value: "SUCCESS" },
  hikvision_door: { kind: "contains", text: "DeviceInfo" },
};

/** Returns the rule for the test's answer; null: any 2xx, as for an address that a person wrote. */
export function probeRule({ preset, probe, unit }: RelayRequest): RelayRule | null {
  const rule = probe === PRESETS[preset].probe ? PROBE_RULES[preset] : undefined;
  if (rule?.kind !== "contains") return rule ?? null;
  return { ...rule, text: fillPlaceholders(rule.text, { unit }) };
}

const CONTENT_TYPE: Partial<Record<RelayPreset, string>> = { hikvision_door: "application/xml" };

/** Returns the request to begin with, which the form may change. */
export function relayPreset(preset: RelayPreset): RelayRequest {
  const type = CONTENT_TYPE[preset];
  return { preset, ...PRESETS[preset], headers: type === undefined ? [] : [{ name: "Content-Type", value: type }] };
}

/** The usual port of a kind of relay, if it differs from the others'. */
export const RELAY_PORTS: Partial<Record<RelayPreset, number>> = { unifi_access: 12_445 };

/** The fixed account name of a kind of relay. */
export const RELAY_USERS: Partial<Record<RelayPreset, string>> = { shelly_gen2: "admin" };
