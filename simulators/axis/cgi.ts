import { randomBytes } from "node:crypto";
import { z } from "zod";
import { type DeviceCall, type DeviceReply, htmlReply, jsonReply, textReply } from "../network/device-call.ts";
import type { AxisState } from "./state.ts";
import { localMs, posixRule } from "./time-zone.ts";

const jsonRequest = z.object({ method: z.string(), context: z.string().default("") });

const MODEL_NAMES = {
  A1601: "AXIS A1601 Network Door Controller",
  A1610: "AXIS A1610 Network Door Controller",
  A1001: "AXIS A1001 Network Door Controller",
  SECURE_ENTRY: "AXIS A1610 Network Door Controller",
  ENTRY_MANAGER: "AXIS A1601 Network Door Controller",
} as const;

/** Answers the CGI pages that the model has; 404 for others. */
export function answerCgi(state: AxisState, call: DeviceCall): DeviceReply {
  const plain = call.path.replace(/^\/axis-cgi\/(admin\/)?/, "");
  switch (plain) {
    case "param.cgi":
      return listParameters(state, call);
    case "basicdeviceinfo.cgi":
      return state.switches.basicDeviceInfo ? basicDeviceInfo(state, call) : htmlReply(404, "Not Found");
    case "apidiscovery.cgi":
      return state.model === "A1001" ? htmlReply(404, "Not Found") : apiDiscovery(call);
    case "systemready.cgi":
      return state.model === "A1001" ? htmlReply(404, "Not Found") : systemReady(state, call);
    case "ntp.cgi":
      return state.model === "A1001" ? htmlReply(404, "Not Found") : networkTime(state, call);
    case "systemlog.cgi":
      return systemLog(state, call);
    case "accesslog.cgi":
      return textReply("");
    case "pwdgrp.cgi":
      return textReply(`admin="${names(state, "admin")}"\noperator="${names(state, "operator")}"\nviewer=""\n`);
    case "wssession.cgi":
      return state.model === "A1001" ? htmlReply(404, "Not Found") : textReply(randomBytes(16).toString("hex"));
    default:
      return htmlReply(404, "Not Found");
  }
}

const names = (state: AxisState, role: string): string =>
  state.accounts
    .filter((account) => account.role === role)
    .map((account) => account.name)
    .join(",");

function productNumber(state: AxisState): string {
  if (state.model === "ENTRY_MANAGER") return "A1601";
  return state.model === "SECURE_ENTRY" ? "A1610" : state.model;
}

function listParameters(state: AxisState, call: DeviceCall): DeviceReply {
  if (call.query.get("action") !== "list") return textReply("# Error: Invalid action\n");
  const all: Record<string, string> = {
    "root.Brand.Brand": "AXIS",
    "root.Brand.ProdFullName": MODEL_NAMES[state.model],
    "root.Brand.ProdNbr": productNumber(state),
    "root.Brand.ProdShortName": `AXIS ${productNumber(state)}`,
    "root.Brand.ProdType": "Network Door Controller",
    "root.Brand.WebURL": "http://www.axis.com",
    "root.Properties.Firmware.Version": state.firmware,
    "root.Properties.Firmware.BuildNumber": "1",
    "root.Properties.System.SerialNumber": state.serial,
    "root.Properties.System.Architecture": "armv7hf",
    "root.Properties.API.HTTP.Version": "3",
    "root.Time.POSIXTimeZone": posixRule(state.timeZone),
    "root.Time.ServerDate": deviceTime(state).slice(0, 10),
    "root.Time.ServerTime": deviceTime(state).slice(11, 19),
    "root.Time.TimeZone": state.timeZone,
  };
  const groups = (call.query.get("group") ?? "root")
    .split(",")
    .map((group) => (group.startsWith("root") ? group : `root.${group}`));
  const lines = Object.entries(all)
    .filter(([key]) => groups.some((group) => group === "root" || key === group || key.startsWith(`${group}.`)))
    .map(([key, value]) => `${key}=${value}\n`);
  return textReply(lines.length > 0 ? lines.join("") : `# Error: Error getting param in group '${groups[0]}'\n`);
}

