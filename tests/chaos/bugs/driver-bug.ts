export interface DriverBug {
  name: string;
  /** Fault point of the wrong statement. */
  point: string;
  /** Text that stands once in the statement. */
  correct: string;
  wrong: string;
  /** Test files; one must fail. */
  seenBy: readonly string[];
}
