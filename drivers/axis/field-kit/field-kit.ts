import type { AuthChallenge } from "../../challenges.ts";
import { DeviceError } from "../../errors.ts";
import { createNegotiatedSession, type NegotiatedSession } from "../../negotiated-session.ts";
import type { DeviceConnection, DeviceDoor, DoorController } from "../../port.ts";
import { createTransport, type DriverOptions, type Transport } from "../../transport.ts";
import { createAxisClient } from "../client.ts";
import { axisDoorController } from "../driver.ts";
import { checkSerial, serialInRealm } from "../identity.ts";
import { doorQuestions, QUESTIONS, type Question, rowQuestions } from "./questions.ts";
import { recordingSession } from "./recorder.ts";
import { createRedactor, type Redactor } from "./redact.ts";
import { type RecordedCall, TRANSCRIPT_VERSION, type Transcript } from "./transcript.ts";
import { findLeft, removeAll, runTrial } from "./trial.ts";

const DOORS_ASKED = 3;

export interface FieldKitOptions extends DriverOptions {
  /** "read" changes nothing. "clean" removes leftovers of an interrupted trial. "try" tries the door with this number. */
  mode: { kind: "read" } | { kind: "clean" } | { kind: "try"; door: number };
  /** Called before each step that changes the controller. */
  onStep?: (step: string) => void;
  /** Called with the controller's own names of its doors, in the order of their numbers. The transcript does not have them. */
  onDoors?: (names: readonly string[]) => void;
  /** Called before each call to the controller; an error it throws ends the kit. */
  beforeCall?: () => void;
  /** Called with the error whose code the transcript has in `stopped`. */
  onStopped?: (error: DeviceError) => void;
  /** Draws the PINs of a trial; random by default. */
  draw?: (digits: number) => string;
}

/**
 * Asks a controller for the facts that the driver relies on. Returns a transcript of everything asked so far, even if the controller
 * refuses or falls silent.
 */
export async function runFieldKit(connection: DeviceConnection, options: FieldKitOptions): Promise<Transcript> {
  const { clock } = options;
  const offered = new Set<string>();
  const calls: RecordedCall[] = [];
  const transport = createTransport(connection, { ...options, connections: 1 });
  const session = createNegotiatedSession(transport, {
    username: connection.username,
    password: connection.password,
    clock,
    onChallenges(challenges) {
      for (const challenge of challenges) {
        offered.add(schemeOf(challenge));
        checkSerial(connection.serial, serialInRealm(challenge.params.get("realm")));
      }
    },
  });
  try {
    const redact = createRedactor([connection.username, connection.password, connection.baseUrl.hostname]);
    const recorded = recordingSession(session, redact, calls, options.beforeCall);
    const driver = axisDoorController({
      session: recorded,
      transport,
      connection,
      pinned: { serial: connection.serial },
      clock,
    });
    const facts = await gatherFacts({ recorded, driver, calls, redact }, options);
    return {
      format: "field-kit",
      version: TRANSCRIPT_VERSION,
      vendor: "axis",
      askedAt: clock.now().toISOString(),
      connection: {
        scheme: transport.encrypted ? "https" : "http",
        offered: [...offered].map((scheme) => redact.word(scheme)).sort(),
        clockSkewMs: transport.clockSkewMs(),
        certificateEnd: certificateEnd(transport),
        tls: transport.certificate()?.tls ?? null,
      },
      ...facts,
      calls,
    };
  } finally {
    await transport.close();
  }
}

type Facts = Pick<Transcript, "identity" | "doors" | "found" | "trial" | "stopped">;

interface Kit {
  recorded: NegotiatedSession;
  driver: DoorController;
  calls: readonly RecordedCall[];
  redact: Redactor;
}

/** Asks for every fact, in order. Keeps the answers given before the controller refused or fell silent. */
async function gatherFacts({ recorded, driver, calls, redact }: Kit, options: FieldKitOptions): Promise<Facts> {
  const { mode, clock, draw, onStep = () => undefined } = options;
  const client = createAxisClient(recorded);
  const facts: Facts = { identity: null, doors: null, found: [], trial: null, stopped: null };
  try {
    const { model, firmware, serial } = await driver.identify();
    facts.identity = { model: model && redact.word(model), firmware: firmware && redact.word(firmware) };
    const doors = await driver.readDoors();
    facts.doors = doors.map(({ pinMin, pinMax, pinUse }) => ({ pinMin, pinMax, pinUse }));
    options.onDoors?.(doors.map(({ name }) => name));
    for (const question of questionsFor(doors)) await ask(recorded, question);
    for (const question of rowQuestions(calls)) await ask(recorded, question);
    facts.found = await findLeft({ client });
    if (mode.kind === "clean") facts.found = await removeAll({ client, onStep });
    const door = mode.kind === "try" ? doors[mode.door - 1] : undefined;
    if (door) facts.trial = await runTrial({ client, driver, clock, onStep, serial, draw }, door);
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    facts.stopped = error.code;
    options.onStopped?.(error);
  }
  return facts;
}

const questionsFor = (doors: readonly DeviceDoor[]): Question[] => [
  ...QUESTIONS,
  ...doors.slice(0, DOORS_ASKED).flatMap((door) => doorQuestions(door.doorToken)),
];

/** Asks one question. A refusal is an answer; silence ends the kit. */
async function ask(session: NegotiatedSession, { path, body }: Question): Promise<void> {
  const json = body === null ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  try {
    await session.send({ method: body === null ? "GET" : "POST", path, read: "text", ...json });
  } catch (error) {
    if (!(error instanceof DeviceError) || error.retryable) throw error;
  }
}

function schemeOf({ scheme, params }: AuthChallenge): string {
  return scheme === "digest" ? `digest ${params.get("algorithm") ?? "MD5"}` : scheme;
}

function certificateEnd(transport: Transport): string | null {
  return transport.certificate()?.validTo ?? null;
}