const deviceTime = (state: AxisState): string =>
  new Date(localMs(state.timeZone, state.clock.now())).toISOString().slice(0, 19);

function basicDeviceInfo(state: AxisState, call: DeviceCall): DeviceReply {
  const request = jsonRequest.safeParse(call.json());
  if (!request.success) return jsonReply({ apiVersion: "1.1", error: { code: 4002, message: "Invalid JSON" } });
  const { method, context } = request.data;
  if (method !== "getAllProperties" && method !== "getAllUnrestrictedProperties") {
    return jsonReply({ apiVersion: "1.1", context, method, error: { code: 4001, message: "Method not supported" } });
  }
  const propertyList = {
    Architecture: "armv7hf",
    Brand: "AXIS",
    BuildDate: "Mar 04 2024 10:12",
    HardwareID: "7d5",
    ProdFullName: MODEL_NAMES[state.model],
    ProdNbr: productNumber(state),
    ProdShortName: `AXIS ${productNumber(state)}`,
    ProdType: "Network Door Controller",
    ProdVariant: "",
    SerialNumber: state.serial,
    Soc: "NXP i.MX6",
    SocSerialNumber: "",
    Version: state.firmware,
    WebURL: "http://www.axis.com",
  };
  return jsonReply({ apiVersion: "1.1", context, method, data: { propertyList } });
}

function apiDiscovery(call: DeviceCall): DeviceReply {
  if (jsonRequest.safeParse(call.json()).data?.method !== "getApiList") {
    return jsonReply({ apiVersion: "1.0", error: { code: 4001, message: "Method not supported" } });
  }
  const apiList = [
    { id: "api-discovery", version: "1.0", name: "API Discovery Service" },
    { id: "basic-device-info", version: "1.1", name: "Basic Device Information" },
  ];
  return jsonReply({ method: "getApiList", apiVersion: "1.0", data: { apiList } });
}

/** Answers without signing in (device.ts). A restart changes `bootid`. */
function systemReady(state: AxisState, call: DeviceCall): DeviceReply {
  if (jsonRequest.safeParse(call.json()).data?.method !== "systemready") {
    return jsonReply({ apiVersion: "1.0", error: { code: 4001, message: "Method not supported" } });
  }
  const data = { systemready: "yes", needsetup: "no", uptime: String(state.uptimeSeconds), bootid: state.bootId };
  return jsonReply({ apiVersion: "1.1", method: "systemready", data });
}

function networkTime(state: AxisState, call: DeviceCall): DeviceReply {
  if (jsonRequest.safeParse(call.json()).data?.method !== "getNTPInfo") {
    return jsonReply({ apiVersion: "1.0", error: { code: 4001, message: "Method not supported" } });
  }
  const client = {
    enabled: true,
    NTSEnabled: false,
    synced: true,
    timeOffset: 0.000261,
    serversSource: "DHCP",
    staticServersList: state.ntpServers,
  };
  return jsonReply({ apiVersion: "1.0", method: "getNTPInfo", data: { client } });
}

function systemLog(state: AxisState, call: DeviceCall): DeviceReply {
  const isAdminPath = call.path.includes("/admin/");
  const { systemLogAt } = state.switches;
  if (systemLogAt !== "both" && (systemLogAt === "admin") !== isAdminPath) return htmlReply(404, "Not Found");
  const wanted = call.query.get("text");
  const lines = [
    `${deviceTime(state)} axis-${state.mac} [ INFO    ] systemd[1]: Started VAPIX PACS service.`,
    `${deviceTime(state)} axis-${state.mac} [ INFO    ] pacsd[412]: Credentials: ${state.credentials.size}, doors: ${state.doors.size}.`,
    `${deviceTime(state)} axis-${state.mac} [ NOTICE  ] ntpd[388]: time zone ${posixRule(state.timeZone)}`,
  ];
  return textReply(`${lines.filter((line) => !wanted || line.includes(wanted)).join("\n")}\n`);
}
