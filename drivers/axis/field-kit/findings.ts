// Judges a transcript by itself, so that one sent by mail is judged like a new one.
import { z } from "zod";
import type { Finding, FindingLevel } from "#contract/field-kit.ts";
import { isOldTls, tlsName } from "#contract/tls.ts";
import { wireAccessPoint, wirePage } from "../wire.ts";
import { NOBODY, rowsOf } from "./questions.ts";
import type { RecordedCall, Transcript } from "./transcript.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const SKEW_LIMIT_S = 60;
const CERTIFICATE_LIMIT_DAYS = 30;
const FULL_DIGITS = 6;

/** Returns the findings in the order in which they are shown. */
export function findingsOf(transcript: Transcript): Finding[] {
  const found: Finding[] = [];
  const say: Say = (finding) => void found.push(finding);
  sayUnit(transcript, say);
  if (transcript.doors !== null) sayDoors(transcript, say);
  if (transcript.identity !== null && transcript.stopped === null) sayServices(transcript, say);
  sayTrial(transcript, say);
  return found;
}

const VALIDITY_LEVELS = { second: "works", day: "differs", other: "fails" } as const;

const PIN_LIMITS = [
  ["pin_nobody", "nobody"],
  ["pin_refused", "never"],
  ["pin_hours", "hours"],
  ["pin_unknown", "unknown"],
] as const;

/** Topics of the unit's own rows, whose keys nobody has confirmed. */
const OWN_TOPICS = new Set(["Device", "EventLogger", "IdPoint"]);
const rowAsked = z.object({ RowID: z.int() });
const loggedKeys = z.object({
  Event: z.array(
    z
      .object({ KeyValues: z.array(z.object({ Key: z.string(), Value: z.unknown() })) })
      .transform(({ KeyValues }) => ({ values: new Map(KeyValues.map(({ Key, Value }) => [Key, String(Value)])) })),
  ),
});

type Say = (finding: Finding) => void;

const works = (yes: boolean): FindingLevel => (yes ? "works" : "fails");

function sayUnit({ identity, connection, stopped, askedAt }: Transcript, say: Say): void {
  if (stopped === "unsupported_firmware")
    say({ code: "unsupported_firmware", level: "fails", params: {}, setting: "model=SECURE_ENTRY" });
  else if (stopped !== null) say({ code: "stopped", level: "fails", params: { code: stopped } });
  if (identity !== null)
    say({ code: "unit", level: "works", params: { model: identity.model ?? "?", firmware: identity.firmware ?? "?" } });
  if (connection.offered.length > 0)
    say({ code: "sign_in", level: "works", params: { offered: connection.offered.join(", ") } });
  if (connection.tls !== null)
    say({
      code: "tls",
      level: isOldTls(connection.tls) ? "differs" : "works",
      params: { version: tlsName(connection.tls), isOld: isOldTls(connection.tls) },
    });
  if (connection.clockSkewMs !== null) {
    const seconds = Math.round(connection.clockSkewMs / 1000);
    say({ code: "clock", level: Math.abs(seconds) > SKEW_LIMIT_S ? "differs" : "works", params: { seconds } });
  }
  if (connection.certificateEnd !== null) {
    const days = Math.floor((Date.parse(connection.certificateEnd) - Date.parse(askedAt)) / DAY_MS);
    say({ code: "certificate", level: days < CERTIFICATE_LIMIT_DAYS ? "differs" : "works", params: { days } });
  }
}

