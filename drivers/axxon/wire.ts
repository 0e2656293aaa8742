import { z } from "zod";
import { cutText } from "#contract/plain-line.ts";

const text = z.string().transform((value) => cutText(value.toWellFormed().replace(/\p{Cc}/gu, " "), 1024));

export const wireVersion = z.looseObject({ version: text.pipe(z.string().min(1)) });

export const wireHosts = z.array(z.string());

const wireMacro = z.looseObject({ id: z.string().min(1).max(255), name: text.nullish().catch(null) });
/** A macro without an id cannot be run, and must not hide others. */
export const wireMacroList = z.looseObject({
  macroCommands: z
    .array(wireMacro.nullable().catch(null))
    .nullish()
    .transform((list) => (list ?? []).filter((macro) => macro !== null)),
});

const macroSwitch = z.looseObject({
  guid: z.string(),
  mode: z.looseObject({ enabled: z.boolean().nullish() }).nullish(),
});
/** The list itself, or an object that contains it. */
export const wireMacroSwitches = z.union([
  z.array(macroSwitch),
  z.looseObject({ items: z.array(macroSwitch).nullish() }).transform(({ items }) => items ?? []),
]);

/** Reads a list; an empty one is [], null or absent. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((list) => list ?? []);

/** A server's list holds more than plates. The portal's items have a text; other items must not hide them. */
export const wirePlateItem = z.object({
  id: z.union([z.string(), z.number().transform(String)]),
  data_string: z.string().nullish().catch(null),
});
/** There may be many items, so each is read separately. */
export const wirePlateItems = z.looseObject({ items: listOf(z.unknown()) });

/** One packet of a stream. Protobuf omits zero, which is not the last packet. */
export const wirePacket = z.looseObject({ status: z.union([z.string(), z.number()]).nullish() });
export const wirePlatePacket = wirePacket.extend({ item: wirePlateItem.nullish().catch(null) });
/** The answer to a change; names the items that the server refused. */
export const wireChanged = z.looseObject({ failed_items: listOf(z.unknown()) });

/** For lists of others only the items matter; they are not moved. */
export const wirePlateLists = z.looseObject({
  lists: listOf(
    z.looseObject({
      id: z.string().catch(""),
      name: text.nullish().catch(null),
      type: z.string().nullish().catch(null),
      item_ids: listOf(z.union([z.string(), z.number().transform(String)]).catch("")),
    }),
  ),
});

/** A failed login is HTTP 200 with an error code. In protobuf JSON, 64-bit numbers may be text and enumerations numbers. */
export const wireLogin = z.looseObject({
  token_value: z.string().nullish(),
  expires_in: z
    .union([z.number(), z.string().regex(/^\d{1,9}$/)])
    .nullish()
    .transform((value) => (value === null || value === undefined ? null : Number(value))),
  error_code: z
    .union([z.string(), z.number()])
    .nullish()
    .transform((value) => readLoginCode(value ?? null)),
});
export type WireLogin = z.infer<typeof wireLogin>;

const NUMBERED = new Map([
  [0, "OK"],
  [1, "GENERAL_ERROR"],
  [2, "WRONG_CREDENTIALS"],
  [4, "USER_LOCKED"],
  [5, "IP_BLOCKED"],
  [6, "ALREADY_LOGGED"],
  [8, "PASSWORD_INVALID"],
  [10, "WRONG_SUPERVISOR_ROLE"],
  [11, "TIMEZONE_DENIED"],
  [12, "SECOND_FACTOR_AUTH_NEEDED"],
]);

/** Reads the login code; protobuf omits zero, which is OK. */
function readLoginCode(code: string | number | null): string {
  if (code === null) return "OK";
  if (typeof code === "string") return code.replace(/^AUTHENTICATE_CODE_/, "");
  return NUMBERED.get(code) ?? (code >= 20 && code <= 25 ? "SECOND_FACTOR_AUTH_NEEDED" : `CODE_${code}`);
}
