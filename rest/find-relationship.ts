import type { Catalogue } from "./catalogue.ts";
import type { Relation } from "./catalogue-types.ts";
import { RestError } from "./errors.ts";
import { nearest } from "./nearest.ts";
import type { Relationship, Via } from "./relationships.ts";

/** Finds a relationship. Throws PGRST200 (none) or PGRST201 (several). A direct relation wins over a join table, unless hinted. */
export function findRelationship(
  catalogue: Catalogue,
  from: Relation,
  target: string,
  hint: string | undefined,
): Relationship {
  const candidates = (catalogue.relationships.get(from.name) ?? []).filter((candidate) =>
    matches(candidate, target, hint),
  );
  const made = candidates.filter((candidate) => candidate.origin === "function" || candidate.origin === "declared");
  const direct = candidates.filter((candidate) => candidate.origin !== "junction");
  const found = made.length > 0 ? made : direct.length > 0 ? direct : candidates;
  if (found.length > 1) throw ambiguous(from.name, target, found);
  if (!found[0]) throw missing(catalogue, from.name, target, hint);
  return found[0];
}

function matches(candidate: Relationship, target: string, hint: string | undefined): boolean {
  const { via } = candidate;
  if (via.kind === "function") return via.routine.name === target;
  const named = target === candidate.target;
  const byConstraint = candidate.names.includes(target) && !candidate.targetIsView && via.kind === "columns";
  const byColumn = candidate.forward && !candidate.targetIsView && nearColumn(via) === target;
  // In a self reference, the table's name means the referring rows and its column the row referred to.
  if (candidate.from === candidate.target && via.kind === "columns") {
    if (hint === undefined) return byColumn || (named && !candidate.forward);
    return named && !candidate.forward && (candidate.names.includes(hint) || far(via).includes(hint));
  }
  if (hint === undefined) return named || byConstraint || byColumn;
  const hinted =
    candidate.names.includes(hint) ||
    near(via).includes(hint) ||
    far(via).includes(hint) ||
    (via.kind === "junction" && via.junction === hint);
  return named && hinted;
}

const nearColumn = (via: Via): string | undefined => (near(via).length === 1 ? near(via)[0] : undefined);

const near = (via: Via): readonly string[] => (via.kind === "columns" ? via.pairs.map(([from]) => from) : []);
const far = (via: Via): readonly string[] => (via.kind === "columns" ? via.pairs.map(([, to]) => to) : []);

function missing(catalogue: Catalogue, from: string, target: string, hint: string | undefined): RestError {
  const hinted = hint === undefined ? "" : ` using the hint '${hint}'`;
  const known = (catalogue.relationships.get(from) ?? []).map((candidate) => candidate.target);
  const meant = nearest(target, known);
  return new RestError(
    400,
    "PGRST200",
    `Could not find a relationship between '${from}' and '${target}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${from}' and '${target}'${hinted} in the schema '${catalogue.schema}', but no matches were found.`,
      hint: meant === null ? null : `Perhaps you meant '${meant}' instead of '${target}'.`,
    },
  );
}

function ambiguous(from: string, target: string, found: readonly Relationship[]): RestError {
  const choices = found.map((candidate) => `'${target}!${hintFor(candidate)}'`).join(", ");
  return new RestError(
    300,
    "PGRST201",
    `Could not embed because more than one relationship was found for '${from}' and '${target}'`,
    {
      details: found.map((candidate) => ({
        cardinality: candidate.cardinality,
        embedding: `${from} with ${candidate.target}`,
        relationship: describe(candidate),
      })),
      hint: `Try changing '${target}' to one of the following: ${choices}. Find the desired relationship in the 'details' key.`,
    },
  );
}

const hintFor = (candidate: Relationship): string =>
  candidate.via.kind === "junction" ? candidate.via.junction : (candidate.names[0] ?? candidate.target);

function describe(candidate: Relationship): string {
  const { via } = candidate;
  if (via.kind === "function") return `${via.routine.name}(${candidate.from})`;
  if (via.kind === "columns") {
    return `${candidate.names[0]} using ${candidate.from}(${near(via).join(", ")}) and ${candidate.target}(${far(via).join(", ")})`;
  }
  const here = via.near.map(([, join]) => join).join(", ");
  const there = via.far.map(([join]) => join).join(", ");
  return `${via.junction} using ${candidate.names[0]}(${here}) and ${candidate.names[1]}(${there})`;
}
