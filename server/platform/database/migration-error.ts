export type MigrationErrorCode =
  | "database_before_release"
  | "database_newer_than_code"
  | "migration_edited"
  | "migration_out_of_order"
  | "migration_files_invalid"
  | "migration_failed"
  | "database_busy"
  | "server_too_old"
  | "restore_unfinished";

export class MigrationError extends Error {
  override readonly name = "MigrationError";
  readonly code: MigrationErrorCode;

  constructor(code: MigrationErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
