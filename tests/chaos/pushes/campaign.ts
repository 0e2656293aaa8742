// Lets cameras push reads: again, late, lost and wrongly. Every read must be logged once, and no gate may open late or twice.
import { GATE_LATEST_MS } from "#contract/limits.ts";
import { type Random, seededRandom } from "#scripts/seed/random.ts";
import { type CarEvent, type CarState, LOST_ANSWER, type PushForm } from "#simulators/axis-lpv/camera.ts";
import { type LpvSimulator, startLpvSimulator } from "#simulators/axis-lpv/server.ts";
import type { WebQueryRecord } from "#simulators/axxon/web-query.ts";
import type { NetworkFault } from "#simulators/network/faults.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { addCameraGate, type CameraGate } from "#tests/support/camera-gate.ts";
import { signedInClient } from "#tests/support/client.ts";
import { paced } from "#tests/support/pace.ts";
import { judge, type Pushed, type PushVerdict } from "./verdict.ts";

export interface PushCampaignOptions {
  seed: number;
  pushes: number;
  cameras: number;
  progress?: (pushed: number) => void;
}

export interface PushCampaignResult extends PushVerdict {
  pushed: number;
  cars: number;
  lostAnswers: number;
  /** Pushes without a right to the gate, and bodies that are no event. */
  refused: number;
  /** Pushes that should have been refused, but were accepted. */
  taken: string[];
  /** Right pushes that were not answered with 200. */
  unanswered: string[];
  pulses: number;
}

/** Average number of pushes per car is higher, so no camera runs out of cars. */
const PUSHES_A_CAR = 4;
const PEOPLE_A_CALL = 500;
const OUTPUT_FAULTS: readonly NetworkFault[] = [
  { kind: "reset-before" },
  { kind: "reset-after" },
  { kind: "hang-after" },
  { kind: "status", status: 503 },
  { kind: "html", status: 200 },
];

export async function runPushCampaign(options: PushCampaignOptions): Promise<PushCampaignResult> {
  const portal = await startTestPortal();
  const devices: LpvSimulator[] = [];
  try {
    for (let index = 0; index < options.cameras; index++) devices.push(await startLpvSimulator());
    return await pushAll(portal, devices, options);
  } finally {
    await portal.close();
    await Promise.all(devices.map((device) => device.close()));
  }
}

async function pushAll(
  portal: TestPortal,
  devices: readonly LpvSimulator[],
  { seed, pushes, progress }: PushCampaignOptions,
): Promise<PushCampaignResult> {
  const system = await signedInClient(portal.url, portal.accounts.system);
  const gates = await Promise.all(
    devices.map((device, index) => addCameraGate(portal, system, { name: `Infart ${index}`, device })),
  );
  const carsAGate = Math.ceil(pushes / PUSHES_A_CAR / gates.length);
  const cars: Pushed[] = [];
  const result = { pushed: 0, lostAnswers: 0, refused: 0, taken: new Array<string>(), unanswered: new Array<string>() };
  const note = () => {
    result.pushed++;
    progress?.(result.pushed);
  };

  async function drive(gate: CameraGate, other: CameraGate, plate: string, random: Random): Promise<void> {
    const { camera, faults } = gate.device;
    const isKnown = random.next() < 0.7;
    const isFresh = random.next() < 0.6;
    const age = isFresh ? 0 : GATE_LATEST_MS + 1_000 + random.below(random.pick([60_000, 7_200_000]));
    const at = Date.now() - age;
    const read = isKnown ? plate : `X${plate.slice(1)}`;
    const seen = camera.eventOf(read, "new", { capture_timestamp: String(at) });
    const carOf = (text: string, known: boolean): Pushed => {
      const car = { gateId: gate.id, plate: text, isKnown: known, reads: [] };
      cars.push(car);
      return car;
    };
    const car = carOf(read, isKnown);
    /** The update has the first push's time, a moment later, or its own while the car waits. */
    const stamp = random.next();
    const updatedAt = () => (stamp < 0.4 ? at : stamp < 0.6 ? at + 1 + random.below(2_000) : Date.now());
    if (random.next() < 0.1) faults.once(random.pick(OUTPUT_FAULTS));

    async function push(carState: CarState, of = car): Promise<void> {
      const isLost = random.next() < 0.15;
      const capturedAt = carState === "update" && of.reads.length > 0 ? updatedAt() : at;
      const event = { ...seen, carState, plateText: of.plate, capture_timestamp: String(capturedAt) };
      const record = await camera.push(event, { multipart: random.next() < 0.5, isLost });
      if (isLost) result.lostAnswers++;
      note();
      const reached = record.status === 200 || record.error === LOST_ANSWER;
      if (!reached) result.unanswered.push(`${of.plate}: ${record.status} ${record.answer}`);
      if (!reached || carState === "lost") return;
      of.reads.push({ capturedAt, sentAt: record.at, answeredAt: record.at + record.tookMs });
    }
    /** Sends wrong pushes, of which the portal must accept nothing. */
    async function wrongly(event: CarEvent, form: PushForm, webhook: typeof camera.webhook): Promise<void> {
      const record = await camera.push(event, { ...form, webhook, isKept: false });
      result.refused++;
      note();
      if (isTaken(record)) result.taken.push(`${read}: ${record.answer}`);
    }

    if (random.next() < 0.2) {
      await wrongly(seen, {}, { url: gate.url, ...gate.account, password: "wrong" });
      await wrongly(seen, {}, { url: gate.url, ...other.account });
      await wrongly(seen, { raw: random.pick(NO_EVENTS) }, { url: gate.url, ...gate.account });
    }
    // The plate is first misread, and corrected once the direction is known.
    if (random.next() < 0.15) await push("new", carOf(`Y${plate.slice(1)}`, false));
    const isOnlyLeaving = random.next() < 0.05;
    if (!isOnlyLeaving) {
      await push(random.next() < 0.9 ? "new" : "update");
      if (random.next() < 0.3) await Promise.all([push("new"), push("new"), push("update")]);
      else if (random.next() < 0.8) await push("update");
    }
    await push("lost");
    // After an outage, unanswered pushes are sent again unchanged.
    if (random.next() < 0.3) for (const _ of await camera.sendBuffered()) note();
  }

  await Promise.all(
    gates.map(async (gate, index) => {
      const random = seededRandom(seed * 101 + index);
      const plates = await addPeople(portal, gate, index, carsAGate);
      const other = gates[(index + 1) % gates.length] ?? gate;
      for (const plate of plates) {
        if (result.pushed >= pushes) break;
        await drive(gate, other, plate, random);
      }
      for (let left = 1; left > 0; left = gate.device.camera.buffered.length)
        for (const _ of await gate.device.camera.sendBuffered()) note();
    }),
  );
  await settled();
  const verdict = await judge(portal.admin, {
    cars,
    pulses: new Map(gates.map(({ id, device }) => [id, device.pulses.map(({ at }) => at)])),
  });
  const pulses = gates.reduce((sum, { device }) => sum + device.pulses.length, 0);
  return { ...result, ...verdict, cars: cars.length, pulses };
}

