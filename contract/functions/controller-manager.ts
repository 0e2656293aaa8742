import { z } from "zod";
import { actionsOf, type ReplyOf } from "../define-action.ts";
import { deviceTypeSchema } from "../devices.ts";
import { FRAME_SOURCE_MAX, plainFrameSource } from "../frame-source.ts";
import { NAME_MAX_LENGTH, PORT_MAX, PORT_MIN, WEBHOOK_OVERLAP_HOURS, WEBHOOK_OVERLAP_HOURS_MAX } from "../limits.ts";
import { plainLine } from "../plain-line.ts";
import { relayRequestSchema, storedRelayRequest } from "../relay.ts";
import { rowId } from "../row-id.ts";
import { controllerRow } from "../tables/controllers.ts";
import { fingerprint } from "./device-connection.ts";

const text = z.string().trim().min(1);

const fields = {
  name: z.string().overwrite(plainLine).min(1).max(NAME_MAX_LENGTH),
  device_type: deviceTypeSchema,
  device_ip: text.max(255),
  device_port: z.number().int().min(PORT_MIN).max(PORT_MAX).nullable().optional(),
  /** Blank for a relay that asks for no account. */
  username: z.string().trim().max(255),
  enabled: z.boolean().optional(),
  macro_id: z.string().trim().max(255).nullable().optional(),
  list_sync: z.boolean().optional(),
  /** For a gate at an Axxon server: the camera whose images the log may show. Blank or null: off. */
  frame_source: z.string().overwrite(plainFrameSource).max(FRAME_SOURCE_MAX).nullable().optional(),
  /** For an `http_relay`, whose `macro_id` is then the preset's name. */
  relay_request: relayRequestSchema.optional(),
  /** The certificate that the admin accepted, pinned with a new or moved address. Without it, the first one seen is pinned. */
  fingerprint: fingerprint.nullish(),
  /** For a new or moved door controller with its accepted certificate: also allows TLS 1.0 and 1.1. Needs re-authentication. */
  allow_old_tls: z.boolean().optional(),
};
/** Both spellings of the specification are accepted; `********` and blank keep the stored password. */
const password = { password: z.string().max(1000).optional(), password_encrypted: z.string().max(1000).optional() };

const named = <Payload extends z.ZodType<{ username?: string | undefined; relay_request?: unknown }>>(
  payload: Payload,
) =>
  payload.refine(({ username, relay_request }) => username !== "" || relay_request !== undefined, {
    path: ["username"],
  });

const newPayload = z.object({ ...fields, ...password });
const overlap_hours = z.number().int().min(0).max(WEBHOOK_OVERLAP_HOURS_MAX).default(WEBHOOK_OVERLAP_HOURS);

/** Stored values that a form shows and saves; never the password, which is not shown. */
const seen = controllerRow
  .pick({
    name: true,
    device_ip: true,
    device_port: true,
    username: true,
    enabled: true,
    macro_id: true,
    list_sync: true,
    frame_source: true,
  })
  .extend({ relay_request: storedRelayRequest })
  .partial();

const one = { id: rowId };
const saved = { controller: controllerRow };
const credentials = { username: z.string(), password: z.string() };

const action = actionsOf("controller-manager");

export const controllerManager = {
  CREATE: action("CREATE", { payload: named(newPayload) }, saved),
  /** `seen`: what was stored when the form was opened; other stored values answer `changed_by_other`. */
  UPDATE: action("UPDATE", { ...one, payload: named(newPayload.partial()), seen: seen.optional() }, saved),
  /** Refused with `controller_in_use` while people are assigned there or a removal is unconfirmed. */
  DELETE: action("DELETE", one, {}),
  /**
   * Takes the controller from every organisation, and from the people who have access through it; people and their codes stay.
   * `people`: how many lose access. Needs re-authentication, as do the two below.
   */
  UNASSIGN: action("UNASSIGN", one, { organizations: z.int(), people: z.int() }),
  /** Takes a door from everybody who has it, and from groups. Nobody is deleted. `people`: how many lost it. */
  UNASSIGN_DOOR: action("UNASSIGN_DOOR", one, { people: z.int() }),
  /**
   * Retires a device that will never answer again. The admin attests it: everybody is removed, every replica gets an `attested` receipt
   * with the reason, its PINs are released, and the controller is switched off and may be deleted.
   * `replicas`: how many replicas were attested.
   */
  RETIRE: action(
    "RETIRE",
    { ...one, reason: z.string().trim().min(1).max(500) },
    { ...saved, replicas: z.number().int() },
  ),
  /** Pins the current certificate if it is `details.fingerprint` of the refused test. Hex, colons optional. */
  TRUST_CERTIFICATE: action("TRUST_CERTIFICATE", { ...one, fingerprint }, saved),
  /**
   * Allows one door controller to use TLS 1.0 and 1.1, if it presents the certificate of `fingerprint` now, and pins that; or ends the
   * permission. Both need re-authentication.
   */
  ALLOW_OLD_TLS: action("ALLOW_OLD_TLS", { ...one, fingerprint }, saved),
  FORBID_OLD_TLS: action("FORBID_OLD_TLS", one, saved),
  /** Rotates the password: the old one works for `overlap_hours` more (0: ends now) or until the new one is used. */
  ROTATE_WEBHOOK: action(
    "ROTATE_WEBHOOK",
    { ...one, overlap_hours, end_on_first_use: z.boolean().default(false) },
    credentials,
  ),
  END_WEBHOOK_OVERLAP: action("END_WEBHOOK_OVERLAP", one, {}),
  /** Rotates and switches the credentials that any gate may use. Both need re-authentication. */
  ROTATE_INSTALLATION_WEBHOOK: action("ROTATE_INSTALLATION_WEBHOOK", { overlap_hours }, credentials),
  END_INSTALLATION_WEBHOOK_OVERLAP: action("END_INSTALLATION_WEBHOOK_OVERLAP", {}, {}),
  SET_INSTALLATION_WEBHOOK: action("SET_INSTALLATION_WEBHOOK", { enabled: z.boolean() }, {}),
  /**
   * Configures the gate's camera to push to the portal. `portal` is the portal's address, used when the installation has none of its own.
   * `heartbeat`: whether the camera reports at set times that it is alive. `left`: it already reports to another server.
   */
  SET_UP_PUSH: action(
    "SET_UP_PUSH",
    { ...one, portal: z.url({ protocol: /^https?$/ }).max(500) },
    { url: z.string(), heartbeat: z.enum(["set", "left", "missing"]) },
  ),
};
export type NewController = z.output<typeof controllerManager.CREATE.input>["payload"];
export type ControllerChange = z.output<typeof controllerManager.UPDATE.input>["payload"];
export type SeenController = z.output<typeof seen>;
export type SetUpPushReply = ReplyOf<typeof controllerManager.SET_UP_PUSH>;
