import { cameraOf } from "./axxon/archive.ts";
import { startControlServer } from "./control/control-server.ts";
import { type DemoDevice, saveDemoDevice, startDemoDevice } from "./control/demo-device.ts";
import { SavedState } from "./control/saved-state.ts";
import { DEMO_DEVICES, type DeviceDescription } from "./demo-devices.ts";
import { type CaughtMail, type Mailbox, startMailbox } from "./mailbox/mailbox.ts";
import { startVisitors, type Visitors } from "./visitors.ts";

const SAVE_EVERY_MS = 1_000;

const FIRST_DEVICE_OFFSET = 10;
const MAILBOX_OFFSET = -1;

export interface DemoSimulatorsOptions {
  dataDir: string;
  port: number;
  /** Kept free for the portal, which starts later; 0 or none: any. */
  portalPort?: number;
  /** Without parameters. */
  webhookBase: string;
  devices?: readonly DeviceDescription[];
}

export interface RunningDevice {
  id: string;
  kind: DeviceDescription["kind"];
  name: string;
  model: string;
  serial: string | null;
  host: string;
  port: number;
  https: boolean;
  username: string;
  password: string;
  macroId: string | null;
  /** An Axxon server's own name for its camera. */
  camera: string | null;
  /** Set for a relay. */
  brand: string | null;
  doors: string[];
  certSha256: string | null;
}

export interface DemoSimulators {
  devices: RunningDevice[];
  smtpPort: number;
  smsUrl: string;
  panelUrl: string;
  /** Starts visitors, who from now on come and go at the doors. */
  startVisitors(): void;
  close(): Promise<void>;
}

/** Starts all devices of the demo, at the ports of the last start where these are free. */
export async function startDemoSimulators(options: DemoSimulatorsOptions): Promise<DemoSimulators> {
  const saved = new SavedState(options.dataDir);
  const ports = readPorts(saved);
  const others = [options.port, options.portalPort];
  const portOf = (id: string, index: number): number => {
    const port = ports[id] ?? firstPort(options.port, index);
    return others.includes(port) ? 0 : port;
  };
  const running: DemoDevice[] = [];
  for (const [index, description] of (options.devices ?? DEMO_DEVICES).entries()) {
    running.push(await onPort(portOf(description.id, index), (free) => startDemoDevice(description, free, saved)));
  }
  const caught = readMails(saved);
  const mailbox = await onPort(portOf("mailbox", MAILBOX_OFFSET), (port) => startMailbox({ port, saved: caught }));
  const control = await startControlServer({
    port: options.port,
    devices: running,
    mailbox,
    webhookBase: options.webhookBase,
  });
  const used = running.map((device): [string, number] => [device.description.id, device.simulator.port]);
  saved.write("ports", Object.fromEntries([...used, ["mailbox", mailbox.port]]));

  let savedMail = mailbox.version();
  const save = (): void => {
    for (const device of running) saveDemoDevice(device, saved);
    savedMail = saveMail(mailbox, savedMail, saved);
  };
  save();
  const timer = setInterval(save, SAVE_EVERY_MS);
  timer.unref();
  let visitors: Visitors | null = null;

  return {
    devices: running.map(describe),
    smtpPort: mailbox.port,
    smsUrl: `http://127.0.0.1:${control.port}/api/sms`,
    panelUrl: `http://127.0.0.1:${control.port}`,
    startVisitors: () => {
      const doors = running.flatMap((device) => (device.kind === "axis" ? [device.simulator] : []));
      visitors ??= startVisitors(doors);
    },
    close: async () => {
      visitors?.stop();
      clearInterval(timer);
      await Promise.all([control.close(), mailbox.close(), ...running.map((device) => device.simulator.close())]);
      save();
    },
  };
}

/** Returns a port outside the ephemeral range, so that it is still free at the next start. */
function firstPort(panelPort: number, index: number): number {
  const port = panelPort + FIRST_DEVICE_OFFSET + index;
  return panelPort === 0 || port > 65_535 ? 0 : port;
}

async function onPort<Started>(remembered: number, start: (port: number) => Promise<Started>): Promise<Started> {
  try {
    return await start(remembered);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return await start(0);
    throw error;
  }
}

function readPorts(saved: SavedState): Record<string, number | undefined> {
  const stored = saved.read("ports");
  if (typeof stored !== "object" || stored === null) return {};
  const entries = Object.entries(stored).filter(([, port]) => Number.isInteger(port) && port > 0 && port < 65_536);
  return Object.fromEntries(entries);
}

function readMails(saved: SavedState): CaughtMail[] {
  const stored: unknown = saved.read("mail");
  return Array.isArray(stored) ? stored.filter(isMail) : [];
}

function isMail(value: unknown): value is CaughtMail {
  return typeof value === "object" && value !== null && "id" in value && "recipients" in value && "links" in value;
}

function saveMail(mailbox: Mailbox, lastVersion: number, saved: SavedState): number {
  if (mailbox.version() !== lastVersion) saved.write("mail", mailbox.list());
  return mailbox.version();
}

function modelOf(description: DeviceDescription): string {
  if (description.kind === "axis") return description.model;
  if (description.kind === "axis_lpv") return "axis-lpv";
  return description.kind === "axxon_lpr" ? description.profile : description.brand;
}

function describe(device: DemoDevice): RunningDevice {
  const { description, simulator } = device;
  return {
    id: description.id,
    kind: description.kind,
    name: description.name,
    model: modelOf(description),
    serial: device.kind === "axis" ? device.simulator.serial : null,
    host: simulator.host,
    port: simulator.port,
    https: description.https,
    username: description.username,
    password: description.password,
    macroId: description.kind === "axxon_lpr" ? description.macroId : null,
    camera: device.kind === "axxon_lpr" ? cameraOf(device.simulator.state) : null,
    brand: description.kind === "http_relay" ? description.brand : null,
    doors: description.kind === "axis" ? description.doors.map((door) => door.name) : [],
    certSha256: simulator.certSha256,
  };
}
