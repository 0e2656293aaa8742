import http from "node:http";
import { z } from "zod";
import { setDoorAlarm } from "../axis/door-state.ts";
import { seedState } from "../axis/seed.ts";
import type { AxxonSimulator, DriveOptions } from "../axxon/server.ts";
import type { WebQueryRecord } from "../axxon/web-query.ts";
import { EMAIL_POLICY, emailPage, mailListPage } from "../mailbox/mail-pages.ts";
import type { Mailbox } from "../mailbox/mailbox.ts";
import type { DemoDevice } from "./demo-device.ts";
import { describeDevice, describePeople, describePlates, nameOf } from "./describe-device.ts";
import { FAULT_SWITCHES, runOneTimeFault, setSwitch } from "./fault-switches.ts";
import { panelFile } from "./panel-files.ts";
import { refusalOf } from "./refusal.ts";

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const TICK_MS = 250;
const MAX_BODY_BYTES = 2 * 1024 * 1024;

const textSchema = z.object({ to: z.string().regex(/^\+[1-9]\d{6,14}$/), text: z.string().min(1).max(1_000) });
const pressSchema = z.object({ doorToken: z.string(), pin: z.string().regex(/^\d{1,12}$/) });
const driveSchema = z.object({
  plate: z.string().max(200).nullable(),
  direction: z.enum(["Incoming", "Outgoing", "Unknown"]).default("Incoming"),
  variant: z.enum(["lower-case", "hyphen", "space", "cyrillic", "ocr-confusion"]).nullish(),
  repeats: z.int().min(0).max(20).default(0),
});
const webhookSchema = z
  .object({
    url: z.url({ protocol: /^https?$/ }).optional(),
    controllerId: z.string().optional(),
    username: z.string(),
    password: z.string(),
    method: z.enum(["POST", "GET", "PUT"]).optional(),
    auth: z.enum(["preemptive", "after-challenge", "none"]).optional(),
    placeholder: z.enum(["encoded", "raw", "unresolved"]).optional(),
  })
  .refine((body) => body.url !== undefined || body.controllerId !== undefined);
const doorSchema = z.object({
  doorToken: z.string(),
  alarm: z.enum(["Normal", "DoorForcedOpen", "DoorOpenTooLong"]),
});
const faultSchema = z.object({ name: z.string(), on: z.boolean() });
const actionSchema = z.object({ action: z.string() });
const clockSchema = z.object({ offsetMs: z.number() });
const objectsSchema = z.object({
  users: z.array(z.unknown()).default([]),
  credentials: z.array(z.unknown()).default([]),
  accessProfiles: z.array(z.unknown()).default([]),
});

export interface ControlServerOptions {
  port: number;
  devices: readonly DemoDevice[];
  mailbox: Mailbox;
  webhookBase: string;
}

export interface ControlServer {
  readonly port: number;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  json?: unknown;
  text?: string;
  type?: string;
  policy?: string;
  etag?: string;
}

class BadRequest extends Error {}

