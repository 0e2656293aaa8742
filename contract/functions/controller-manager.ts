// controller-manager: registers and changes controllers.
import { z } from "zod";
import { deviceTypeSchema } from "../devices.ts";
import { NAME_MAX_LENGTH, PORT_MAX, PORT_MIN, WEBHOOK_OVERLAP_HOURS, WEBHOOK_OVERLAP_HOURS_MAX } from "../limits.ts";
import { plainLine } from "../plain-line.ts";
import { controllerRow } from "../tables/controllers.ts";

const text = z.string().trim().min(1);

const fields = {
  name: z.string().overwrite(plainLine).min(1).max(NAME_MAX_LENGTH),
  device_type: deviceTypeSchema,
  device_ip: text.max(255),
  device_port: z.number().int().min(PORT_MIN).max(PORT_MAX).nullable().optional(),
  username: text.max(255),
  enabled: z.boolean().optional(),
  macro_id: z.string().trim().max(255).nullable().optional(),
  /** Only of a gate. */
  list_sync: z.boolean().optional(),
};
/** Both spellings of the specification are taken; `********` and blank keep the stored password. */
const password = { password: z.string().max(1000).optional(), password_encrypted: z.string().max(1000).optional() };

export const controllerManagerRequest = z.discriminatedUnion("action", [
  z.object({ action: z.literal("CREATE"), payload: z.object({ ...fields, ...password }) }),
  z.object({
    action: z.literal("UPDATE"),
    id: z.uuid(),
    payload: z.object({ ...fields, ...password }).partial(),
  }),
  /** Refused with `controller_in_use` while people are assigned there or a copy is not yet proved removed. */
  z.object({ action: z.literal("DELETE"), id: z.uuid() }),
  /**
   * The device will never answer again. The caller attests it: everybody is taken off the controller, every copy gets an
   * `attested` receipt with the reason, its PINs are free again, and the controller is switched off and may be deleted.
   */
  z.object({ action: z.literal("RETIRE"), id: z.uuid(), reason: z.string().trim().min(1).max(500) }),
  /**
   * Pins the certificate that the device shows now, if it is the one that the admin was shown (`details.fingerprint` of the
   * refused test). Hex, with or without colons.
   */
  z.object({
    action: z.literal("TRUST_CERTIFICATE"),
    id: z.uuid(),
    fingerprint: z
      .string()
      .max(200)
      .transform((shown) => shown.replace(/[:\s]/g, "").toLowerCase())
      .refine((hex) => /^[0-9a-f]{64}$/.test(hex)),
  }),
  /**
   * A new webhook password; the user name stays. The old one works for `overlap_hours` more (0: ends now), or until the first
   * read that brings the new one. Asks for a fresh proof of the person (`reauthentication_needed`).
   */
  z.object({
    action: z.literal("ROTATE_WEBHOOK"),
    id: z.uuid(),
    overlap_hours: z.number().int().min(0).max(WEBHOOK_OVERLAP_HOURS_MAX).default(WEBHOOK_OVERLAP_HOURS),
    end_on_first_use: z.boolean().default(false),
  }),
  /** From now on only the new one works. */
  z.object({ action: z.literal("END_WEBHOOK_OVERLAP"), id: z.uuid() }),
  /** The same for the pair that any gate's call may bring, and its switch. Each asks for a fresh proof of the person. */
  z.object({
    action: z.literal("ROTATE_INSTALLATION_WEBHOOK"),
    overlap_hours: z.number().int().min(0).max(WEBHOOK_OVERLAP_HOURS_MAX).default(WEBHOOK_OVERLAP_HOURS),
  }),
  z.object({ action: z.literal("END_INSTALLATION_WEBHOOK_OVERLAP") }),
  z.object({ action: z.literal("SET_INSTALLATION_WEBHOOK"), enabled: z.boolean() }),
]);
export type ControllerManagerRequest = z.infer<typeof controllerManagerRequest>;

export const controllerManagerReply = z.object({ success: z.literal(true), controller: controllerRow });
export type ControllerManagerReply = z.infer<typeof controllerManagerReply>;

/** `copies`: how many were attested. */
export const retireControllerReply = z.object({
  success: z.literal(true),
  controller: controllerRow,
  copies: z.number().int(),
});
/** The new pair, shown once here and again by get-webhook-credentials. */
export const rotateWebhookReply = z.object({ success: z.literal(true), username: z.string(), password: z.string() });
export const trustCertificateReply = z.object({ success: z.literal(true), controller: controllerRow });