const NO_EVENTS = [
  { type: "text/xml", body: "<event><plateText>AAA111</plateText></event>" },
  { type: "image/jpeg", body: "<html><script>alert(1)</script></html>" },
  { type: "application/json", body: `{"plateText":"AAA111","carState":"new","carID":"1"}` },
  { type: "application/json", body: "[".repeat(5_000) },
  { type: "multipart/form-data; boundary=x", body: "--x\r\n\r\n{}\r\n--x--" },
];

const isTaken = ({ status, answer }: WebQueryRecord): boolean =>
  status !== null && status < 300 && !answer.includes("gate_not_found");

/** Saves one person for each car, with its plate, admitted at this gate. */
async function addPeople(portal: TestPortal, gate: CameraGate, place: number, count: number): Promise<string[]> {
  const nord = await signedInClient(portal.url, portal.accounts.nord);
  const plates = Array.from({ length: count }, (_, n) => plateOf(place, n));
  for (let from = 0; from < count; from += PEOPLE_A_CALL) {
    const some = plates.slice(from, from + PEOPLE_A_CALL);
    const organization_id = portal.accounts.nord.organizationId;
    const rows = some.map((last_name) => ({ organization_id, first_name: "Bil", last_name }));
    const people = await nord.from("end_users").insert(rows).select("id, last_name").throwOnError();
    const cars = people.data.map(({ id, last_name }) => ({
      end_user_id: id,
      credential_type: "license_plate",
      credential_value: last_name,
      valid_to: "2036-01-01T00:00:00Z",
    }));
    const credentials = await nord.from("credentials").insert(cars).select("id").throwOnError();
    const links = credentials.data.map(({ id }) => ({ credential_id: id, controller_id: gate.id }));
    await nord.from("controller_assignments").insert(links).throwOnError();
  }
  return plates;
}

const LATIN = "ABCDEFGHJKLMNPRSTUWXYZ";

/** Returns the plate of one gate's n-th car, e.g. MAB0123. */
function plateOf(gate: number, n: number): string {
  const latin = (power: number) => LATIN[Math.floor(n / 1_000 / LATIN.length ** power) % LATIN.length];
  return `M${latin(1)}${latin(0)}${gate}${String(n % 1_000).padStart(3, "0")}`;
}

/** Outcomes sent to an output and unanswered stay unknown, so they are awaited no longer than this. */
const OUTCOMES_MS = paced(12_000);
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, OUTCOMES_MS));
