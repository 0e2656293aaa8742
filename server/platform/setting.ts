// The form of a setting.
import type { z } from "zod";

export interface Setting<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  /** Allowed values, in Swedish and English: no language is chosen yet when a start is refused. */
  readonly rule?: readonly [swedish: string, english: string];
  readonly meaning: string;
  /** Behaviour without the setting, if the schema's default does not show it. */
  readonly without?: string;
}

/** Types a setting by its schema. */
export const entry = <Schema extends z.ZodType>(setting: Setting<Schema>): Setting<Schema> => setting;

/** Returns the parts of a list with commas. */
export const partsOf = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
