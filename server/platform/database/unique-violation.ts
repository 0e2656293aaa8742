import { DatabaseError } from "pg";

const UNIQUE_VIOLATION = "23505";

/** Tells whether PostgreSQL refused a row because an equal one exists; with `constraint`, only for that constraint or index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof DatabaseError) || error.code !== UNIQUE_VIOLATION) return false;
  return constraint === undefined || error.constraint === constraint;
}
