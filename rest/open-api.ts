/** `GET /`: the schema as OpenAPI 2.0 in PostgREST's form. */
import type { Catalogue } from "./catalogue.ts";
import type { Routine } from "./catalogue-types.ts";
import type { Call, RestReply } from "./context.ts";
import { type DescribedColumn, type DescribedRelation, type Description, describeSchema } from "./description.ts";
import { RestError } from "./errors.ts";
import { defaultValue, jsonType, urlType } from "./open-api-types.ts";
import { parsePreferences } from "./parse-headers.ts";
import { transact } from "./transact.ts";

const MEDIA = "application/openapi+json; charset=utf-8";
const FORMS = [
  "application/json",
  "application/vnd.pgrst.object+json;nulls=stripped",
  "application/vnd.pgrst.object+json",
  "text/csv",
];

/** Answers GET / with the OpenAPI document of what the caller may see. */
export async function describeRoot(call: Call): Promise<RestReply> {
  const accepted = call.request.headers.accept ?? "*/*";
  if (!/\*\/\*|application\/(\*|json|openapi\+json)/.test(accepted))
    throw new RestError(406, "PGRST107", `None of these media types are available: ${accepted.slice(0, 200)}`);
  parsePreferences(call.request.headers.prefer, call.context.options);
  return transact(call, { readOnly: true, rollback: false }, async (client) => {
    const document = openApi(call, await describeSchema(client, call.catalogue));
    const body = call.method === "HEAD" ? null : JSON.stringify(document);
    return { status: 200, headers: { "content-type": MEDIA }, body };
  });
}

function openApi({ catalogue, prefix, context }: Call, { comment, relations, routines }: Description): object {
  const said = paragraphs(comment);
  const calls = routines.filter((routine) => routine.name !== "");
  return {
    swagger: "2.0",
    info: {
      title: said.summary ?? "REST API",
      description: said.description ?? `Schema ${catalogue.schema}, as the caller's role sees it`,
      version: "1",
    },
    basePath: prefix,
    ...(context.options.admit && SECURITY),
    consumes: FORMS,
    produces: FORMS,
    paths: Object.fromEntries([
      ["/", { get: { summary: "This description", tags: ["Introspection"], responses: OK } }],
      ...relations.map((relation) => [`/${relation.name}`, tablePath(relation)]),
      ...calls.map((routine) => [`/rpc/${routine.name}`, callPath(routine)]),
    ]),
    definitions: Object.fromEntries(relations.map((relation) => [relation.name, definition(catalogue, relation)])),
    parameters: Object.fromEntries([
      ...Object.entries(PARAMETERS),
      ...relations.map((relation) => [`body.${relation.name}`, bodyOf(relation)]),
      ...relations.flatMap((relation) => readable(relation).map((column) => filter(relation, column))),
    ]),
  };
}

/** A host that admits only signed-in callers expects a bearer token. */
const SECURITY = {
  securityDefinitions: {
    JWT: { type: "apiKey", in: "header", name: "Authorization", description: 'The token, with "Bearer " before it' },
  },
  security: [{ JWT: [] }],
};

/** Splits a comment into its first line and the rest. */
function paragraphs(comment: string | null): { summary?: string; description?: string } {
  const [summary = "", ...more] = (comment ?? "").split("\n");
  const description = more.join("\n").trim();
  return { ...(summary.trim() !== "" && { summary: summary.trim() }), ...(description !== "" && { description }) };
}

const OK = { 200: { description: "OK" } };
const CREATED = { 201: { description: "Created" } };
const DONE = { 204: { description: "No Content" } };
const readable = (relation: DescribedRelation) => relation.columns.filter((column) => column.readable);
const ref = (name: string) => ({ $ref: `#/parameters/${name}` });

function tablePath(relation: DescribedRelation): object {
  const tags = [relation.name];
  const said = paragraphs(relation.comment);
  const filters = readable(relation).map((column) => ref(`rowFilter.${relation.name}.${column.name}`));
  const rows = { type: "array", items: { $ref: `#/definitions/${relation.name}` } };
  const reading = ["select", "order", "range", "rangeUnit", "offset", "limit", "preferCount"].map(ref);
  return {
    ...(relation.readable && {
      get: {
        tags,
        ...said,
        parameters: [...filters, ...reading],
        responses: { 200: { description: "OK", schema: rows }, 206: { description: "Partial Content" } },
      },
    }),
    ...(relation.insertable && {
      post: {
        tags,
        ...said,
        parameters: [ref(`body.${relation.name}`), ref("select"), ref("preferPost")],
        responses: CREATED,
      },
    }),
    ...(relation.updatable && {
      patch: {
        tags,
        ...said,
        parameters: [...filters, ref(`body.${relation.name}`), ref("preferReturn")],
        responses: DONE,
      },
    }),
    ...(relation.deletable && {
      delete: { tags, ...said, parameters: [...filters, ref("preferReturn")], responses: DONE },
    }),
  };
}

