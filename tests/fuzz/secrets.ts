// npm run fuzz:secrets: searches database files, WAL, a dump, logs and answers for secrets pushed through every path.
import { runFieldKit } from "#drivers/axis/field-kit/field-kit.ts";
import { systemClock } from "#drivers/clock.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import type { AxisState } from "#simulators/axis/state.ts";
import type { AxisModel } from "#simulators/axis/switches.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { pushSecrets } from "./push-secrets.ts";
import { type SecretsFound, searchPortal } from "./secret-search.ts";
import type { FuzzRun } from "./sender.ts";

export interface SecretFindings extends SecretsFound {
  /** Counts by path how many secrets went through it. */
  readonly pushed: Readonly<Record<string, number>>;
}

export interface SecretRun extends FuzzRun {
  readonly log: readonly string[];
  /** False searches only the portal's own database, without WAL, where others use the cluster. */
  readonly wholeCluster?: boolean;
}

export async function fuzzSecrets(portal: TestPortal, run: SecretRun): Promise<SecretFindings> {
  const { log, wholeCluster = true } = run;
  const { pushed, pins, texts, answers } = await pushSecrets(portal, run);
  const transcripts = [await transcriptOf("A1601", pins, texts), await transcriptOf("A1001", pins, texts)];
  return { pushed, ...(await searchPortal(portal, { pins, texts, answers, transcripts, log, wholeCluster })) };
}

const TRANSCRIBED = 20;

/** Returns the transcript that a technician would send of a controller with these PINs, this password and these names. */
async function transcriptOf(model: AxisModel, pins: ReadonlySet<string>, texts: readonly string[]): Promise<Buffer> {
  // A controller's names have 64 characters at most.
  const short = texts.filter((text) => text.length <= 50);
  const password = short.at(-1) ?? "";
  const people = [...pins].slice(0, TRANSCRIBED).map((pin, index) => {
    const word = short[index % short.length] ?? "";
    return { firstName: "Anna", lastName: word, pin };
  });
  // An A1001 is one of a network, so its neighbour is named, too.
  const neighbour = await startAxisSimulator({ model: "A1001", serial: `ACCC8E${digitsOf(pins, 1)}` });
  const axis = await startAxisSimulator({
    model,
    https: true,
    users: { portal: password },
    seed: { people },
    doors: [{ name: password }],
    switches: { basicDeviceInfo: true, fetchEvents2: true, fetchEvents3Plain: false },
    install: (state) => nameEverything(state, [...pins], short),
  });
  try {
    axis.state.joinNetwork(neighbour.state);
    return await transcriptFrom(axis, password);
  } finally {
    await Promise.all([axis.close(), neighbour.close()]);
  }
}

const digitsOf = (pins: ReadonlySet<string>, at: number): string => [...pins][at] ?? "000000";

/** Puts secrets wherever somebody may write a name, and as tokens, which a device or another system may choose by a name. */
function nameEverything(state: AxisState, pins: readonly string[], words: readonly string[]): void {
  let at = 0;
  const next = () => {
    at += 1;
    return `${words[at % words.length] ?? ""} ${pins[at % pins.length] ?? ""}`;
  };
  const SUMMARY = "SUMMARY:";
  for (const [token, schedule] of state.schedules)
    state.schedules.set(token, {
      ...schedule,
      Name: next(),
      Description: next(),
      ScheduleDefinition: schedule.ScheduleDefinition.replace(/UID:.*/, `${SUMMARY}${next()}\r\nUID:${next()}`),
    });
  const always = state.schedules.get("standard_always");
  if (always) state.schedules.set(next(), { ...always, token: next(), Name: next() });
  for (const rule of state.authenticationProfiles.values()) Object.assign(rule, { Name: next(), Description: next() });
  const [rule] = state.authenticationProfiles.values();
  if (rule) state.authenticationProfiles.set(next(), { ...rule, token: next() });
  for (const reader of state.idPoints.values())
    Object.assign(reader, { Name: next(), Description: next(), Location: next(), Area: next() });
  for (const point of state.accessPoints.values())
    Object.assign(point, { Name: next(), Description: next(), AreaFrom: next(), AreaTo: next() });
  for (const controller of state.accessControllers.values())
    Object.assign(controller, { Name: next(), Description: next() });
  for (const door of state.doors.values()) Object.assign(door, { Description: next() });
  Object.assign(state, { bootId: next(), ntpServers: [next(), next()] });
  const typed = next();
  state.log("Device/Status/SystemReady", { State: typed, Server: next() });
  state.log("IdPoint/Tampering", { IdPointToken: next(), State: next(), PIN: typed });
  state.log("IdPoint/Request/IdData", { IdPointToken: next(), IdData: typed });
  state.log("EventLogger/DroppedEvents", { Count: typed, Text: next() });
  for (let row = 0; row < 3; row++)
    state.log("AccessControl/Denied/Credential", { Reason: next(), CredentialToken: next() });
}

export async function transcriptFrom(axis: AxisSimulator, password: string): Promise<Buffer> {
  const connection = { certSha256: axis.certSha256, serial: null, allowPlainHttp: axis.certSha256 === null };
  const network = createNetworkPolicy({ allow: [], allowLoopback: true });
  const transcript = await runFieldKit(
    { ...connection, baseUrl: new URL(axis.url), username: "portal", password },
    { network, clock: systemClock, mode: { kind: "try", door: 1 } },
  );
  if (transcript.stopped !== null || transcript.trial === null)
    throw new Error(`the field kit stopped: ${transcript.stopped}`);
  return Buffer.from(JSON.stringify(transcript));
}
