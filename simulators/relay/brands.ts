// Each brand's answers, from its documentation: only calls that open something or report a state.
import { answerApp } from "../axis-lpv/app-pages.ts";
import { type DeviceCall, type DeviceReply, htmlReply, jsonReply, textReply } from "../network/device-call.ts";
import type { RelayLogin } from "./authenticate.ts";
import { OWN_PULSE_SECONDS, type RelayState } from "./state.ts";

export const RELAY_BRANDS = [
  "shelly-gen1",
  "shelly-gen2",
  "2n",
  "axis-io",
  "axis-lpv",
  "unifi-access",
  "hikvision",
] as const;
export type RelayBrand = (typeof RELAY_BRANDS)[number];

export interface BrandRules {
  login: RelayLogin;
  /** An account name that the brand fixes. */
  username: string | null;
  units: readonly string[];
  model: string;
  /** Answers a call; null: no such call. */
  answer(call: DeviceCall, state: RelayState): DeviceReply | null;
}

/** Reads Shelly's `timer` or `toggle_after`, seconds. */
function pulseFor(text: string | null): number {
  const seconds = Number(text);
  return text === null || !Number.isFinite(seconds) || seconds <= 0 ? Number.POSITIVE_INFINITY : seconds;
}

const shellyGen1: BrandRules = {
  login: "basic",
  username: null,
  units: ["0"],
  model: "SHSW-1",
  answer(call, state) {
    const unit = /^\/relay\/([^/]+)$/.exec(call.path)?.[1];
    if (unit === undefined || (call.method !== "GET" && call.method !== "POST")) return null;
    if (!state.units.includes(unit)) return textReply("Not Found", 404);
    const on = call.query.get("turn") === "on";
    if (on) command(state, unit, pulseFor(call.query.get("timer")));
    return jsonReply({ ison: state.open && !state.blocked, has_timer: on, overpower: state.blocked });
  },
};

const shellyGen2: BrandRules = {
  login: "digest-sha256",
  username: "admin",
  units: ["0"],
  model: "SNSW-001X16EU",
  answer(call, state) {
    const method = /^\/rpc\/(Switch\.(?:Set|GetStatus))$/.exec(call.path)?.[1];
    if (method === undefined || (call.method !== "GET" && call.method !== "POST")) return null;
    const unit = call.query.get("id") ?? "";
    if (!state.units.includes(unit))
      return jsonReply({ code: -105, message: `Argument 'id', value ${unit} not found!` }, 404);
    const wasOn = state.open;
    if (method === "Switch.GetStatus") return jsonReply({ id: Number(unit), source: "HTTP_in", output: wasOn });
    if (call.query.get("on") !== "true")
      return jsonReply({ code: -103, message: "Missing or bad argument 'on'!" }, 500);
    command(state, unit, pulseFor(call.query.get("toggle_after")));
    return state.blocked ? jsonReply({ code: -109, message: "Overpower" }) : jsonReply({ was_on: wasOn });
  },
};

const twoN: BrandRules = {
  login: "digest-md5",
  username: null,
  units: ["1", "2"],
  model: "2N IP Verso",
  answer(call, state) {
    if (call.method !== "GET" && call.method !== "POST") return null;
    const unit = call.query.get("switch") ?? "";
    const failed = (code: number, description: string) => jsonReply({ success: false, error: { code, description } });
    if (call.path !== "/api/switch/ctrl" && call.path !== "/api/switch/status") return null;
    if (!state.units.includes(unit)) return failed(12, "invalid parameter value");
    if (call.path === "/api/switch/status")
      return jsonReply({
        success: true,
        result: { switches: [{ switch: Number(unit), active: state.open, locked: state.blocked }] },
      });
    if (call.query.get("action") !== "trigger" && call.query.get("action") !== "on")
      return failed(11, "missing mandatory parameter");
    command(state, unit, OWN_PULSE_SECONDS);
    // Fault point: sim-relay-locked-switch.
    return state.blocked ? failed(14, "switch locked") : jsonReply({ success: true });
  },
};