/** Starts the panel's server on 127.0.0.1. It sends the devices' state to open panels when it changes. */
export async function startControlServer(options: ControlServerOptions): Promise<ControlServer> {
  const listeners = new Set<http.ServerResponse>();
  const server = http.createServer((request, response) => {
    answer(request, options, listeners, response).catch((error: unknown) => {
      if (!response.headersSent) send(response, failed(error));
      else response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", () => resolve());
  });
  let sent = "";
  const tick = setInterval(() => {
    if (listeners.size === 0) return;
    const state = JSON.stringify(stateOf(options));
    if (state === sent) return;
    sent = state;
    for (const listener of listeners) listener.write(`data: ${state}\n\n`);
  }, TICK_MS);
  tick.unref();
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : options.port,
    close: async () => {
      clearInterval(tick);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function failed(error: unknown): Answer {
  const json = { error: String(error) };
  // A returning device may find its port in use.
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE" && "port" in error) {
    return { status: 409, json: { ...json, port: error.port } };
  }
  return { status: error instanceof BadRequest || error instanceof z.ZodError ? 400 : 500, json };
}

async function answer(
  request: http.IncomingMessage,
  options: ControlServerOptions,
  listeners: Set<http.ServerResponse>,
  response: http.ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  if (!isOurAddress(request.headers.host)) return send(response, { status: 421, text: "Misdirected" });
  if (url.pathname === "/api/events") return listen(options, listeners, response);
  // A browser asks first before it sends JSON to another origin.
  const changes = request.method !== "GET" && request.method !== "HEAD";
  if (changes && !request.headers["content-type"]?.startsWith("application/json")) {
    return send(response, { status: 415, json: { error: "content-type must be application/json" } });
  }
  const body = changes ? await readJson(request) : undefined;
  const found = await route(`${request.method} ${url.pathname}`, url, body, options);
  const known = found.etag !== undefined && request.headers["if-none-match"] === found.etag;
  send(response, known ? { ...found, status: 304, text: "" } : found);
}

/** Checks the Host header, against DNS rebinding. */
function isOurAddress(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host ?? "");
}

async function route(name: string, url: URL, body: unknown, options: ControlServerOptions): Promise<Answer> {
  const { devices, mailbox } = options;
  const file = name.startsWith("GET ") ? panelFile(url.pathname) : null;
  if (file) return { status: 200, ...file };
  if (name === "GET /api/state") return { status: 200, json: stateOf(options) };
  if (name === "GET /api/devices") return { status: 200, json: devices.map(describeDevice) };
  if (name === "GET /api/mail") return { status: 200, json: mailbox.list() };
  if (name === "DELETE /api/mail") {
    mailbox.clear();
    return { status: 200, json: {} };
  }
  if (name === "POST /api/sms") {
    mailbox.keepText(textSchema.parse(body));
    return { status: 200, json: {} };
  }
  if (name === "GET /mail")
    return { status: 200, text: mailListPage(mailbox.list()), type: "text/html; charset=utf-8" };
  const [, area, id, action] = url.pathname.split("/").slice(name.includes(" /api/") ? 1 : 0);
  if (area === "mail" && id) return email(mailbox, id, action);
  if (area !== "devices" || !id) return { status: 404, json: { error: "not found" } };
  const device = devices.find((one) => one.description.id === id);
  if (!device) return { status: 404, json: { error: "no such device" } };
  if (name.startsWith("GET ")) return readDevice(device, action, url);
  return await changeDevice(device, action, body, options);
}

function email(mailbox: Mailbox, id: string, action: string | undefined): Answer {
  const mail = mailbox.get(id);
  if (!mail) return { status: 404, text: "Brevet finns inte kvar." };
  const type = "text/html; charset=utf-8";
  if (action === "html") return { status: 200, text: mail.html, type, policy: EMAIL_POLICY };
  return { status: 200, text: emailPage(mail), type };
}

function readDevice(device: DemoDevice, action: string | undefined, url: URL): Answer {
  if (action === undefined) return { status: 200, json: describeDevice(device) };
  if (action === "people" && device.kind === "axis") {
    return { status: 200, json: describePeople(device.simulator, url.searchParams.get("pins") === "1") };
  }
  if (action === "plates" && device.kind !== "axis") return { status: 200, json: describePlates(device) };
  if (action === "log" && device.kind !== "axis") return { status: 200, json: gateOf(device).log };
  if (action === "requests") {
    const { requests } = device.simulator;
    return { status: 200, json: { counts: requests.counts(), recent: requests.recent() } };
  }
  return { status: 404, json: { error: "not found" } };
}

async function changeDevice(
  device: DemoDevice,
  action: string | undefined,
  body: unknown,
  { webhookBase }: ControlServerOptions,
): Promise<Answer> {
  const { simulator } = device;
  switch (action) {
    case "faults": {
      const { name, on } = faultSchema.parse(body);
      if (!(await setSwitch(simulator, name, on))) throw new BadRequest(`no fault ${name}`);
      return { status: 200, json: describeDevice(device) };
    }
    case "actions": {
      const mishap = actionSchema.parse(body).action;
      if (!(await runOneTimeFault(simulator, mishap))) throw new BadRequest(`no action ${mishap}`);
      return { status: 200, json: describeDevice(device) };
    }
    case "clock":
      simulator.faults.clockSkew(clockSchema.parse(body).offsetMs);
      return { status: 200, json: describeDevice(device) };
    default:
      return device.kind === "axis"
        ? changeController(device.simulator, action, body)
        : await changeGate(gateOf(device), action, body, addressBase(device, webhookBase));
  }
}

function gateOf(device: Exclude<DemoDevice, { kind: "axis" }>) {
  if (device.kind === "axxon_lpr") return device.simulator;
  return device.kind === "axis_lpv" ? device.simulator.camera : device.simulator.reader;
}

/** Returns the base address; a camera posts its own form elsewhere. */
function addressBase({ kind }: DemoDevice, webhookBase: string): string {
  return kind === "axis_lpv" ? `${new URL("plate-push/axis_lpv", webhookBase).href}?` : `${webhookBase}?regnr={plate}&`;
}

function changeController(
  simulator: Extract<DemoDevice, { kind: "axis" }>["simulator"],
  action: string | undefined,
  body: unknown,
): Answer {
  if (action === "press") {
    const { doorToken, pin } = pressSchema.parse(body);
    if (!simulator.state.doors.has(doorToken)) throw new BadRequest("no such door");
    const decision = simulator.punch(doorToken, pin);
    const { granted, reason, matches } = decision;
    const [only] = matches.length === 1 ? matches : [];
    const refusal = refusalOf(simulator.state, decision);
    return { status: 200, json: { granted, reason, refusal, name: nameOf(simulator, only?.UserToken) } };
  }
  if (action === "door-alarm") {
    const { doorToken, alarm } = doorSchema.parse(body);
    if (!simulator.state.doors.has(doorToken)) throw new BadRequest("no such door");
    simulator.faults.editByHand((state) => setDoorAlarm(state, doorToken, alarm));
    return { status: 200, json: {} };
  }
  if (action === "objects") {
    const objects = objectsSchema.parse(body);
    simulator.faults.editByHand((state) => seedState(state, objects));
    return { status: 200, json: {} };
  }
  return { status: 404, json: { error: "not found" } };
}

async function changeGate(
  simulator: Pick<AxxonSimulator, "setWebhook"> & {
    drive(plate: string | null, options: DriveOptions): Promise<WebQueryRecord>;
  },
  action: string | undefined,
  body: unknown,
  base: string,
): Promise<Answer> {
  if (action === "drive") {
    const { plate, direction, variant, repeats } = driveSchema.parse(body);
    const record = await simulator.drive(plate, { direction, repeats, ...(variant ? { variant } : {}) });
    return { status: 200, json: record };
  }
  if (action === "webhook") {
    const { url, controllerId, username, password, ...more } = webhookSchema.parse(body);
    const address = url ?? `${base}gateid=${encodeURIComponent(controllerId ?? "")}`;
    const { method, auth, placeholder } = more;
    simulator.setWebhook({
      url: address,
      username,
      password,
      ...(method ? { method } : {}),
      ...(auth ? { auth } : {}),
      ...(placeholder ? { placeholder } : {}),
    });
    return { status: 200, json: {} };
  }
  return { status: 404, json: { error: "not found" } };
}

function stateOf({ devices, mailbox }: ControlServerOptions): unknown {
  return { devices: devices.map(describeDevice), mails: mailbox.list().length, faults: Object.keys(FAULT_SWITCHES) };
}

function listen(
  options: ControlServerOptions,
  listeners: Set<http.ServerResponse>,
  response: http.ServerResponse,
): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  response.write(`retry: 1000\ndata: ${JSON.stringify(stateOf(options))}\n\n`);
  listeners.add(response);
  response.on("close", () => listeners.delete(response));
}

function send(response: http.ServerResponse, { status, json, text, type, policy, etag }: Answer): void {
  response.writeHead(status, {
    "content-type": json === undefined ? (type ?? "text/plain; charset=utf-8") : "application/json; charset=utf-8",
    "content-security-policy": policy ?? PAGE_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    ...(etag === undefined ? { "cache-control": "no-store" } : { "cache-control": "no-cache", etag }),
  });
  response.end(json === undefined ? (text ?? "") : JSON.stringify(json));
}

async function readJson(request: http.IncomingMessage): Promise<unknown> {
  let text = "";
  request.setEncoding("utf8");
  for await (const chunk of request as AsyncIterable<string>) {
    text += chunk;
    if (text.length > MAX_BODY_BYTES) throw new BadRequest("body too large");
  }
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new BadRequest("body is not JSON");
  }
}
