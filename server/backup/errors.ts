/** The error of an update that was not begun, was stopped, or cannot be taken back. Its message says what was kept and what to do. */
export class UpdateError extends Error {
  override readonly name = "UpdateError";
}

export class BackupError extends Error {
  override name = "BackupError";
  readonly code:
    | "no_portal"
    | "not_a_backup"
    | "newer_format"
    | "wrong_key"
    | "damaged"
    | "cut_short"
    | "newer_schema"
    | "other_history"
    | "other_secret_key"
    | "not_recovered"
    | "not_empty"
    | "rows_missing";

  constructor(code: BackupError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
