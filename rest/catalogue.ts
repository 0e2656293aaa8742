import { createHash } from "node:crypto";
import type pg from "pg";
import {
  FOREIGN_KEYS,
  foreignKeyRows,
  RELATIONS,
  type RelationRow,
  ROUTINES,
  type RoutineRow,
  relationRows,
  routineRows,
} from "./catalogue-queries.ts";
import type { Column, Relation, Routine } from "./catalogue-types.ts";
import type { ColumnCodec } from "./codecs.ts";
import { buildRelationships, type Relationship } from "./relationships.ts";

export interface Catalogue {
  readonly schema: string;
  readonly relations: ReadonlyMap<string, Relation>;
  readonly routines: ReadonlyMap<string, readonly Routine[]>;
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>;
  readonly fingerprint: string;
}

export interface CatalogueOptions {
  readonly schema: string;
  readonly codecs: readonly ColumnCodec[];
  readonly roles: readonly string[] | null;
}

const ignore = (): void => undefined;

/** Reads the catalogue in one snapshot. The empty search path makes PostgreSQL qualify types and defaults. */
export async function readCatalogue(pool: pg.Pool, options: CatalogueOptions): Promise<Catalogue> {
  const client = await pool.connect();
  // Without a listener, a killed connection ends the process.
  client.on("error", ignore);
  try {
    await client.query("begin isolation level repeatable read read only; set local search_path = pg_catalog");
    const relations = await client.query(RELATIONS, [options.schema, options.roles]);
    const foreignKeys = await client.query(FOREIGN_KEYS);
    const routines = await client.query(ROUTINES, [options.schema]);
    await client.query("commit");
    client.off("error", ignore);
    client.release();
    return buildCatalogue(options, {
      relations: relationRows.parse(relations.rows),
      foreignKeys: foreignKeyRows.parse(foreignKeys.rows),
      routines: routineRows.parse(routines.rows),
    });
  } catch (error) {
    client.off("error", ignore);
    client.release(true);
    throw error;
  }
}

interface Rows {
  readonly relations: readonly RelationRow[];
  readonly foreignKeys: ReturnType<typeof foreignKeyRows.parse>;
  readonly routines: readonly RoutineRow[];
}

function buildCatalogue(options: CatalogueOptions, rows: Rows): Catalogue {
  const relations = new Map<string, Relation>();
  const computedOf = computedColumns(options.schema, rows);
  for (const row of rows.relations) {
    if (!row.exposed) continue;
    relations.set(row.name, relationFrom(row, options, computedOf.get(row.oid) ?? new Map()));
  }
  const byOid = new Map(rows.relations.filter((row) => row.exposed).map((row) => [row.oid, row.name]));
  const routines = new Map<string, Routine[]>();
  const rowFunctions: { routine: Routine; row: RoutineRow; from: string; to: string }[] = [];
  for (const row of rows.routines) {
    const target = byOid.get(row.returnsRelation);
    const routine = routineFrom(options.schema, row, target === undefined ? undefined : relations.get(target));
    const from = rowArgument(row, byOid);
    if (from !== undefined && target !== undefined) rowFunctions.push({ routine, row, from, to: target });
    routines.set(row.name, [...(routines.get(row.name) ?? []), routine]);
  }
  return {
    schema: options.schema,
    relations,
    routines,
    relationships: buildRelationships({ ...rows, rowFunctions }),
    fingerprint: createHash("sha256").update(JSON.stringify(rows)).digest("base64url"),
  };
}

function relationFrom(row: RelationRow, options: CatalogueOptions, computed: ReadonlyMap<string, Routine>): Relation {
  const codecs = options.codecs.filter((codec) => codec.table === row.name);
  const masks = new Set(codecs.map((codec) => codec.readAs));
  const nameAt = new Map(row.columns.map((column) => [column.position, column.name]));
  const columns = new Map<string, Column>();
  for (const column of row.columns) {
    const codec = codecs.find((candidate) => candidate.column === column.name) ?? null;
    columns.set(column.name, {
      name: column.name,
      type: column.type,
      category: column.category,
      default: column.default,
      readName: codec?.readAs ?? column.name,
      shown: codec !== null || (column.readable && !masks.has(column.name)),
      codec,
    });
  }
  const primary = row.keys.find((key) => key.primary)?.columns ?? [];
  return {
    name: row.name,
    schema: options.schema,
    isView: row.kind === "v" || row.kind === "m",
    ofRoutine: false,
    columns,
    primaryKey: primary.map((position) => nameAt.get(position) ?? "").filter((name) => name !== ""),
    computed,
    codecs,
  };
}

const isInput = (mode: string): boolean => mode === "i" || mode === "b" || mode === "v";

function rowArgument(row: RoutineRow, byOid: ReadonlyMap<string, string>): string | undefined {
  const inputs = row.arguments.filter((argument) => isInput(argument.mode));
  return inputs.length === 1 && inputs[0] ? byOid.get(inputs[0].relation) : undefined;
}

function routineFrom(schema: string, row: RoutineRow, returned: Relation | undefined): Routine {
  const inputs = row.arguments.filter((argument) => isInput(argument.mode));
  const outputs = row.arguments.filter(
    (argument) => argument.mode === "t" || argument.mode === "o" || argument.mode === "b",
  );
  const composite = outputs.length > 1 || outputs.some((output) => output.mode === "t") ? outputs : row.returnsColumns;
  return {
    name: row.name,
    comment: row.comment,
    schema,
    setOf: row.setOf,
    readOnly: row.volatility !== "v",
    arguments: inputs.map((argument, at) => ({
      name: argument.name,
      type: argument.type,
      category: argument.category,
      optional: at >= inputs.length - row.defaults,
    })),
    rows: returned ?? (composite.length > 0 ? rowsOf(schema, row.name, composite) : null),
    returns: row.returns,
    returnsVoid: row.returns === "void",
  };
}

function rowsOf(
  schema: string,
  name: string,
  outputs: readonly { name: string; type: string; category: string }[],
): Relation {
  const columns = new Map<string, Column>();
  for (const output of outputs) {
    columns.set(output.name, {
      name: output.name,
      type: output.type,
      category: output.category,
      default: null,
      readName: output.name,
      shown: true,
      codec: null,
    });
  }
  return { name, schema, isView: false, ofRoutine: true, columns, primaryKey: [], computed: new Map(), codecs: [] };
}

function computedColumns(schema: string, rows: Rows): Map<string, Map<string, Routine>> {
  const found = new Map<string, Map<string, Routine>>();
  const exposed = new Set(rows.relations.filter((row) => row.exposed).map((row) => row.oid));
  for (const row of rows.routines) {
    const inputs = row.arguments.filter((argument) => isInput(argument.mode));
    const of = inputs.length === 1 ? inputs[0]?.relation : undefined;
    if (of === undefined || !exposed.has(of) || row.setOf || row.returnsRelation !== "0" || row.returns === "void")
      continue;
    const routine = routineFrom(schema, row, undefined);
    found.set(of, (found.get(of) ?? new Map<string, Routine>()).set(row.name, routine));
  }
  return found;
}
