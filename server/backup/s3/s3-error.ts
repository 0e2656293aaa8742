// Why a call of an S3 address failed. S3's own code decides; its words stay out, because they repeat parts of the signature.
import type { BackupTrouble } from "#contract/backups.ts";
import { ownWord } from "#contract/own-word.ts";

export class S3Error extends Error {
  override readonly name = "S3Error";
  /** S3's code, such as NoSuchKey; empty where nothing was answered. */
  readonly code: string;
  readonly trouble: BackupTrouble;
  /** The same call may succeed soon. */
  readonly passes: boolean;

  constructor(
    message: string,
    { code = "", trouble, passes = false }: { code?: string; trouble: BackupTrouble; passes?: boolean },
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.trouble = trouble;
    this.passes = passes;
  }
}

const OF_CODE: Record<string, BackupTrouble> = {
  RequestTimeTooSkewed: "s3_clock",
  NoSuchBucket: "s3_missing",
  InvalidBucketName: "s3_missing",
  AuthorizationHeaderMalformed: "s3_region",
  PermanentRedirect: "s3_region",
  IllegalLocationConstraintException: "s3_region",
  NoSuchKey: "file_missing",
  QuotaExceeded: "s3_full",
  XMinioStorageFull: "s3_full",
  SlowDown: "s3_busy",
  RequestTimeout: "s3_unreachable",
};
const OF_STATUS: Record<string, BackupTrouble> = {
  "301": "s3_region",
  "307": "s3_region",
  "401": "s3_refused",
  "403": "s3_refused",
  "429": "s3_busy",
  "500": "s3_busy",
  "502": "s3_busy",
  "503": "s3_busy",
  "504": "s3_busy",
  "507": "s3_full",
};

/** A code of S3. Other texts are not repeated in logs: the storage could write anything, and megabytes of it. */
const CODE = /^[A-Za-z0-9.]{1,64}$/;

/** Makes the error of a refused call. `what` names the call, without anything secret. */
export function s3Refusal(what: string, status: number, answered: string): S3Error {
  const code = CODE.test(answered) ? answered : "";
  const trouble = ownWord(OF_CODE, code) ?? ownWord(OF_STATUS, String(status)) ?? "unexpected";
  const passes = trouble === "s3_busy" || trouble === "s3_unreachable";
  return new S3Error(`${what} was answered with ${status} ${code}`.trimEnd(), { code, trouble, passes });
}
