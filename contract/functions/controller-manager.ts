import { z } from "zod";
import { deviceTypeSchema } from "../devices.ts";
import { FRAME_SOURCE_MAX, plainFrameSource } from "../frame-source.ts";
import { NAME_MAX_LENGTH, PORT_MAX, PORT_MIN, WEBHOOK_OVERLAP_HOURS, WEBHOOK_OVERLAP_HOURS_MAX } from "../limits.ts";
import { plainLine } from "../plain-line.ts";
import { relayRequestSchema } from "../relay.ts";
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

export const controllerManagerRequest = z.discriminatedUnion("action", [
  z.object({ action: z.literal("CREATE"), payload: named(z.object({ ...fields, ...password })) }),
  z.object({
    action: z.literal("UPDATE"),
    id: rowId,
    payload: named(z.object({ ...fields, ...password }).partial()),
  }),
  /** Refused with `controller_in_use` while people are assigned there or a removal is unconfirmed. */
  z.object({ action: z.literal("DELETE"), id: rowId }),
  /**
   * Retires a device that will never answer again. The admin attests it: everybody is removed, every replica gets an `attested` receipt
   * with the reason, its PINs are released, and the controller is switched off and may be deleted.
   */
  z.object({ action: z.literal("RETIRE"), id: rowId, reason: z.string().trim().min(1).max(500) }),
  /** Pins the current certificate if it is `details.fingerprint` of the refused test. Hex, colons optional. */
  z.object({
    action: z.literal("TRUST_CERTIFICATE"),
    id: rowId,
    fingerprint,
  }),
  /**
   * Allows one door controller to use TLS 1.0 and 1.1, if it presents the certificate of `fingerprint` now, and pins that; or ends the
   * permission. Both need re-authentication.
   */
  z.object({ action: z.literal("ALLOW_OLD_TLS"), id: rowId, fingerprint }),
  z.object({ action: z.literal("FORBID_OLD_TLS"), id: rowId }),
  /** Rotates the password: the old one works for `overlap_hours` more (0: ends now) or until the new one is used. */
  z.object({
    action: z.literal("ROTATE_WEBHOOK"),
    id: rowId,
    overlap_hours: z.number().int().min(0).max(WEBHOOK_OVERLAP_HOURS_MAX).default(WEBHOOK_OVERLAP_HOURS),
    end_on_first_use: z.boolean().default(false),
  }),
  z.object({ action: z.literal("END_WEBHOOK_OVERLAP"), id: rowId }),
  /** Rotates and switches the credentials that any gate may use. Both need re-authentication. */
  z.object({
    action: z.literal("ROTATE_INSTALLATION_WEBHOOK"),
    overlap_hours: z.number().int().min(0).max(WEBHOOK_OVERLAP_HOURS_MAX).default(WEBHOOK_OVERLAP_HOURS),
  }),
  z.object({ action: z.literal("END_INSTALLATION_WEBHOOK_OVERLAP") }),
  z.object({ action: z.literal("SET_INSTALLATION_WEBHOOK"), enabled: z.boolean() }),
  /**
   * Configures the gate's camera to push to the portal. `portal` is the portal's address, used when the installation has none of its own.
   */
  z.object({
    action: z.literal("SET_UP_PUSH"),
    id: rowId,
    portal: z.url({ protocol: /^https?$/ }).max(500),
  }),
]);
export type ControllerManagerRequest = z.infer<typeof controllerManagerRequest>;

export const controllerManagerReply = z.object({ success: z.literal(true), controller: controllerRow });
export type ControllerManagerReply = z.infer<typeof controllerManagerReply>;

/** `replicas`: how many replicas were attested. */
export const retireControllerReply = z.object({
  success: z.literal(true),
  controller: controllerRow,
  replicas: z.number().int(),
});
export const rotateWebhookReply = z.object({ success: z.literal(true), username: z.string(), password: z.string() });
/** `heartbeat`: whether the camera reports at set times that it is alive. `left`: it already reports to another server. */
export const setUpPushReply = z.object({
  success: z.literal(true),
  url: z.string(),
  heartbeat: z.enum(["set", "left", "missing"]),
});
export type SetUpPushReply = z.infer<typeof setUpPushReply>;
export const trustCertificateReply = z.object({ success: z.literal(true), controller: controllerRow });
