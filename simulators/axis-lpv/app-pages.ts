// The pages of AXIS License Plate Verifier on the camera that the portal reads and writes.
import { type DeviceCall, type DeviceReply, textReply } from "../network/device-call.ts";
import type { LpvApp } from "./app-state.ts";
import { escaped, readFlatXml, writeFlatXml } from "./flat-xml.ts";

const APP = "/local/fflprapp/";
const DATE = /^(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])-\d{4}$/;

/** Answers a page of the app; null for any other path. */
export function answerApp(call: DeviceCall, app: LpvApp, changed: () => void): DeviceReply | null {
  if (!call.path.startsWith(APP)) return null;
  const page = call.path.slice(APP.length);
  const profile = /^cloud([23]?)\.cgi$/.exec(page);
  if (profile !== null) {
    const index = Number(profile[1] || "1") - 1;
    const settings = app.profiles[index];
    if (settings === undefined || (app.isOld && index > 0)) return null;
    return settingsPage(call, "cloud_config", app, settings, (next) => {
      app.profiles[index] = next;
      changed();
    });
  }
  if (page === "config_hb.cgi" && !app.isOld)
    return settingsPage(call, "hb_config", app, app.heartbeat, (next) => {
      app.heartbeat = next;
      changed();
    });
  if (page === "allow_list.cgi" && call.method === "GET") return xml(listOf(app));
  if (page === "api.cgi" && call.method === "GET") return answerApi(call.query, app, changed);
  return null;
}

function settingsPage(
  call: DeviceCall,
  root: string,
  app: LpvApp,
  settings: ReadonlyMap<string, string>,
  keep: (next: Map<string, string>) => void,
): DeviceReply | null {
  if (call.method === "GET" && app.nestedPages.has(call.path.slice(APP.length)))
    return xml(`<${root}><server>${writeFlatXml(app.shown(settings), "first")}</server></${root}>`);
  if (call.method === "GET") return xml(writeFlatXml(app.shown(settings), root));
  if (call.method !== "POST") return null;
  if (!/^application\/xml\b/i.test(call.headers["content-type"] ?? "")) return textReply("Unsupported Media Type", 415);
  const next = app.change(settings, readFlatXml(call.body.toString("utf8"), root));
  if (next === null) return textReply("Bad Request", 400);
  keep(next);
  return textReply("OK");
}

/** Answers the list API. Only the list `allow` exists; `allowlist` does not. */
function answerApi(query: URLSearchParams, app: LpvApp, changed: () => void): DeviceReply {
  const refused = textReply("Bad Request", 400);
  // Fault point: sim-lpv-name-of-list.
  if (query.get("list") !== "allow") return refused;
  const text = query.get("plate") ?? "";
  switch (query.get("api")) {
    case "addplate": {
      const [plate = "", date = "", ...words] = text.split(",");
      if (plate === "" || !DATE.test(date) || words.length !== 1 || app.refusedPlates.has(plate)) return refused;
      app.allowed.set(plate, { plate, date, description: words[0] ?? "" });
      changed();
      return textReply("OK");
    }
    case "delplate":
      if (!app.allowed.delete(text)) return textReply("Not Found", 404);
      changed();
      return textReply("OK");
    default:
      return refused;
  }
}

function listOf(app: LpvApp): string {
  const entries = [...app.allowed.values()].map(
    ({ plate, date, description }) => `    <s>${escaped([plate, date, description].join(","))}</s>`,
  );
  return `<?xml version="1.0" encoding="UTF-8" ?>\n<bw_list mode="allow">\n${entries.join("\n")}\n</bw_list>\n`;
}

function xml(body: string): DeviceReply {
  return { status: 200, headers: { "content-type": "application/xml" }, body };
}