function sayDoors({ doors, calls }: Transcript, say: Say): void {
  const list = doors ?? [];
  say({ code: "doors", level: list.length === 0 ? "fails" : "works", params: { count: list.length } });
  for (const [code, use] of PIN_LIMITS) {
    const count = list.filter((door) => door.pinUse === use).length;
    if (count > 0) say({ code, level: use === "nobody" ? "fails" : "differs", params: { count } });
  }
  const short = list.filter((door) => door.pinMax !== null && door.pinMax < FULL_DIGITS);
  if (short.length > 0)
    say({
      code: "pin_short",
      level: "differs",
      params: {
        count: short.length,
        digits: Math.min(...short.map((door) => door.pinMax ?? FULL_DIGITS)),
      },
    });
  const points = z
    .object({ AccessPoint: z.array(wireAccessPoint.and(z.looseObject({ Action: z.string().optional() }))) })
    .safeParse(answered(calls, "pacsaxis:GetAccessPointList")?.reply);
  const actions = [...new Set((points.data?.AccessPoint ?? []).map((point) => point.Action ?? ""))].filter(Boolean);
  if (actions.some((action) => action !== "Access"))
    say({ code: "action", level: "differs", params: { actions: actions.join(", ") }, setting: "model=ENTRY_MANAGER" });
  if (has(answered(calls, "axtid:GetIdPointList"), "IdPointInfo"))
    say({ code: "id_point_key", level: "differs", params: { key: "IdPointInfo" }, setting: "idPointKey=IdPointInfo" });
}

function sayServices({ calls }: Transcript, say: Say): void {
  const first = asked(calls, "pacsaxis:GetAccessPointList", "Limit", 1);
  const reference = wirePage.safeParse(first?.reply).data?.NextStartReference ?? "";
  say({ code: "paging", level: reference === "" ? "unknown" : "works", params: { works: reference !== "" } });
  const refusal = asked(calls, "tdc:GetDoorState", "Token", NOBODY);
  if (refusal?.status != null)
    say({
      code: "refusal",
      level: "works",
      params: { status: refusal.status },
      ...(refusal.status === 200 && { setting: "faultStatus=200" }),
    });
  const events = ["axlog:FetchEvents2", "axlog:FetchEvents3"].filter((operation) => answered(calls, operation));
  const plain = calls.filter((call) => call.operation === "axlog:FetchEvents3").at(-1);
  const isPlain = events.length > 0 && plain !== undefined && !isAnswer(plain);
  say({
    code: "event_log",
    level: events.length === 0 ? "fails" : isPlain ? "differs" : "works",
    params: { calls: events.join(", ") },
    ...(isPlain && { setting: "fetchEvents3Plain" }),
  });
  sayRows(calls, say);
  const state = answered(calls, "tdc:GetDoorState") !== undefined;
  say({ code: "door_state", level: works(state), params: { works: state } });
  const schedules = answered(calls, "axsch:GetScheduleList") !== undefined;
  say({ code: "schedules", level: works(schedules), params: { works: schedules } });
  const ready = answered(calls, "POST /axis-cgi/systemready.cgi") !== undefined;
  say({ code: "restart", level: works(ready), params: { works: ready } });
  const ntp = answered(calls, "POST /axis-cgi/ntp.cgi");
  if (ntp)
    say({
      code: "network_time",
      level: JSON.stringify(ntp.reply).includes('"synced":true') ? "works" : "differs",
      params: {
        synced: JSON.stringify(ntp.reply).includes('"synced":true'),
      },
    });
  const log = calls.find((call) => call.operation.endsWith("systemlog.cgi") && call.status === 200);
  say({ code: "system_log", level: log ? "works" : "differs", params: { path: log?.path ?? "" } });
  const peers =
    z.object({ Peer: z.array(z.unknown()) }).safeParse(answered(calls, "aconn:GetPeerList")?.reply).data?.Peer.length ??
    0;
  if (peers > 0) say({ code: "networked", level: "differs", params: { peers }, setting: "peers" });
}

