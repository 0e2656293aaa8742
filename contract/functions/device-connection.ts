// Connection fields: `controller_id` selects the stored ones; without it, an unsaved form's are used, for tests.
import { z } from "zod";
import { pinHoursSchema, pinUseSchema } from "../pin-use.ts";
import { rowId } from "../row-id.ts";
import { tlsVersionSchema } from "../tls.ts";

/** Hex, colons and spaces optional. */
export const fingerprint = z
  .string()
  .max(200)
  .transform((shown) => shown.replace(/[:\s]/g, "").toLowerCase())
  .refine((hex) => /^[0-9a-f]{64}$/.test(hex));

export const connectionFields = {
  controller_id: rowId.nullish(),
  device_ip: z.string().trim().max(255).nullish(),
  device_port: z.number().int().min(1).max(65_535).nullish(),
  username: z.string().max(255).nullish(),
  password: z.string().max(1000).nullish(),
  password_encrypted: z.string().max(1000).nullish(),
  /** The accepted certificate of an unsaved form: any other ends the test before a password is sent. */
  fingerprint: fingerprint.nullish(),
  /** For an unsaved door controller with the accepted certificate: also allows TLS 1.0 and 1.1. */
  allow_old_tls: z.boolean().optional(),
};
const connection = z.object(connectionFields);
export type ConnectionFields = z.infer<typeof connection>;

/** The reply of both kinds of device. */
export const testedConnection = {
  model: z.string().nullable(),
  firmware: z.string().nullable(),
  serial: z.string().nullable(),
  doors: z.number().int().nullable(),
  warnings: z.array(z.string()),
  /** Doors where a PIN alone does not always open now, even with the choice `pin_alone`. */
  limited_doors: z
    .array(z.object({ name: z.string(), pin_use: pinUseSchema, pin_hours: pinHoursSchema.nullable() }))
    .default([]),
  /** Doors whose readers take four digits only, with the number of codes that open there; null for an unsaved controller. */
  four_digit_doors: z.array(z.object({ name: z.string(), codes: z.number().int().nullable() })).default([]),
};
const tested = z.object(testedConnection);
export type TestedConnection = z.infer<typeof tested>;

/** Without an account: https is tried first where neither scheme nor port decides. */
export const findConnectionFields = {
  device_ip: z.string().trim().min(1).max(255),
  /** Null where nobody typed a port: 443, then 80. */
  device_port: z.number().int().min(1).max(65_535).nullish(),
  /** Set after `device_tls_too_old`: shows the certificate of a door controller that knows no newer TLS. */
  allow_old_tls: z.boolean().optional(),
};
const sought = z.object(findConnectionFields);
export type SoughtConnection = z.infer<typeof sought>;

/** Address and port to save; together they state the scheme that was used. */
export const foundConnection = {
  device_ip: z.string(),
  device_port: z.number().int(),
  scheme: z.enum(["https", "http"]),
  certificate: z
    .object({
      fingerprint: z.string(),
      subject: z.string(),
      issuer: z.string(),
      valid_to: z.string().nullable(),
      tls: tlsVersionSchema.nullable(),
    })
    .nullable(),
};
const found = z.object(foundConnection);
export type FoundConnection = z.infer<typeof found>;