const axisIo: BrandRules = {
  login: "digest-md5",
  username: null,
  units: ["1", "2"],
  model: "AXIS P1455-LE",
  answer(call, state) {
    if (call.path !== "/axis-cgi/io/port.cgi" || call.method !== "GET") return null;
    const check = call.query.get("check");
    if (check !== null)
      return state.units.includes(check)
        ? textReply(`port${check}=${state.open ? "active" : "inactive"}\n`)
        : textReply("Error: no such port\n");
    const [, unit = "", ms] = /^(\d+):\/(\d+)\\$/.exec(call.query.get("action") ?? "") ?? [];
    if (!state.units.includes(unit)) return textReply("Error: bad argument\n");
    command(state, unit, Number(ms) / 1000);
    return state.blocked ? textReply("Error: port is an input\n") : { status: 204 };
  },
};

const unifiAccess: BrandRules = {
  login: "bearer",
  username: null,
  units: ["0ed545f8-2fcd-4839-9021-b39e707f6aa9"],
  model: "UniFi Access",
  answer(call, state) {
    const [, unit = "", unlock] = /^\/api\/v1\/developer\/doors\/([^/]+)(\/unlock)?$/.exec(call.path) ?? [];
    if (unit === "") return null;
    if (!state.units.includes(unit))
      return jsonReply({ code: "CODE_RESOURCE_NOT_FOUND", msg: "not found", data: null });
    if (unlock === undefined)
      return call.method === "GET"
        ? jsonReply({
            code: "SUCCESS",
            msg: "success",
            data: { id: unit, door_lock_relay_status: state.open ? "unlock" : "lock" },
          })
        : null;
    if (call.method !== "PUT") return jsonReply({ code: "CODE_PARAMS_INVALID", msg: "method", data: null }, 405);
    command(state, unit, OWN_PULSE_SECONDS);
    return state.blocked
      ? jsonReply({ code: "CODE_OPERATION_FORBIDDEN", msg: "forbidden", data: null })
      : jsonReply({ code: "SUCCESS", msg: "success", data: "success" });
  },
};

const hikvision: BrandRules = {
  login: "digest-md5",
  username: null,
  units: ["1"],
  model: "DS-K1T341",
  answer(call, state) {
    const xml = (statusCode: number, statusString: string, status = 200): DeviceReply => ({
      status,
      headers: { "content-type": "application/xml" },
      body: `<?xml version="1.0" encoding="UTF-8"?>\n<ResponseStatus version="2.0">\n<requestURL>${call.path}</requestURL>\n<statusCode>${statusCode}</statusCode>\n<statusString>${statusString}</statusString>\n</ResponseStatus>\n`,
    });
    if (call.path === "/ISAPI/System/deviceInfo" && call.method === "GET")
      return {
        status: 200,
        headers: { "content-type": "application/xml" },
        body: "<DeviceInfo><model>DS-K1T341</model></DeviceInfo>",
      };
    const unit = /^\/ISAPI\/AccessControl\/RemoteControl\/door\/([^/]+)$/.exec(call.path)?.[1];
    if (unit === undefined) return null;
    if (call.method !== "PUT") return xml(4, "Invalid Operation", 405);
    const body = call.body.toString("utf8");
    if (!/^(<\?xml[^>]*>)?\s*<RemoteControlDoor[^>]*>\s*<cmd>open<\/cmd>\s*<\/RemoteControlDoor>\s*$/.test(body))
      return xml(5, "Invalid XML Format", 400);
    if (!state.units.includes(unit)) return xml(6, "Invalid XML Content", 400);
    command(state, unit, OWN_PULSE_SECONDS);
    return state.blocked ? xml(2, "Device Busy") : xml(1, "OK");
  },
};

export const BRAND_RULES: Readonly<Record<RelayBrand, BrandRules>> = {
  "shelly-gen1": shellyGen1,
  "shelly-gen2": shellyGen2,
  "2n": twoN,
  "axis-io": axisIo,
  "axis-lpv": {
    ...axisIo,
    model: "AXIS P1465-LE",
    answer: (call, state) =>
      answerApp(call, state.app, () => {
        state.version += 1;
      }) ?? axisIo.answer(call, state),
  },
  "unifi-access": unifiAccess,
  hikvision,
};

export function unknownCall(): DeviceReply {
  return htmlReply(404, "Not Found");
}

function command(state: RelayState, unit: string, seconds: number): void {
  state.commands += 1;
  if (!state.blocked) state.pulse(unit, seconds);
}
