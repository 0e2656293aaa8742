/** Writes a typed client from an OpenAPI 2.0 document alone, as the generators do: base path, models, parameters, security. */
import { z } from "zod";

const type = z.looseObject({ type: z.string().optional(), $ref: z.string().optional(), items: z.unknown().optional() });
const parameter = z.looseObject({
  name: z.string(),
  in: z.enum(["query", "header", "body", "path"]),
  required: z.boolean().optional(),
  type: z.string().optional(),
  schema: z.unknown().optional(),
});
const operation = z.looseObject({
  summary: z.string().optional(),
  parameters: z.array(z.union([z.object({ $ref: z.string() }), parameter])).optional(),
  responses: z.record(z.string(), z.looseObject({ schema: z.unknown().optional() })),
});
const document = z.looseObject({
  swagger: z.literal("2.0"),
  basePath: z.string(),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  definitions: z.record(
    z.string(),
    z.object({ required: z.array(z.string()).optional(), properties: z.record(z.string(), z.unknown()) }),
  ),
  parameters: z.record(z.string(), parameter),
  securityDefinitions: z.record(z.string(), z.object({ in: z.literal("header"), name: z.string() })).optional(),
});

const PRIMITIVES = new Map([
  ["integer", "number"],
  ["number", "number"],
  ["boolean", "boolean"],
  ["string", "string"],
]);

function typeOf(schema: unknown): string {
  const { type: name, $ref, items } = type.parse(schema ?? {});
  if ($ref !== undefined) return `Definitions[${JSON.stringify($ref.replace("#/definitions/", ""))}]`;
  if (name === "array") return `${typeOf(items)}[]`;
  return PRIMITIVES.get(name ?? "") ?? "any";
}

/** Returns the type of a parameter; a row's fields may be left out of a body. */
function parameterType(given: z.infer<typeof parameter>): string {
  if (given.in !== "body") return typeOf({ type: given.type });
  return type.parse(given.schema ?? {}).$ref === undefined ? "any" : `Partial<${typeOf(given.schema)}>`;
}

export function generateClient(json: unknown): string {
  const { basePath, paths, definitions, parameters, securityDefinitions = {} } = document.parse(json);
  const models = Object.entries(definitions).map(([name, { required = [], properties }]) => {
    const fields = Object.entries(properties).map(
      ([key, schema]) => `${JSON.stringify(key)}${required.includes(key) ? "" : "?"}: ${typeOf(schema)};`,
    );
    return `${JSON.stringify(name)}: { ${fields.join(" ")} };`;
  });
  const calls = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, { parameters: given = [], responses }]) => {
      const taken = given.map((one) =>
        "name" in one ? parameter.parse(one) : parameter.parse(parameters[one.$ref.replace("#/parameters/", "")]),
      );
      const fields = taken.map(
        (one) => `${JSON.stringify(one.name)}${one.required ? "" : "?"}: ${parameterType(one)};`,
      );
      const places = JSON.stringify(Object.fromEntries(taken.map((one) => [one.name, one.in])));
      return `${JSON.stringify(`${verb} ${path}`)}: (given: { ${fields.join(" ")} } = {} as any): Promise<${typeOf(responses["200"]?.schema)}> => send(${JSON.stringify(verb)}, ${JSON.stringify(path)}, given, ${places}),`;
    }),
  );
  const header = Object.values(securityDefinitions)[0]?.name;
  return `export interface Definitions { ${models.join("\n")} }
export const client = (origin: string, token: string) => {
  const send = async (method: string, path: string, given: Record<string, any>, places: Record<string, string>): Promise<any> => {
    const url = new URL(origin + ${JSON.stringify(basePath.replace(/\/$/, ""))} + path);
    const headers: Record<string, string> = { "content-type": "application/json" };
    ${header === undefined ? "" : `headers[${JSON.stringify(header)}] = "Bearer " + token;`}
    let body: string | undefined;
    for (const [name, value] of Object.entries(given)) {
      if (places[name] === "query") url.searchParams.set(name, String(value));
      else if (places[name] === "header") headers[name] = String(value);
      else body = JSON.stringify(value);
    }
    const reply = await fetch(url, { method: method.toUpperCase(), headers, ...(body === undefined ? {} : { body }) });
    const text = await reply.text();
    if (!reply.ok) throw new Error(reply.status + " " + text);
    return text === "" ? null : JSON.parse(text);
  };
  return { ${calls.join("\n")} };
};
`;
}
