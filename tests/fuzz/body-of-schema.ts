// Bodies of calls, made from the input schemas of the functions: a new action or field is fuzzed without being listed here.
import { z } from "zod";
import type { Random } from "#scripts/seed/random.ts";
import { FUNCTIONS } from "#server/functions.ts";
import { hostileFor } from "#tests/support/hostile-values.ts";
import { ODD_TEXTS } from "./rest-request.ts";

/** The parts of JSON Schema that zod writes for the inputs. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Shape | boolean;
  readonly items?: Shape;
  readonly maxItems?: number;
  readonly oneOf?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
}

interface Draw {
  readonly random: Random;
  /** Returns an id for a key of a body; most are another organisation's row of the kind that the key names. */
  readonly idFor: (key: string) => string;
}

/** One value in this many is hostile. With more, most bodies would be refused for their form alone. */
const HOSTILE_ONE_IN = 14;
const MOST_MEMBERS = 3;

const shapes = new Map<string, readonly Shape[]>(
  FUNCTIONS.map(({ name, input }) => {
    const shape = z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as Shape;
    return [name, shape.oneOf ?? shape.anyOf ?? [shape]];
  }),
);

/** Returns the actions of a function, by its schema. */
export function actionsOfFunction(fn: string): readonly string[] {
  return (shapes.get(fn) ?? []).flatMap((one) => {
    const action = one.properties?.["action"]?.const;
    return typeof action === "string" ? [action] : [];
  });
}

/** Returns a body that a function's schema describes, but for a hostile value now and then. */
export function bodyOfSchema(fn: string, draw: Draw): unknown {
  return valueOf(draw.random.pick(shapes.get(fn) ?? [{}]), "", draw);
}

function valueOf(shape: Shape, key: string, draw: Draw): unknown {
  const { random } = draw;
  if (shape.const !== undefined) return shape.const;
  if (shape.properties === undefined && random.below(HOSTILE_ONE_IN) === 0) return hostileOf(shape, draw, key);
  if (shape.enum !== undefined) return random.pick(shape.enum);
  const either = shape.oneOf ?? shape.anyOf;
  if (either !== undefined) return valueOf(random.pick(either), key, draw);
  if (shape.allOf !== undefined) return Object.assign({}, ...shape.allOf.map((one) => valueOf(one, key, draw)));
  switch (typeOf(shape)) {
    case "object":
      return objectOf(shape, draw);
    case "array":
      return Array.from({ length: Math.min(random.below(MOST_MEMBERS + 1), shape.maxItems ?? MOST_MEMBERS) }, () =>
        valueOf(shape.items ?? {}, key, draw),
      );
    case "boolean":
      return random.next() < 0.5;
    case "null":
      return null;
    case "integer":
    case "number":
      return (shape.minimum ?? 0) + random.below(Math.min(50, (shape.maximum ?? 1_440) - (shape.minimum ?? 0) + 1));
    default:
      return textOf(shape, key, draw);
  }
}

function objectOf(shape: Shape, draw: Draw): Record<string, unknown> {
  const isNeeded = (key: string) => shape.required?.includes(key) === true || draw.random.next() < 0.5;
  const chosen = Object.entries(shape.properties ?? {}).filter(([key]) => isNeeded(key));
  const made = Object.fromEntries(chosen.map(([key, one]) => [key, valueOf(one, key, draw)]));
  const more = shape.additionalProperties;
  if (typeof more === "object") made[draw.idFor("")] = valueOf(more, "", draw);
  return made;
}

function textOf({ format, maxLength }: Shape, key: string, { random, idFor }: Draw): string {
  if (format === "uuid") return idFor(key);
  if (format === "date") return random.pick(["2026-12-24", "2027-02-28", "2000-01-01", "9999-12-31"]);
  if (format === "date-time") return random.pick(["2026-12-24T00:00:00Z", "2027-01-01T00:00:00+01:00"]);
  const texts = /pin/.test(key)
    ? ["482915", "759302", "7593", "4816"]
    : /plate/.test(key)
      ? ["ABC 123", "ABC123"]
      : /email/.test(key)
        ? ["x@y.example"]
        : ["A", "Namn", "12_months", "1_day", "pin", "vehicle", "Bil"];
  return random.pick(texts).slice(0, maxLength);
}

const typeOf = ({ type }: Shape): string => (typeof type === "string" ? type : (type?.[0] ?? "text"));

function hostileOf(shape: Shape, { random, idFor }: Draw, key: string): unknown {
  const { format } = shape;
  if (random.next() < 0.3) return random.pick(ODD_TEXTS);
  const kind = format === "uuid" ? "uuid" : format?.startsWith("date") === true ? "timestamptz" : typeOf(shape);
  // A text that names a row of another organisation would make the caller's own row look like one of that organisation.
  const ids = kind === "uuid" ? [idFor(key), idFor("")] : [];
  return random.pick(hostileFor(kind === "number" ? "numeric" : kind, ids));
}
