// One controller's redacted answers: the file that a technician sends and `npm run simulators -- --replay` reads.
import { z } from "zod";
import { pinUseSchema } from "#contract/pin-use.ts";
import { tlsVersionSchema } from "#contract/tls.ts";

/** Raised when an older reader would misread the file. */
export const TRANSCRIPT_VERSION = 1;

export const recordedCall = z.object({
  /** "pacsaxis:GetUser" or "GET /axis-cgi/param.cgi". */
  operation: z.string(),
  path: z.string(),
  args: z.unknown(),
  /** Null without an answer. */
  status: z.number().nullable(),
  /** Code of drivers/errors.ts when no answer came. */
  error: z.string().nullable(),
  reply: z.unknown(),
});
export type RecordedCall = z.infer<typeof recordedCall>;

const dryRun = z.object({ granted: z.boolean(), reason: z.string().nullable() }).nullable();

export const trialFacts = z.object({
  /** True if the token chosen by the portal came back for both objects. */
  tokensKept: z.boolean().nullable(),
  /** "day": the time of day was cut off. "other": another value came back. */
  validity: z.enum(["second", "day", "other"]).nullable(),
  granted: z.boolean().nullable(),
  reason: z.string().nullable(),
  /** Answer of the dry run to a PIN that nobody has. */
  wrongPin: dryRun,
  /** Answer to the right PIN with an action that the access point does not have. */
  wrongAction: dryRun.default(null),
  /** Answer to the right PIN with one digit more than the reader takes; null where the reader takes more. */
  longPin: dryRun.default(null),
  schedule: z.boolean().nullable(),
  /** Tokens still on the controller after cleaning up. */
  left: z.array(z.string()),
  /** The step that failed and its error's code; null when all steps ran. */
  stopped: z.object({ step: z.string(), code: z.string() }).nullable(),
});
export type TrialFacts = z.infer<typeof trialFacts>;

export const transcriptSchema = z.object({
  format: z.literal("field-kit"),
  version: z.literal(TRANSCRIPT_VERSION),
  vendor: z.literal("axis"),
  askedAt: z.iso.datetime(),
  connection: z.object({
    scheme: z.enum(["http", "https"]),
    /** Challenges offered: "digest MD5", "digest SHA-256", "basic". */
    offered: z.array(z.string()),
    clockSkewMs: z.number().nullable(),
    certificateEnd: z.iso.datetime().nullable(),
    /** The agreed version; null without TLS. */
    tls: tlsVersionSchema.nullable().default(null),
  }),
  identity: z.object({ model: z.string().nullable(), firmware: z.string().nullable() }).nullable(),
  /** Doors as the portal would show them; null when they could not be read. */
  doors: z
    .array(z.object({ pinMin: z.number().nullable(), pinMax: z.number().nullable(), pinUse: pinUseSchema }))
    .nullable(),
  /** Objects of an earlier trial, found at the beginning. */
  found: z.array(z.string()),
  trial: trialFacts.nullable(),
  /** Code of the error that ended the questions early; null when all were asked. */
  stopped: z.string().nullable(),
  calls: z.array(recordedCall),
});
export type Transcript = z.infer<typeof transcriptSchema>;