function callPath(routine: Routine): object {
  const tags = [`(rpc) ${routine.name}`];
  const named = routine.arguments.filter((argument) => argument.name !== "");
  const required = named.filter((argument) => !argument.optional).map((argument) => argument.name);
  const properties = Object.fromEntries(
    named.map((argument) => [argument.name, jsonType(argument.type, argument.category)]),
  );
  const schema = { type: "object", ...(required.length > 0 && { required }), properties };
  const args = { name: "args", in: "body", required: required.length > 0, schema };
  const inUrl = named.map((argument) => ({
    name: argument.name,
    in: "query",
    required: !argument.optional,
    ...urlType(argument.type, argument.category),
  }));
  const said = paragraphs(routine.comment);
  return {
    ...(routine.readOnly && { get: { tags, ...said, parameters: inUrl, responses: OK } }),
    post: { tags, ...said, parameters: [args], responses: OK },
  };
}

function definition(catalogue: Catalogue, relation: DescribedRelation): object {
  const required = relation.columns.filter((column) => !column.nullable).map((column) => column.name);
  return {
    type: "object",
    ...(relation.comment !== null && { description: relation.comment }),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      relation.columns.map((column) => [column.name, property(catalogue, relation, column)]),
    ),
  };
}

function property(catalogue: Catalogue, relation: DescribedRelation, column: DescribedColumn): object {
  const notes = [column.comment, keyNote(catalogue, relation, column)].filter((note) => note !== null);
  const value = column.default === null ? undefined : defaultValue(column.default, column.type, column.category);
  return {
    ...jsonType(column.type, column.category),
    ...(column.labels.length > 0 && { enum: column.labels }),
    ...(value !== undefined && { default: value }),
    ...(notes.length > 0 && { description: notes.join("\n\n") }),
  };
}

/** Client generators recognise keys by these notes. */
function keyNote(catalogue: Catalogue, relation: DescribedRelation, column: DescribedColumn): string | null {
  if (column.primary) return "Note:\nThis is a Primary Key.<pk/>";
  for (const { via, target, forward, origin } of catalogue.relationships.get(relation.name) ?? []) {
    const [pair, ...more] = via.kind === "columns" ? via.pairs : [];
    if (origin !== "key" || !forward || more.length > 0 || pair?.[0] !== column.name) continue;
    return `Note:\nThis is a Foreign Key to \`${target}.${pair[1]}\`.<fk table='${target}' column='${pair[1]}'/>`;
  }
  return null;
}

const bodyOf = ({ name }: DescribedRelation) => ({ name, in: "body", schema: { $ref: `#/definitions/${name}` } });

const filter = (relation: DescribedRelation, column: DescribedColumn): [string, object] => [
  `rowFilter.${relation.name}.${column.name}`,
  { name: column.name, in: "query", required: false, type: "string", format: column.type },
];

const inQuery = (name: string, description: string) => ({
  name,
  in: "query",
  required: false,
  type: "string",
  description,
});
const prefer = (...words: readonly string[]) => ({
  name: "Prefer",
  in: "header",
  required: false,
  type: "string",
  enum: words,
});

const PARAMETERS = {
  select: inQuery("select", "Columns and embedded relations"),
  order: inQuery("order", "Order of the rows"),
  offset: inQuery("offset", "Rows left out at the beginning"),
  limit: inQuery("limit", "Most rows"),
  range: { name: "Range", in: "header", required: false, type: "string" },
  rangeUnit: { name: "Range-Unit", in: "header", required: false, type: "string", default: "items" },
  preferCount: prefer("count=exact", "count=planned", "count=estimated"),
  preferReturn: prefer("return=representation", "return=minimal"),
  preferPost: prefer(
    "return=representation",
    "return=minimal",
    "resolution=merge-duplicates",
    "resolution=ignore-duplicates",
  ),
};
