// Reads the identity CGI before access control, which separates a wrong password, another device and missing access control.
import { parseDeviceJson } from "../device-json.ts";
import {
  AuthFailedError,
  DeviceFailedError,
  NonsenseReplyError,
  NotThisKindOfDeviceError,
  OverloadedError,
  SerialChangedError,
  UnsupportedFirmwareError,
} from "../errors.ts";
import type { DeviceReply } from "../exchange.ts";
import type { NegotiatedSession } from "../negotiated-session.ts";
import type { AxisClient } from "./client.ts";
import { CGI, SERVICES } from "./endpoints.ts";
import { isNotSupported, looksLikeHtml } from "./faults.ts";
import { tidy, wireAccessController, wireDeviceInfo } from "./wire.ts";

export interface AxisIdentity {
  model: string | null;
  firmware: string | null;
  serial: string | null;
}

/** Reads the identity; throws NotThisKindOfDeviceError. */
export async function readIdentity(session: NegotiatedSession): Promise<AxisIdentity> {
  const parameters = await session.send({ method: "GET", path: CGI.parameters });
  refuseTrouble(parameters);
  if (parameters.status === 200 && !looksLikeHtml(parameters)) return fromParameters(parameters.text);
  if (parameters.status !== 404) throw new NotThisKindOfDeviceError(`no device parameters (HTTP ${parameters.status})`);
  // Newer firmware may have only this one.
  const body = JSON.stringify({ apiVersion: "1.0", context: "portal", method: "getAllProperties" });
  const headers = { "content-type": "application/json" };
  const info = await session.send({ method: "POST", path: CGI.deviceInfo, headers, body });
  refuseTrouble(info);
  if (info.status !== 200 || looksLikeHtml(info)) throw new NotThisKindOfDeviceError("no device information");
  return fromDeviceInfo(info.text);
}

function refuseTrouble(reply: DeviceReply): void {
  if (reply.status === 403) throw new AuthFailedError(403);
  if (reply.status === 503 || reply.status === 429) throw new OverloadedError(reply.status, reply.retryAfterMs);
  if (reply.status >= 500) throw new DeviceFailedError(reply.status, "no identity");
}

function fromParameters(text: string): AxisIdentity {
  const values = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const equals = line.indexOf("=");
    if (equals > 0)
      values.set(
        line
          .slice(0, equals)
          .trim()
          .replace(/^root\./, ""),
        tidy(line.slice(equals + 1)),
      );
  }
  const brand = values.get("Brand.Brand");
  const serial = serialOf(values.get("Properties.System.SerialNumber"));
  if (brand === undefined ? serial === null : brand.toUpperCase() !== "AXIS") {
    throw new NotThisKindOfDeviceError("the parameters are not an Axis device's");
  }
  const model = values.get("Brand.ProdNbr") || values.get("Brand.ProdShortName") || null;
  return { model, firmware: values.get("Properties.Firmware.Version") || null, serial };
}

function fromDeviceInfo(text: string): AxisIdentity {
  let parsed: ReturnType<typeof wireDeviceInfo.safeParse>;
  try {
    parsed = wireDeviceInfo.safeParse(parseDeviceJson(text));
  } catch (cause) {
    throw new NotThisKindOfDeviceError("the device information cannot be read", { cause });
  }
  if (!parsed.success) throw new NotThisKindOfDeviceError("no device information", { cause: parsed.error });
  const info = parsed.data.data.propertyList;
  if (info.Brand.toUpperCase() !== "AXIS") throw new NotThisKindOfDeviceError("another brand");
  return {
    model: info.ProdNbr || info.ProdShortName || null,
    firmware: info.Version || null,
    serial: serialOf(info.SerialNumber),
  };
}

/** The portal pins it whole, so a longer text is none. */
const SERIAL_MAX = 100;

function serialOf(text = ""): string | null {
  return text === "" || text.length > SERIAL_MAX ? null : text;
}

/** Reads the access controllers. The identity was read with the same account, so a refusal means a firmware without access control. */
export async function readAccessControllers(client: AxisClient, identity: AxisIdentity): Promise<AccessControllers> {
  const service = SERVICES.accessControl;
  const list = await client
    .list({
      service,
      operation: "pacsaxis:GetAccessControllerList",
      keys: ["AccessController"],
      item: wireAccessController,
    })
    .catch((cause: unknown) => {
      const isMissing = cause instanceof AuthFailedError || cause instanceof UnsupportedFirmwareError;
      if (!isMissing && !isNotSupported(cause)) throw cause;
      throw new UnsupportedFirmwareError("no access control service", { ...identity, cause });
    });
  const tokens = list.map(({ token }) => token).sort();
  const mac = identity.serial?.toLowerCase() ?? "";
  const own = tokens.find((token) => mac !== "" && token.toLowerCase().startsWith(`axis-${mac}`)) ?? list[0]?.token;
  if (own === undefined) throw new NonsenseReplyError("no access controller");
  return { own, all: tokens };
}

export interface AccessControllers {
  /** The controller of this unit, where tokens tell. */
  own: string;
  all: string[];
}

/** Throws SerialChangedError for another serial, compared without case. Null: unknown, which passes. */
export function checkSerial(expected: string | null, seen: string | null): void {
  if (expected === null || seen === null) return;
  if (expected.toLowerCase() !== seen.toLowerCase()) throw new SerialChangedError(expected, seen);
}

/** Returns the serial, which is visible without signing in. */
export function serialInRealm(realm: string | undefined): string | null {
  return /^AXIS_(?:WS_)?([0-9A-F]{12})$/i.exec(realm ?? "")?.[1] ?? null;
}
