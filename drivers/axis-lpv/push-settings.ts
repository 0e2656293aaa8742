// Configures the app's push. The settings are read, only the portal's fields changed, then written and read back. A profile that posts to
// another server is left alone.
import { DeviceFailedError, NonsenseReplyError, PushTakenError } from "../errors.ts";
import type { PushSetUp, PushTarget } from "../push-port.ts";
import { escapeXml, type FlatXml, readFlatXml, unescapeXml, writeFlatXml } from "./flat-xml.ts";
import { type LpvSession, pageOfApp } from "./session.ts";

const FIRST_PROFILE = "/local/fflprapp/cloud.cgi";
/** Older versions have only the first profile. */
const MORE_PROFILES = ["/local/fflprapp/cloud2.cgi", "/local/fflprapp/cloud3.cgi"];
const HEARTBEAT = "/local/fflprapp/config_hb.cgi";
/** The shortest interval of the app. The database calls a camera silent after three. */
const HEARTBEAT_MINUTES = "5";

interface Document {
  path: string;
  root: string;
  fields: FlatXml;
}

/** Sets up the push. Throws PushTakenError and DeviceError. */
export async function setUpPush(session: LpvSession, target: PushTarget): Promise<PushSetUp> {
  const profiles: (Document | NonsenseReplyError | null)[] = [];
  for (const path of [FIRST_PROFILE, ...MORE_PROFILES])
    profiles.push(await readDocument(session, path, "cloud_config").catch(asUnreadable));
  pageOfApp(profiles[0] === null ? null : "");
  const there = profiles.flatMap((profile) =>
    profile === null || profile instanceof NonsenseReplyError ? [] : profile,
  );
  const copied = there.filter(({ fields }) => isCopied(fields, target));
  const desired = pushFields(target);
  const hasAll = ({ fields }: Document) => Object.keys(desired).every((name) => fields.has(name));
  const whole = there.filter(hasAll);
  const mayUse = (one: Document) => isOurs(one.fields, target) || copied.includes(one) || isFree(one.fields);
  const ours =
    whole.find(({ fields }) => isOurs(fields, target)) ??
    copied.find(hasAll) ??
    whole.find(({ fields }) => isFree(fields)) ??
    // The error names this profile. A profile for another protocol lacks fields, and no other is free.
    there.find(mayUse);
  if (ours === undefined)
    throw profiles.find((profile) => profile instanceof NonsenseReplyError) ?? new PushTakenError();
  await change(session, ours, {
    ...desired,
    // The portal uses no image. Older versions cannot leave images out.
    ...(ours.fields.has("skip_image_in_post") ? { skip_image_in_post: true } : {}),
  });
  // Without this the camera would also keep sending to the other gate.
  // Fault point: lpv-copied-receiver.
  for (const profile of copied) if (profile !== ours) await change(session, profile, { enable: false });
  return { heartbeat: await setUpHeartbeat(session, target) };
}

async function setUpHeartbeat(session: LpvSession, target: PushTarget): Promise<PushSetUp["heartbeat"]> {
  const heartbeat = await readDocument(session, HEARTBEAT, "hb_config").catch(asUnreadable);
  if (heartbeat === null) return "missing";
  if (heartbeat instanceof NonsenseReplyError) return "left";
  const { fields } = heartbeat;
  if (!isOurs(fields, target) && !isCopied(fields, target) && !isFree(fields)) return "left";
  const desired = { ...accountFields(target), period: HEARTBEAT_MINUTES, enable: true };
  // A heartbeat without an account could come from any camera.
  if (!Object.keys(desired).every((name) => fields.has(name))) return "missing";
  await change(session, heartbeat, desired);
  return "set";
}

/** Returns the settings of a push. A car is decided as soon as it is seen. */
function pushFields(target: PushTarget): Record<string, string | boolean> {
  return {
    ...accountFields(target),
    protocol: "1",
    enable: true,
    event_new: true,
    event_update: true,
    event_lost: false,
    use_multipart: false,
    use_event_buffer: true,
  };
}

function accountFields({ url, username, password }: PushTarget): Record<string, string> {
  // 0 means Basic, as in the vendor's examples of a heartbeat with an account.
  return { url: base64(url), user: username, password: base64(password), http_auth_type: "0" };
}

/** Returns the error of a document that is not flat XML; that document is left alone, and the others can be used. */
function asUnreadable(error: unknown): NonsenseReplyError {
  if (error instanceof NonsenseReplyError) return error;
  throw error;
}

async function readDocument(session: LpvSession, path: string, root: string): Promise<Document | null> {
  const text = await session.ask({ method: "GET", path });
  return text === null ? null : { path, root, fields: readFlatXml(text, root) };
}

/** Writes changed settings. Throws DeviceFailedError when the camera did not keep them. */
async function change(
  session: LpvSession,
  document: Document,
  desired: Record<string, string | boolean>,
): Promise<void> {
  const { path, root, fields } = document;
  const changed = new Map(fields);
  for (const [name, value] of Object.entries(desired)) {
    const before = fields.get(name);
    if (before === undefined) throw new NonsenseReplyError(`${root} has no ${name}`);
    changed.set(name, typeof value === "string" ? escapeXml(value) : inItsWords(value, before));
  }
  const headers = { "content-type": "application/xml" };
  pageOfApp(await session.ask({ method: "POST", path, headers, body: writeFlatXml(changed, root) }));
  const kept = await readDocument(session, path, root);
  // It is not documented whether an answer shows the password, so it is not compared.
  const differs = [...changed].filter(([name, text]) => name !== "password" && kept?.fields.get(name) !== text);
  if (differs.length > 0) throw new DeviceFailedError(200, `not kept: ${differs.map(([name]) => name).join(", ")}`);
}

/** Writes a boolean in the camera's form: true and false in the documentation, 1 and 0 on some cameras. */
function inItsWords(value: boolean, before: string): string {
  return /^[01]$/.test(before) ? String(Number(value)) : String(value);
}

function isOurs(fields: FlatXml, { url }: PushTarget): boolean {
  return addressOf(fields) === withoutScheme(url);
}

function isCopied(fields: FlatXml, target: PushTarget): boolean {
  return !isFree(fields) && target.isCopied(addressOf(fields));
}

function isFree(fields: FlatXml): boolean {
  return addressOf(fields) === "" || /^(?:false|0)$/.test(fields.get("enable") ?? "");
}

/** Returns the address, which may lack its scheme. */
function addressOf(fields: FlatXml): string {
  const url = Buffer.from(unescapeXml(fields.get("url") ?? ""), "base64").toString("utf8");
  return withoutScheme(url).trim();
}

const withoutScheme = (url: string): string => url.replace(/^https?:\/\//i, "");

function base64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
