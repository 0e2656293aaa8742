// Connection fields: with `controller_id` the stored ones are used; without it, an unsaved form's, for tests.
import { z } from "zod";

export const connectionFields = {
  controller_id: z.uuid().nullish(),
  device_ip: z.string().trim().max(255).nullish(),
  device_port: z.number().int().min(1).max(65_535).nullish(),
  username: z.string().max(255).nullish(),
  password: z.string().max(1000).nullish(),
  password_encrypted: z.string().max(1000).nullish(),
};
const connection = z.object(connectionFields);
export type ConnectionFields = z.infer<typeof connection>;

export const testConnectionReply = z.object({
  success: z.literal(true),
  model: z.string().nullable(),
  firmware: z.string().nullable(),
  serial: z.string().nullable(),
  doors: z.number().int().nullable(),
  warnings: z.array(z.string()),
});
export type TestConnectionReply = z.infer<typeof testConnectionReply>;
