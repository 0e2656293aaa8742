// Tries a throw-away person on one door: written, read back, tried by dry run, removed and read back. Tokens are fixed, so that the next
// run finds leftovers of an interrupted one.
import { randomInt } from "node:crypto";
import type { Clock } from "../../clock.ts";
import { DeviceError, ItemNotFoundError } from "../../errors.ts";
import type { DeviceCredential, DeviceDoor, DoorController } from "../../port.ts";
import type { AxisClient } from "../client.ts";
import { readersOf } from "../doors.ts";
import { SERVICES, type Service } from "../endpoints.ts";
import { readAccessControllers } from "../identity.ts";
import { wireVerdict } from "../wire.ts";
import type { TrialFacts } from "./transcript.ts";

const USER = "wp-test-user";
const CREDENTIAL = "wp-test-credential";
const PROFILE = "wp-test-profile";
const SCHEDULE = "wp-test-schedule";

/** In the order of removal: objects that open a door go first. */
const OBJECTS = [
  {
    token: CREDENTIAL,
    path: SERVICES.accessControl,
    get: "pacsaxis:GetCredential",
    remove: "pacsaxis:RemoveCredential",
    key: "Credential",
  },
  { token: USER, path: SERVICES.accessControl, get: "axudb:GetUser", remove: "axudb:RemoveUser", key: "User" },
  {
    token: PROFILE,
    path: SERVICES.accessControl,
    get: "pacsaxis:GetAccessProfile",
    remove: "pacsaxis:RemoveAccessProfile",
    key: "AccessProfile",
  },
  {
    token: SCHEDULE,
    path: SERVICES.schedule,
    get: "axsch:GetSchedule",
    remove: "axsch:RemoveSchedule",
    key: "Schedule",
  },
] as const;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DIGITS_MAX = 6;
/** Limit of draws: a unit that grants everything is reported instead. */
const DRAWS_MAX = 20;
/** An action that no access point has. */
const NO_ACTION = "wp-test";

export interface TrialTools {
  client: AxisClient;
  driver: DoorController;
  clock: Clock;
  /** Called before each step that changes the controller. */
  onStep: (step: string) => void;
  serial: string | null;
  /** Draws that many random digits; a test passes a function of its own. */
  draw?: ((digits: number) => string) | undefined;
}

/** Returns tokens of an earlier trial that the controller still has. Throws DeviceError. */
export async function findLeft({ client }: Pick<TrialTools, "client">): Promise<string[]> {
  const left: string[] = [];
  for (const { token, path, get } of OBJECTS) if (await exists(client, path, get, token)) left.push(token);
  return left;
}

/** Removes what is there and returns what is still there. Continues after a refusal, so that one object does not keep the others. */
export async function removeAll({ client, onStep }: Pick<TrialTools, "client" | "onStep">): Promise<string[]> {
  const left: string[] = [];
  for (const { token, path, get, remove } of OBJECTS) {
    onStep(`remove ${token}`);
    const gone = await client
      .call(path, remove, { Token: [token] })
      .catch(ignoreMissing)
      .then(() => exists(client, path, get, token))
      .then((still) => !still)
      .catch(() => false);
    if (!gone) left.push(token);
  }
  return left;
}

/** Runs the trial and always cleans up. A failing step ends it and is named. */
export async function runTrial(tools: TrialTools, door: DeviceDoor): Promise<TrialFacts> {
  const facts: TrialFacts = {
    tokensKept: null,
    validity: null,
    granted: null,
    reason: null,
    wrongPin: null,
    wrongAction: null,
    longPin: null,
    schedule: null,
    left: [],
    stopped: null,
  };
  let step = "begin";
  try {
    await takeSteps({ ...tools, onStep: (next) => tools.onStep((step = next)) }, door, facts);
  } catch (error) {
    facts.stopped = { step, code: error instanceof DeviceError ? error.code : "unexpected" };
    if (!(error instanceof DeviceError)) throw error;
  } finally {
    facts.left = await removeAll(tools);
  }
  return facts;
}

