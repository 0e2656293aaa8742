// The controller form (create and edit). Editing leaves the password blank to keep it.
import { z } from "zod";
import { deviceTypeSchema } from "../devices.ts";
import { NAME_MAX_LENGTH, PORT_MAX, PORT_MIN } from "../limits.ts";
import { plainLine } from "../plain-line.ts";

const port = z
  .number("Port måste vara ett tal mellan 1 och 65535")
  .int("Port måste vara ett tal mellan 1 och 65535")
  .min(PORT_MIN, "Port måste vara ett tal mellan 1 och 65535")
  .max(PORT_MAX, "Port måste vara ett tal mellan 1 och 65535");

const fields = {
  name: z.string().overwrite(plainLine).min(1, "Namn krävs").max(NAME_MAX_LENGTH, "Namnet får vara högst 100 tecken"),
  device_type: deviceTypeSchema,
  device_ip: z.string().trim().min(1, "Adress krävs").max(255, "Adressen får vara högst 255 tecken"),
  device_port: port,
  username: z
    .string()
    .overwrite(plainLine)
    .min(1, "Användarnamn krävs")
    .max(255, "Användarnamnet får vara högst 255 tecken"),
  enabled: z.boolean(),
  macro_id: z.string().trim().max(255, "Macro-ID får vara högst 255 tecken").optional(),
  list_sync: z.boolean().optional(),
};

export const createControllerForm = z.object({
  ...fields,
  password: z.string().min(1, "Lösenord krävs").max(1000, "Lösenordet får vara högst 1000 tecken"),
});
export const editControllerForm = z.object({
  ...fields,
  password: z.string().max(1000, "Lösenordet får vara högst 1000 tecken"),
});
