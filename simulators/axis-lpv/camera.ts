// Posts the camera's events: one when a car is seen, one when its direction is known, one when it is gone.
import { asReported, type PlateVariant } from "../axxon/plate-variants.ts";
import { unsentQuery, type WebQueryRecord, type WebQuerySettings } from "../axxon/web-query.ts";
import type { RelayState } from "../relay/state.ts";

export type CarState = "new" | "update" | "lost";

export interface CarEvent {
  plateText: string;
  carID: string;
  carState: CarState;
  carMoveDirection: "in" | "out" | "unknown";
  capture_timestamp: string;
  datetime: string;
  plateCountry: string;
  plateConfidence: string;
  plateList: string;
  plateListMode: string;
  sensorProviderID: string;
  imagesURI: string[];
}

export interface PushForm {
  multipart?: boolean;
  image?: Buffer;
  /** A different body, with its content type. */
  raw?: { type: string; body: string | Buffer };
  /** The answer never arrives, though the portal has done the work. */
  isLost?: boolean;
  /** Used instead of the camera's own settings. */
  webhook?: WebQuerySettings | null;
  /** False: it is not sent again, whatever the answer. */
  isKept?: boolean;
}

export const LOST_ANSWER = "the answer was lost";

const KEPT_PUSHES = 500;
const TIME_LIMIT_MS = 10_000;
const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2_000, 7), Buffer.from([0xff, 0xd9])]);

export class LpvCamera {
  multipart = false;
  /** The next answers never arrive, though the portal has done the work. */
  loseAnswers = 0;
  /** Events without a 2xx answer, oldest first: `sendBuffered` sends them again. */
  readonly buffered: { event: CarEvent; form: PushForm }[] = [];
  readonly log: WebQueryRecord[] = [];
  #state: RelayState;
  #sensor: string;
  #cars = 0;
  #typed: WebQuerySettings | null = null;

  constructor(state: RelayState, sensor: string) {
    this.#state = state;
    this.#sensor = sensor;
  }

  /** Returns the settings in the app, unless a test has set others. */
  get webhook(): WebQuerySettings | null {
    return this.#typed ?? this.#state.app.target();
  }

  setWebhook(webhook: WebQuerySettings | null): void {
    this.#typed = webhook;
    this.#state.version += 1;
  }

  /** Sends the heartbeat that the app is set to. Returns null when none is set. */
  async beat(): Promise<{ status: number; text: string } | null> {
    const target = this.#state.app.heartbeatTarget();
    if (target === null) return null;
    const message = {
      system: { timestamp: new Date(this.#now()).toISOString() },
      identify: { platform: "AXIS P1465-LE", osVersion: "11.1.72", anprVersion: "2.7.1" },
      ALPV: { device_ID: this.#sensor, version: "2.7.1", numFrames: "2476", numberOfReads: "51" },
    };
    return await post(target, { type: "application/json", body: Buffer.from(JSON.stringify(message)) });
  }

  /** Simulates a car: seen, its direction, gone. Resolves with the answer to the first event. */
  async drive(
    plate: string | null,
    { variant, repeats = 0 }: { variant?: PlateVariant; repeats?: number } = {},
  ): Promise<WebQueryRecord> {
    const seen = this.eventOf(plate === null ? "" : asReported(plate, variant), "new");
    const [first] = await Promise.all(Array.from({ length: repeats + 1 }, () => this.push(seen)));
    if (first === undefined) throw new Error("nothing was pushed");
    const later = async () => {
      await this.push({ ...seen, carState: "update", carMoveDirection: "in", capture_timestamp: String(this.#now()) });
      await this.push({ ...seen, carState: "lost", capture_timestamp: String(this.#now()) });
    };
    void later();
    return first;
  }

  eventOf(plateText: string, carState: CarState, changes: Partial<CarEvent> = {}): CarEvent {
    this.#cars += 1;
    const at = this.#now();
    return {
      plateText,
      carID: String(this.#cars),
      carState,
      carMoveDirection: carState === "new" ? "unknown" : "in",
      capture_timestamp: String(at),
      datetime: new Date(at).toISOString().replace("T", " ").slice(0, 19),
      plateCountry: "SE",
      plateConfidence: "0.97",
      plateList: "",
      plateListMode: "",
      sensorProviderID: this.#sensor,
      imagesURI: [],
      ...changes,
    };
  }

  async push(
    event: CarEvent,
    { isLost = false, isKept = true, webhook = this.webhook, ...form }: PushForm = {},
  ): Promise<WebQueryRecord> {
    const at = this.#state.world();
    const record = unsentQuery({
      readId: `${event.carID}-${event.carState}`,
      plate: event.plateText === "" ? null : event.plateText,
      at,
    });
    this.log.push(record);
    if (this.log.length > KEPT_PUSHES) this.log.shift();
    if (webhook === null) return record;
    try {
      const { status, text } = await post(webhook, bodyOf(event, { multipart: this.#isMultipart(), ...form }));
      if (isLost || this.loseAnswers > 0) {
        if (!isLost) this.loseAnswers -= 1;
        throw new Error(LOST_ANSWER);
      }
      Object.assign(record, { status, answer: text.slice(0, 500), error: null });
    } catch (error) {
      record.error = error instanceof Error ? error.message : String(error);
    }
    record.tookMs = this.#state.world() - at;
    for (const further of this.#furtherTargets(webhook)) {
      await post(further, bodyOf(event, form)).catch(() => undefined);
    }
    if (isKept && (record.status === null || record.status > 299)) this.buffered.push({ event, form });
    return record;
  }

  /** Sends, after an outage, every event without an answer again, oldest first and unchanged. */
  async sendBuffered(): Promise<WebQueryRecord[]> {
    const records: WebQueryRecord[] = [];
    for (const { event, form } of this.buffered.splice(0)) records.push(await this.push(event, form));
    return records;
  }

  #furtherTargets(webhook: WebQuerySettings): WebQuerySettings[] {
    return this.#typed === null ? this.#state.app.targets().filter(({ url }) => url !== webhook.url) : [];
  }

  #isMultipart(): boolean {
    return this.multipart || (this.#typed === null && this.#state.app.target()?.multipart === true);
  }

  #now(): number {
    return this.#state.world() + this.#state.clockOffsetMs;
  }
}

function bodyOf(event: CarEvent, { multipart = false, image = JPEG, raw }: PushForm): { type: string; body: Buffer } {
  if (raw) return { type: raw.type, body: Buffer.from(raw.body) };
  const json = JSON.stringify(event);
  if (!multipart) return { type: "application/json", body: Buffer.from(json) };
  const boundary = `------------------------${event.carID.padStart(16, "0")}`;
  const part = (name: string, type: string, more = "") =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      Buffer.from(`${part("event", "application/json")}${json}\r\n`),
      Buffer.from(part("image", "image/jpeg", '; filename="lp.jpg"')),
      image,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}

async function post(
  { url, username, password }: WebQuerySettings,
  { type, body }: { type: string; body: Buffer },
): Promise<{ status: number; text: string }> {
  const login = Buffer.from(`${username}:${password}`).toString("base64");
  const answer = await fetch(url, {
    method: "POST",
    headers: { authorization: `Basic ${login}`, "content-type": type },
    body: new Uint8Array(body),
    redirect: "manual",
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  });
  return { status: answer.status, text: await answer.text() };
}
