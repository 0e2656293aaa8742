// Makes a body for every operation of /functions/v1 from its schema: a new operation is covered at once.
import { z } from "zod";
import { FUNCTIONS } from "#server/functions.ts";

export interface FunctionAction {
  fn: (typeof FUNCTIONS)[number];
  action: string | null;
  schema: z.ZodType;
  body: Record<string, unknown>;
}

/** Values that pass checks of a schema that its shape does not show. */
const WANTED: Record<string, unknown> = {
  fingerprint: "0".repeat(64),
  pin: "4816",
  ids: ["00000000-0000-4000-8000-000000000001"],
  url: "https://receiver.example/hook",
  portal: "https://portal.example",
};

/** Returns the schema of each value of `action`; one without a name where there is no such field. */
function actionsOf(schema: z.ZodType): { action: string | null; schema: z.ZodType }[] {
  if (schema instanceof z.ZodUnion) {
    const all = schema.options.flatMap((option) => actionsOf(z.instanceof(z.ZodType).parse(option)));
    // Alternatives of one operation.
    return all.every(({ action }) => action === null) ? all.slice(0, 1) : all;
  }
  if (schema instanceof z.ZodPipe) {
    const { in: read, out } = schema;
    return actionsOf(z.instanceof(z.ZodType).parse(read instanceof z.ZodTransform ? out : read));
  }
  const action = schema instanceof z.ZodObject ? schema.shape["action"] : undefined;
  if (action instanceof z.ZodLiteral) return [...action.values].map((value) => ({ action: String(value), schema }));
  if (action instanceof z.ZodEnum) return action.options.map((value) => ({ action: String(value), schema }));
  return [{ action: null, schema }];
}

const json = z.looseObject({
  type: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  minItems: z.number().optional(),
  required: z.array(z.string()).optional(),
});

function sample(given: unknown, name = ""): unknown {
  if (name in WANTED) return WANTED[name];
  const schema = json.parse(given ?? {});
  if (schema["const"] !== undefined) return schema["const"];
  if (schema.enum !== undefined) return schema.enum[0];
  const options = z
    .array(z.unknown())
    .optional()
    .parse(schema["anyOf"] ?? schema["oneOf"]);
  if (options !== undefined) return sample(options[0], name);
  if (schema.type === "object") {
    const properties = z.record(z.string(), z.unknown()).parse(schema["properties"] ?? {});
    return Object.fromEntries((schema.required ?? []).map((key) => [key, sample(properties[key], key)]));
  }
  if (schema.type === "array") return schema.minItems ? [sample(schema["items"])] : [];
  if (schema.type === "boolean") return false;
  if (schema.type === "number" || schema.type === "integer") return Math.max(schema.minimum ?? 1, 1);
  if (schema.format === "uuid") return "00000000-0000-4000-8000-000000000001";
  if (schema.format === "email") return "nobody@example.test";
  if (schema.format === "date-time") return "2031-01-01T00:00:00Z";
  return "abcd1234";
}

export const OPERATIONS: readonly FunctionAction[] = FUNCTIONS.flatMap((fn) =>
  actionsOf(fn.input).map(({ action, schema }) => {
    const made = sample(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
    return {
      fn,
      action,
      schema,
      body: { ...z.record(z.string(), z.unknown()).parse(made), ...(action !== null && { action }) },
    };
  }),
);
