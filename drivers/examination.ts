// The questions of the field kit to a unit, and its answers.
import type { Finding } from "#contract/field-kit.ts";

/** A unit's answers to all questions that its driver relies on. Neither part holds a name, PIN, account, address or serial. */
export interface Examination {
  transcript: Record<string, unknown>;
  findings: Finding[];
}

export interface ExaminationLimits {
  /** Throws when nothing more may be sent; that ends the examination. */
  beforeCall: () => void;
  /** Ends the examination early; answers so far are kept. */
  signal: AbortSignal;
}