/** Reports rows. A unit with too few rows, or without the call, gives no finding. */
function sayRows(calls: readonly RecordedCall[], say: Say): void {
  const from = calls.flatMap((call) => {
    const row = rowAsked.safeParse(call.args).data?.RowID;
    return row === undefined || !isAnswer(call) ? [] : [{ row, rows: rowsOf(call) }];
  });
  const [first] = from;
  if (first && first.rows.length > 0)
    say({
      code: "log_rows",
      level: "works",
      params: {
        included: first.rows.includes(first.row),
        newer: first.rows.some((row) => row > first.row),
      },
    });
  const seen = new Map<string, Set<string>>();
  for (const { values } of calls.flatMap(({ operation, reply }) =>
    operation.startsWith("axlog:FetchEvents") ? (loggedKeys.safeParse(reply).data?.Event ?? []) : [],
  )) {
    const topic = values.get("topic0") ?? "";
    if (!OWN_TOPICS.has(topic)) continue;
    const keys = [...values.keys()].filter((key) => !key.startsWith("topic"));
    seen.set(topic, new Set([...(seen.get(topic) ?? []), ...keys]));
  }
  const kinds = [...seen].map(([topic, keys]) => `${topic}: ${[...keys].join(", ")}`).join("; ");
  if (kinds !== "") say({ code: "log_keys", level: "works", params: { kinds } });
}

function sayTrial({ trial, found }: Transcript, say: Say): void {
  const left = [...new Set([...found, ...(trial?.left ?? [])])];
  if (left.length > 0) say({ code: "left", level: "fails", params: { tokens: left.join(", ") } });
  if (trial === null) return;
  if (trial.stopped !== null) say({ code: "trial_stopped", level: "fails", params: trial.stopped });
  if (trial.tokensKept !== null)
    say({ code: "trial_tokens", level: works(trial.tokensKept), params: { kept: trial.tokensKept } });
  if (trial.validity !== null)
    say({
      code: "trial_validity",
      level: VALIDITY_LEVELS[trial.validity],
      params: { validity: trial.validity },
      ...(trial.validity === "day" && { setting: "cutsTimeOfDay" }),
    });
  if (trial.granted !== null)
    say({
      code: "trial_pin",
      level: trial.granted ? "works" : "differs",
      params: { granted: trial.granted, reason: trial.reason ?? "" },
    });
  if (trial.wrongPin !== null)
    say({
      code: "trial_wrong_pin",
      level: works(!trial.wrongPin.granted),
      params: {
        granted: trial.wrongPin.granted,
        reason: trial.wrongPin.reason ?? "",
      },
    });
  if (trial.wrongAction !== null)
    say({
      code: "trial_wrong_action",
      level: trial.wrongAction.granted ? "differs" : "works",
      params: { granted: trial.wrongAction.granted, reason: trial.wrongAction.reason ?? "" },
    });
  if (trial.longPin !== null)
    say({
      code: "trial_long_pin",
      level: trial.longPin.granted ? "differs" : "works",
      params: { granted: trial.longPin.granted, reason: trial.longPin.reason ?? "" },
      ...(trial.longPin.granted && { setting: "readerChecksPinSize=false" }),
    });
  if (trial.schedule !== null)
    say({ code: "trial_schedule", level: works(trial.schedule), params: { works: trial.schedule } });
}

const asked = (calls: readonly RecordedCall[], operation: string, argument: string, value: unknown) =>
  calls.find(
    ({ operation: name, args }) =>
      name === operation &&
      typeof args === "object" &&
      args !== null &&
      Object.entries(args).some(([key, one]) => key === argument && one === value),
  );

const answered = (calls: readonly RecordedCall[], operation: string): RecordedCall | undefined =>
  calls.find((call) => call.operation === operation && isAnswer(call));

function isAnswer({ status, reply }: RecordedCall): boolean {
  return status === 200 && reply !== null && !["Fault", "FaultCode", "error"].some((key) => has({ reply }, key));
}

function has(call: Pick<RecordedCall, "reply"> | undefined, key: string): boolean {
  const reply = call?.reply;
  return typeof reply === "object" && reply !== null && Object.hasOwn(reply, key);
}
