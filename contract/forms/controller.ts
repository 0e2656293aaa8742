import { z } from "zod";
import { isAmbiguousAddress } from "../device-address.ts";
import { deviceTypeSchema } from "../devices.ts";
import { FRAME_SOURCE, FRAME_SOURCE_MAX, plainFrameSource } from "../frame-source.ts";
import { NAME_MAX_LENGTH, PORT_MAX, PORT_MIN } from "../limits.ts";
import { plainLine } from "../plain-line.ts";
import { formTexts } from "./texts.ts";

const port = z
  .number(formTexts.port_outside)
  .int(formTexts.port_outside)
  .min(PORT_MIN, formTexts.port_outside)
  .max(PORT_MAX, formTexts.port_outside);

const fields = {
  name: z.string().overwrite(plainLine).min(1, formTexts.name_missing).max(NAME_MAX_LENGTH, formTexts.name_long),
  device_type: deviceTypeSchema,
  device_ip: z
    .string()
    .trim()
    .min(1, formTexts.address_missing)
    .max(255, formTexts.address_long)
    .refine((text) => !isAmbiguousAddress(text), formTexts.address_ambiguous),
  device_port: port,
  username: z.string().overwrite(plainLine).min(1, formTexts.user_name_missing).max(255, formTexts.user_name_long),
  enabled: z.boolean(),
  macro_id: z.string().trim().max(255, formTexts.macro_id_long).optional(),
  list_sync: z.boolean().optional(),
  frame_source: z
    .string()
    .overwrite(plainFrameSource)
    .max(FRAME_SOURCE_MAX, formTexts.frame_source_unknown)
    .refine((text) => text === "" || FRAME_SOURCE.test(text), formTexts.frame_source_unknown)
    .optional(),
};

export const createControllerForm = z.object({
  ...fields,
  password: z.string().min(1, formTexts.device_password_missing).max(1000, formTexts.device_password_long),
});
export const editControllerForm = z.object({
  ...fields,
  password: z.string().max(1000, formTexts.device_password_long),
});
