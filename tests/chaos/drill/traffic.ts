// The traffic of a round: cars at the gate, people saved and edited, sign-ins and doors opened. Each attempt is sent once and kept.
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Pool } from "pg";
import type { Random } from "#scripts/seed/random.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { addPerson, type Person, payload, report } from "../operations/context.ts";
import { type Read, sendRead } from "../operations/gate.ts";
import type { Notified } from "../oracle/callers.ts";
import type { Installation } from "../world/furnish.ts";
import { createPresser, type Press } from "./presses.ts";

const CARS = 24;
const PAUSE_MS = { gate: 300, save: 250, edit: 300, sign_in: 1_500, door: 1_500 };
/** A portal that was frozen or killed gives no answer; the caller gives up. */
const ANSWER_LIMIT_MS = 40_000;

export type Kind = keyof typeof PAUSE_MS;
export const KINDS = ["gate", "save", "edit", "sign_in", "door"] as const satisfies readonly Kind[];

export interface Attempt {
  kind: Kind;
  /** By `performance.now()`. */
  sentAt: number;
  answeredAt: number;
  reported: Notified;
}

export interface Traffic {
  readonly attempts: readonly Attempt[];
  readonly reads: readonly Read[];
  /** By last name. */
  readonly saves: ReadonlyMap<string, Saved>;
  /** The person who is edited, and each edit's number. */
  readonly edited: Person;
  readonly edits: readonly Notified[];
  readonly presses: readonly Press[];
  /** Answers that are wrong in any case. */
  readonly wrong: readonly string[];
  /** Counts the openings of doors again: those that came since are late. */
  recount(): void;
  stop(): Promise<void>;
}

export interface Saved {
  reported: Notified;
  /** The number of credentials that the person was sent with. */
  credentials: number;
}

/** An installation with one or more addresses of the portal, which the calls take in turn. */
export interface Served extends Installation {
  readonly admin: Pool;
  readonly keys: KeyRing;
  readonly addresses: readonly string[];
  client(url: string): Promise<SupabaseClient>;
}

export async function startTraffic(stage: Served, random: Random): Promise<Traffic> {
  await stage.admin.query("delete from private.pin_attempts; delete from auth.rate_limits");
  const clients: SupabaseClient[] = [];
  for (const url of stage.addresses) clients.push(await stage.client(url));
  const inTurn = <T>(all: readonly T[], turn: number): T => {
    const found = all[turn % all.length];
    if (found === undefined) throw new Error("the portal has no address");
    return found;
  };
  const saving = { world: stage, system: inTurn(clients, 0), random };
  const cars: Person[] = [];
  for (let n = 0; n < CARS; n++) cars.push(await addPerson(saving));
  const edited = await addPerson(saving);
  const attempts: Attempt[] = [];
  const reads: Read[] = [];
  const saves = new Map<string, Saved>();
  const edits: Notified[] = [];
  const wrong: string[] = [];
  const stopping = new AbortController();

  const repeat = async (kind: Kind, attempt: (turn: number) => Promise<Notified>) => {
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const sentAt = performance.now();
      const reported = await Promise.race([attempt(turn), wait(ANSWER_LIMIT_MS, "unknown" as const, { ref: false })]);
      attempts.push({ kind, sentAt, answeredAt: performance.now(), reported });
      await wait(PAUSE_MS[kind], undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const drive = async (turn: number): Promise<Notified> => {
    const { plate } = cars[turn % cars.length] ?? edited;
    const read: Read = { plate, at: Date.now(), answered: false };
    reads.push(read);
    const answer = await sendRead(stage, inTurn(stage.addresses, turn), plate);
    read.answered = answer !== null;
    if (answer?.granted === false) wrong.push(`a known car was refused: ${answer.reason}`);
    return answer === null ? "unknown" : "done";
  };
  const save = async (turn: number): Promise<Notified> => {
    const lastName = `Ny-${randomUUID()}`;
    const { pin, ...plateOnly } = payload(stage, random, lastName);
    const hasPin = random.below(4) === 0;
    const saved: Saved = { reported: "unknown", credentials: hasPin ? 2 : 1 };
    saves.set(lastName, saved);
    const wanted = hasPin ? { ...plateOnly, pin } : plateOnly;
    saved.reported = await report(inTurn(clients, turn), "end-user-manager", { action: "CREATE", payload: wanted });
    return saved.reported;
  };
  const { pin: _pin, ...unchanged } = payload(stage, random, "");
  const edit = async (turn: number): Promise<Notified> => {
    edits[turn] = "unknown";
    const wanted = { ...unchanged, last_name: `Ändrad-${turn}` };
    const reported = await report(inTurn(clients, turn), "end-user-manager", {
      action: "UPDATE",
      id: edited.id,
      payload: wanted,
    });
    edits[turn] = reported;
    return reported;
  };
  const signIn = async (turn: number): Promise<Notified> => {
    try {
      await stage.client(inTurn(stage.addresses, turn));
      return "done";
    } catch (error) {
      const status = error instanceof Error && "status" in error ? Number(error.status) : 0;
      if (status >= 400 && status < 500) wrong.push(`a sign-in with the right password was answered ${status}`);
      return "unknown";
    }
  };
  const presser = await createPresser(stage);

  const loops = [
    repeat("gate", drive),
    repeat("save", save),
    repeat("edit", edit),
    repeat("sign_in", signIn),
    repeat("door", (turn) => presser.press(inTurn(clients, turn))),
  ];
  return {
    attempts,
    reads,
    saves,
    edited,
    edits,
    presses: presser.presses,
    wrong,
    recount: () => presser.recount(),
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
      await presser.settled();
    },
  };
}
