// An allow-list, because the log also holds digits typed at a keypad, valid PINs included. Only keys named here are kept, and only values
// that cannot be a PIN or a card number.
import { z } from "zod";

const KEYS_MAX = 64;
const ROWS_MAX = 1_000;

/** A clock may say any year from 0 on, and tables hold no year before 1 or after 9999: such a time is wrong in any case. */
const LATEST_MS = Date.UTC(9999, 11, 31);

/** Enumerations of the vendor: words, never digits. */
const word = z.string().regex(/^[A-Za-z]{1,60}$/);
const state = z.union([word, z.enum(["0", "1"])]);
const token = z.string().regex(/^[\w:. -]{1,255}$/);
const topic = z.string().regex(/^[A-Za-z]{1,60}$/);

const KEPT = new Map<string, z.ZodType<string>>([
  ["topic0", topic],
  ["topic1", topic],
  ["topic2", topic],
  ["topic3", topic],
  ["AccessPointToken", token],
  ["DoorToken", token],
  ["IdPointToken", token],
  ["CredentialToken", token],
  ["ScheduleToken", token],
  ["Active", z.enum(["0", "1", "true", "false"])],
  ["Reason", word],
  // Fault point: axis-typed-digits-dropped.
  ["State", state],
]);

export interface AxisEvent {
  row: number;
  token: string;
  at: Date;
  /** Parts joined by slashes. */
  topic: string;
  values: ReadonlyMap<string, string>;
}

const wireEvent = z.object({
  rowid: z.int().min(1),
  token,
  UtcTime: z.iso.datetime({ offset: true }),
  KeyValues: z.array(z.object({ Key: z.string(), Value: z.unknown().optional() })).max(KEYS_MAX),
});

const wireEvents = z.object({
  Event: z
    .union([z.array(z.unknown()).max(ROWS_MAX), z.literal("")])
    .nullish()
    .transform((rows) => rows || []),
  More: z
    .boolean()
    .nullish()
    .transform((more) => more ?? false),
});

export interface AxisEvents {
  rows: AxisEvent[];
  more: boolean;
  unreadable: number;
}

/**
 * Parses events; returns null for a reply that has not the form of a log. A bad row is skipped and counted, so that it cannot stop the log
 * for ever.
 */
export function parseEvents(result: unknown): AxisEvents | null {
  const page = wireEvents.safeParse(result);
  if (!page.success) return null;
  const rows = page.data.Event.flatMap((row) => parseEvent(row) ?? []);
  return { rows, more: page.data.More, unreadable: page.data.Event.length - rows.length };
}

function parseEvent(row: unknown): AxisEvent | null {
  const parsed = wireEvent.safeParse(row);
  if (!parsed.success) return null;
  const { rowid, token: eventToken, UtcTime, KeyValues } = parsed.data;
  const values = new Map<string, string>();
  for (const { Key, Value } of KeyValues) {
    const kept = KEPT.get(Key)?.safeParse(Value);
    if (kept?.success) values.set(Key, kept.data);
  }
  const parts = ["topic0", "topic1", "topic2", "topic3"].flatMap((key) => values.get(key) ?? []);
  // For a reader, only rows about the reader itself are used; others hold typed digits.
  // Fault point: axis-tampering-is-an-event.
  if (parts[0] === "IdPoint" && parts[1] !== "Tampering" && parts[1] !== "Status") values.clear();
  const at = new Date(Math.min(Math.max(Date.parse(UtcTime), 0), LATEST_MS));
  return { row: rowid, token: eventToken, at, topic: parts.join("/"), values };
}
