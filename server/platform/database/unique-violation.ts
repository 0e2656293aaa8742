import { DatabaseError } from "pg";

const UNIQUE_VIOLATION = "23505";

/** PostgreSQL refused a row because there is one like it; of that constraint or index, where it is named. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof DatabaseError) || error.code !== UNIQUE_VIOLATION) return false;
  return constraint === undefined || error.constraint === constraint;
}
