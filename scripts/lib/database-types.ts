// Generates supabase-js's `Database` types, one set per role, from the catalogue and grants.
import type { Pool } from "pg";
import { ROLES } from "#contract/roles.ts";
import { type Catalogue, readCatalogue } from "#rest/catalogue.ts";
import type { Routine } from "#rest/catalogue-types.ts";
import { type DescribedColumn, type DescribedRelation, describeSchema } from "#rest/description.ts";
import { portalCodecNames } from "./portal-codecs.ts";

/** Role → its file in contract/generated and its type's name. */
export const TYPED_ROLES = ROLES.map((role) => {
  const words = role.split("_");
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return { role, file: `${words.join("-")}.ts`, name: `${name}Database` };
});

/** Returns the generated files by name. `admin` is a superuser's connection to a migrated database. */
export async function databaseTypes(admin: Pool): Promise<ReadonlyMap<string, string>> {
  const roles = TYPED_ROLES.map(({ role }) => role);
  const catalogue = await readCatalogue(admin, { schema: "public", codecs: portalCodecNames, roles });
  const files = new Map<string, string>();
  for (const { role, file, name } of TYPED_ROLES) files.set(file, await typesOf(admin, catalogue, { role, name }));
  return files;
}

async function typesOf(
  admin: Pool,
  catalogue: Catalogue,
  { role, name }: { role: string; name: string },
): Promise<string> {
  const client = await admin.connect();
  try {
    await client.query(`begin read only; set local role ${role}`);
    const { relations, routines } = await describeSchema(client, catalogue);
    const list = (lines: readonly string[]) =>
      lines.length === 0 ? " Record<never, never>;" : ` {\n${lines.join("\n")}\n    };`;
    const tables = relations.filter((one) => !one.isView).map((one) => relationType(catalogue, one));
    const views = relations.filter((one) => one.isView).map((one) => relationType(catalogue, one));
    return `// Made by npm run types from the database's catalogue: what a ${role} may read and write. Not to be edited.
type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type ${name} = {
  __InternalSupabase: { PostgrestVersion: "13" };
  public: {
    Tables:${list(tables)}
    Views:${list(views)}
    Functions:${list(merged(routines).map(([called, forms]) => `      ${key(called)}: ${forms.map(routineType).join(" | ")};`))}
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};
`;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

function relationType(catalogue: Catalogue, relation: DescribedRelation): string {
  const { columns } = relation;
  const row = columns.filter((one) => one.readable).map((one) => `${key(one.name)}: ${valueType(one)}`);
  const optional = (one: DescribedColumn) => (one.nullable || one.default !== null ? "?" : "");
  const inserted = relation.insertable ? columns.filter((one) => one.insertable) : [];
  const updated = relation.updatable ? columns.filter((one) => one.updatable) : [];
  return [
    `      ${key(relation.name)}: {`,
    `        Row: ${object(row)};`,
    `        Insert: ${object(inserted.map((one) => `${key(one.name)}${optional(one)}: ${valueType(one)}`))};`,
    `        Update: ${object(updated.map((one) => `${key(one.name)}?: ${valueType(one)}`))};`,
    `        Relationships: [${relationships(catalogue, relation).join(", ")}];`,
    "      };",
  ].join("\n");
}

function relationships(catalogue: Catalogue, { name }: DescribedRelation): string[] {
  return (catalogue.relationships.get(name) ?? []).flatMap(({ via, forward, origin, names, cardinality, target }) => {
    if (via.kind !== "columns" || !forward || (origin !== "key" && origin !== "declared")) return [];
    const columns = (side: 0 | 1) => via.pairs.map((columns) => JSON.stringify(columns[side])).join(", ");
    const oneToOne = cardinality === "one-to-one";
    return [
      `{ foreignKeyName: ${JSON.stringify(names[0])}; columns: [${columns(0)}]; isOneToOne: ${oneToOne}; referencedRelation: ${JSON.stringify(target)}; referencedColumns: [${columns(1)}] }`,
    ];
  });
}

function routineType(routine: Routine): string {
  const args = routine.arguments.filter((one) => one.name !== "");
  const given = args.map(
    (one) => `${key(one.name)}${one.optional ? "?" : ""}: ${plainType(one.type, one.category)} | null`,
  );
  const columns = routine.rows && [...routine.rows.columns.values()].filter((one) => one.shown);
  const one = columns
    ? object(columns.map((column) => `${key(column.name)}: ${plainType(column.type, column.category)} | null`))
    : routine.returnsVoid
      ? "undefined"
      : plainType(routine.returns, "");
  return `{ Args: ${args.length === 0 ? "never" : object(given)}; Returns: ${routine.setOf ? `(${one})[]` : one} }`;
}

function merged(routines: readonly Routine[]): [string, Routine[]][] {
  const byName = new Map<string, Routine[]>();
  for (const routine of routines) byName.set(routine.name, [...(byName.get(routine.name) ?? []), routine]);
  return [...byName];
}

const valueType = (one: DescribedColumn): string =>
  `${one.labels.length > 0 ? one.labels.map((label) => JSON.stringify(label)).join(" | ") : plainType(one.type, one.category)}${one.nullable ? " | null" : ""}`;

function plainType(type: string, category: string): string {
  if (type.endsWith("[]")) return `${plainType(type.slice(0, -2), "")}[]`;
  if (type === "json" || type === "jsonb" || category.startsWith("json")) return "Json";
  if (/^(smallint|integer|bigint|real|double precision|numeric)/.test(type)) return "number";
  return type === "boolean" ? "boolean" : "string";
}

const object = (fields: readonly string[]): string =>
  fields.length === 0 ? "Record<never, never>" : `{ ${fields.join("; ")} }`;
const key = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name));