async function takeSteps(tools: TrialTools, door: DeviceDoor, facts: TrialFacts) {
  const { client, driver, clock, onStep } = tools;
  const now = clock.now().getTime();
  onStep("choose a PIN");
  const pin = await unusedPin(tools, door);
  const other = await unusedPin(tools, door, pin);
  const desired: DeviceCredential = {
    token: CREDENTIAL,
    userToken: USER,
    pin,
    validFrom: toSecond(now - DAY_MS),
    // An odd second of tomorrow, so that a cut time of day shows.
    validTo: toSecond(now + DAY_MS + 37 * MINUTE_MS + 11_000),
    enabled: true,
    profileTokens: [PROFILE],
  };
  onStep(`set ${PROFILE}`);
  await driver.putDoorProfile({ token: PROFILE, name: "wp-test", accessPointTokens: door.accessPointTokens });
  onStep(`set ${USER}`);
  await driver.putUser({ token: USER, firstName: "wp-test", lastName: "wp-test" });
  onStep(`set ${CREDENTIAL}`);
  await driver.putCredential(desired);

  const [user] = await driver.getUsers([USER]);
  const [credential] = await driver.getCredentials([CREDENTIAL]);
  facts.tokensKept = user !== undefined && credential !== undefined;
  facts.validity = credential === undefined ? null : validityOf(desired.validTo, credential.validTo);

  const verdict = await driver.verifyPin?.(pin, door.doorToken);
  facts.granted = verdict?.granted ?? null;
  facts.reason = verdict?.reason ?? null;
  facts.wrongPin = (await driver.verifyPin?.(other, door.doorToken)) ?? null;
  facts.wrongAction = await tryAnotherAction(tools, door, pin);
  // Where the reader takes longer PINs, one digit more would only be another PIN.
  if (pin.length === door.pinMax) facts.longPin = (await driver.verifyPin?.(`${pin}7`, door.doorToken)) ?? null;

  onStep(`set ${SCHEDULE}`);
  facts.schedule = await client
    .call(SERVICES.schedule, "axsch:SetSchedule", { Schedule: [testSchedule()] })
    .then(() => exists(client, SERVICES.schedule, "axsch:GetSchedule", SCHEDULE))
    .catch((error: unknown) => {
      if (error instanceof DeviceError && !error.retryable) return false;
      throw error;
    });
}

async function exists(client: AxisClient, path: Service, get: string, token: string): Promise<boolean> {
  const result = await client.call(path, get, { Token: [token] }).catch(ignoreMissing);
  return JSON.stringify(result ?? null).includes(`"${token}"`);
}

function ignoreMissing(error: unknown): null {
  if (error instanceof ItemNotFoundError) return null;
  throw error;
}

/** Returns how exactly the unit kept a time: to the second, to the day, or otherwise. */
export function validityOf(sent: string | null, read: string | null): "second" | "day" | "other" {
  if (read === sent) return "second";
  return read?.slice(0, 10) === sent?.slice(0, 10) ? "day" : "other";
}

/** Draws a PIN that the dry run refuses: among hundreds of four-digit codes, one in thirty PINs is somebody's. */
async function unusedPin({ driver, draw = randomPin }: TrialTools, door: DeviceDoor, taken = ""): Promise<string> {
  const digits = Math.min(door.pinMax ?? DIGITS_MAX, DIGITS_MAX);
  let pin = draw(digits);
  for (let drawn = 1; drawn < DRAWS_MAX; drawn++) {
    if (pin !== taken && !(await driver.verifyPin?.(pin, door.doorToken))?.granted) break;
    pin = draw(digits);
  }
  return pin;
}

const randomPin = (digits: number): string => String(randomInt(10 ** (digits - 1), 10 ** digits));

/** Dry-runs a valid PIN with an action that the access point does not have. */
async function tryAnotherAction(
  { client, serial }: TrialTools,
  { doorToken }: DeviceDoor,
  pin: string,
): Promise<TrialFacts["wrongAction"]> {
  const [first] = await readersOf(client, doorToken);
  if (!first) return null;
  const { own } = await readAccessControllers(client, { model: null, firmware: null, serial });
  const request = { Token: own, SourceToken: first.reader, TargetToken: doorToken, Action: NO_ACTION };
  try {
    const answer = await client.call(SERVICES.accessControl, "pacsaxis:VerifyRequest", {
      ...request,
      IdData: [{ Name: "PIN", Value: pin }],
    });
    const { data } = wireVerdict.safeParse(answer);
    return data === undefined ? null : { granted: data.AccessGranted, reason: data.Reason || null };
  } catch (error) {
    // A refusal counts as an answer, too.
    if (error instanceof DeviceError && !error.retryable) return { granted: false, reason: error.code };
    throw error;
  }
}

const toSecond = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");

/** Returns a schedule: weekdays from seven to ten in the evening, in the form of the vendor's text. */
function testSchedule() {
  const event = [
    "SUMMARY:a",
    "DTSTART:20260101T070000",
    "DTEND:20260101T220000",
    "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
  ];
  const lines = [
    "BEGIN:VCALENDAR",
    "PRODID:",
    "VERSION:2.0",
    "BEGIN:VEVENT",
    ...event,
    "DTSTAMP:20260101T000000",
    "UID:1",
  ];
  return {
    token: SCHEDULE,
    Name: "wp-test",
    Description: "",
    Attribute: [],
    ScheduleDefinition: [...lines, "END:VEVENT", "END:VCALENDAR", ""].join("\r\n"),
    ExceptionScheduleDefinition: "",
  };
}
