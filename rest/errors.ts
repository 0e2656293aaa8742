export interface RestErrorBody {
  readonly code: string;
  readonly message: string;
  readonly details: unknown;
  readonly hint: string | null;
}

export class RestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: unknown; hint?: string | null; cause?: unknown; headers?: Record<string, string> } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = "RestError";
    this.status = status;
    this.code = code;
    this.details = more.details ?? null;
    this.hint = more.hint ?? null;
    this.headers = more.headers ?? {};
  }

  body(): RestErrorBody {
    return { code: this.code, message: this.message, details: this.details, hint: this.hint };
  }
}

/** Makes a parse error. `what` names the parameter, `text` is its value, `at` the 0-based position. */
export function parseError(what: string, text: string, at: number, details: string): RestError {
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  return new RestError(400, "PGRST100", `"failed to parse ${what} (${shown})" (line 1, column ${at + 1})`, { details });
}

export const invalidBody = (message: string): RestError => new RestError(400, "PGRST102", message);

export const tooManyEncoded = (most: number): RestError =>
  new RestError(413, "PGRST102", `A call writes an encrypted column in ${most} rows at most`);

export const unknownColumn = (relation: string, column: string): RestError =>
  new RestError(400, "42703", `column ${relation}.${column} does not exist`);

export const unknownBodyColumn = (relation: string, column: string): RestError =>
  new RestError(400, "PGRST204", `Could not find the '${column}' column of '${relation}' in the schema cache`);

export const unknownRelation = (schema: string, name: string, hint: string | null): RestError =>
  new RestError(404, "PGRST205", `Could not find the table '${schema}.${name}' in the schema cache`, { hint });

export function unknownFunction(
  schema: string,
  name: string,
  given: readonly string[],
  hint: string | null = null,
): RestError {
  const shown = given.map((key) => key.slice(0, 63)).slice(0, 20);
  const called = shown.length === 0 ? `${schema}.${name} without parameters` : `${schema}.${name}(${shown.join(", ")})`;
  const searched =
    shown.length === 0 ? "without parameters" : `with parameter${shown.length > 1 ? "s" : ""} ${shown.join(", ")}`;
  return new RestError(404, "PGRST202", `Could not find the function ${called} in the schema cache`, {
    details: `Searched for the function ${schema}.${name} ${searched} or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.`,
    hint,
  });
}

export const notEmbedded = (name: string): RestError =>
  new RestError(400, "PGRST108", `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });

export const notSupported = (message: string, hint: string | null = null): RestError =>
  new RestError(400, "PGRST127", message, { hint });

export const tooLarge = (message: string): RestError => new RestError(400, "PGRST100", message);

/** Thrown inside the transaction, so the write is undone. */
export const replyTooLarge = (budget: number): RestError =>
  new RestError(413, "PGRST127", `The reply would be larger than ${budget} bytes`, {
    details: "Nothing was changed. The budget is for all rows of the reply, embedded ones included.",
    hint: "Ask for fewer rows (limit), fewer columns, or for the embedded rows in calls of their own.",
  });

export const notOneRow = (rows: number): RestError =>
  new RestError(406, "PGRST116", "Cannot coerce the result to a single JSON object", {
    details: `The result contains ${rows} rows`,
  });

/** Makes a 416. `total` is the number of rows, where it was counted. */
export const rangeNotSatisfiable = (details: string, total: number | null = null): RestError =>
  new RestError(416, "PGRST103", "Requested range not satisfiable", {
    details,
    headers: total === null ? {} : { "content-range": `*/${total}` },
  });
