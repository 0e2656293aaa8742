// Child of simulators.ts: simulated controllers by number, and queries about them.
import { credentialTokenOf, userTokenOf } from "#server/reconcile/worker/tokens.ts";
import { type AxisSimulator, type AxisSimulatorOptions, startAxisSimulator } from "#simulators/axis/server.ts";
import { sharedMs } from "../monotonic.ts";

/** A replica as the portal would have written it, planted before the comparison. */
export interface SeededReplica {
  sourceId: string;
  firstName: string;
  lastName: string;
  pin: string;
  validFrom: string;
  validTo: string;
  profileTokens: string[];
}

export interface Questions {
  start: { count: number; options: AxisSimulatorOptions };
  latency: { ms: number };
  hang: { devices: number[] };
  clearCalls: Record<string, never>;
  calls: Record<string, never>;
  opens: { asked: { device: number; pin: string; door: number }[] };
  /** Somebody types it at the door. */
  tryCode: { device: number; pin: string; door: number };
  seed: { device: number; people: SeededReplica[] };
  /** Spoils this many replicas by hand: half lose their end date, half are deleted. */
  spoil: { device: number; count: number };
  residentMb: Record<string, never>;
}

export interface Answers {
  start: { url: string; port: number }[];
  latency: null;
  hang: null;
  clearCalls: null;
  calls: Record<string, number>;
  opens: boolean[];
  /** `at` by the machine's monotonic clock; `deviceTime` in milliseconds, as the device logged its decision. */
  tryCode: { at: number; deviceTime: number };
  seed: number;
  spoil: number;
  residentMb: number;
}

export interface Question {
  id: number;
  kind: keyof Questions;
  question: unknown;
}

/** More rows than one try logs: the typed digits, the decision, and the door's movement. */
const ROWS_OF_A_TRY = 20;
const DECISION = /^AccessControl\/(AccessGranted|Denied)\//;

const devices: AxisSimulator[] = [];

const answer: { [K in keyof Questions]: (question: Questions[K]) => Answers[K] | Promise<Answers[K]> } = {
  async start({ count, options }) {
    const started = [];
    for (let index = 0; index < count; index++) started.push(await startAxisSimulator(options));
    devices.push(...started);
    return started.map(({ url, port }) => ({ url, port }));
  },
  latency({ ms }) {
    for (const { faults } of devices) {
      faults.clear();
      if (ms > 0) faults.latency(ms);
    }
    return null;
  },
  hang({ devices: numbers }) {
    for (const number of numbers) at(number).faults.add({ kind: "hang" }, { anyCall: true });
    return null;
  },
  clearCalls() {
    for (const { requests } of devices) requests.clear();
    return null;
  },
  calls() {
    const sum = new Map<string, number>();
    for (const { requests } of devices)
      for (const [operation, count] of Object.entries(requests.counts()))
        sum.set(operation, (sum.get(operation) ?? 0) + count);
    return Object.fromEntries(sum);
  },
  opens: ({ asked }) =>
    asked.map(({ device, pin, door }) => at(device).wouldOpen(pin, at(device).doorTokens[door] ?? "")),
  tryCode({ device, pin, door }) {
    const { doorTokens, state } = at(device);
    const moment = sharedMs();
    at(device).punch(doorTokens[door] ?? "", pin);
    const decided = state.events.newest(ROWS_OF_A_TRY).find(({ topic }) => DECISION.test(topic));
    if (!decided) throw new Error(`device ${device} logged no decision`);
    return { at: moment, deviceTime: Math.floor(decided.micros / 1000) };
  },
  seed({ device, people }) {
    at(device).faults.editByHand(({ users, credentials }) => {
      for (const person of people) {
        const [user, credential] = [userTokenOf(person.sourceId), credentialTokenOf(person.sourceId)];
        users.set(user, {
          token: user,
          Name: `${person.lastName}, ${person.firstName}`,
          Description: "",
          Attribute: [
            { type: "string", Name: "FirstName", Value: person.firstName },
            { type: "string", Name: "LastName", Value: person.lastName },
          ],
        });
        credentials.set(credential, {
          token: credential,
          UserToken: user,
          Description: "",
          ValidFrom: person.validFrom,
          ValidTo: person.validTo,
          Enabled: true,
          Status: "Enabled",
          IdData: [{ Name: "PIN", Value: person.pin }],
          Attribute: [],
          AuthenticationProfile: [],
          CredentialAccessProfile: person.profileTokens.map((AccessProfile) => ({
            AccessProfile,
            ValidFrom: "",
            ValidTo: "",
          })),
        });
      }
    });
    return at(device).credentials().length;
  },
  spoil({ device, count }) {
    at(device).faults.editByHand(({ credentials }) => {
      for (const [index, credential] of [...credentials.values()].slice(0, count).entries()) {
        if (index % 2 === 0) credentials.delete(credential.token);
        else credentials.set(credential.token, { ...credential, ValidTo: "" });
      }
    });
    return count;
  },
  residentMb: () => process.memoryUsage.rss() / 1024 / 1024,
};

function at(number: number): AxisSimulator {
  const device = devices[number];
  if (!device) throw new RangeError(`no device ${number}`);
  return device;
}

process.on("message", ({ id, kind, question }: Question) => void reply(id, kind, question));
process.on("disconnect", () => process.exit(0));

async function reply(id: number, kind: keyof Questions, question: unknown): Promise<void> {
  try {
    // oxlint-disable-next-line no-unsafe-type-assertion -- both ends are these two files
    const ask = answer[kind] as (question: unknown) => unknown;
    process.send?.({ id, answer: await ask(question) });
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}
