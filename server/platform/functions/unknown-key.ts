// Finds an unknown key that may be a misspelt known one: a call without the known key would do more than was asked. Pure.
import { z } from "zod";

/**
 * Returns the path of the first such key, or null. Shapes whose keys are all given or required need no check: a misspelling there
 * is reported as missing, and extra keys do no harm.
 */
export function unknownKey(schema: z.ZodType, input: unknown): string | null {
  const shape = shapeFor(schema, input);
  if (shape instanceof z.ZodArray) return firstOf(Array.isArray(input) ? input : [], () => elementOf(shape));
  if (!(shape instanceof z.ZodObject) || !isRecord(input)) return null;
  const known = new Map(Object.entries(shape.shape).map(([key, value]) => [key, z.instanceof(z.ZodType).parse(value)]));
  const mayBeMeant = [...known].some(
    ([key, value]) => !Object.hasOwn(input, key) && value.safeParse(undefined).success,
  );
  const unknown = Object.keys(input).find((key) => !known.has(key));
  if (unknown !== undefined && mayBeMeant) return unknown;
  return firstOf(input, (key) => known.get(key));
}

function firstOf(values: object, schemaOf: (key: string) => z.ZodType | undefined): string | null {
  for (const [key, value] of Object.entries(values)) {
    const schema = typeof value === "object" && value !== null ? schemaOf(key) : undefined;
    const found = schema === undefined ? null : unknownKey(schema, value);
    if (found !== null) return `${key}.${found}`;
  }
  return null;
}

/** Returns the object or list that parses the input, out of its wrappings and alternatives. */
function shapeFor(schema: z.ZodType, input: unknown): z.ZodType | null {
  if (schema instanceof z.ZodUnion) {
    const options = schema.options.map((option) => z.instanceof(z.ZodType).parse(option));
    const taken = options.find((option) => option.safeParse(input).success);
    return taken === undefined ? null : shapeFor(taken, input);
  }
  if (schema instanceof z.ZodPipe) {
    const { in: read, out } = schema;
    return shapeFor(z.instanceof(z.ZodType).parse(read instanceof z.ZodTransform ? out : read), input);
  }
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  )
    return shapeFor(z.instanceof(z.ZodType).parse(schema.unwrap()), input);
  return schema;
}

const elementOf = (list: z.ZodArray): z.ZodType => z.instanceof(z.ZodType).parse(list.element);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
