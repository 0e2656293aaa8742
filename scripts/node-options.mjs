// Node's options for the server: npm start, npm run demo, measurements and docs/deploy.md.
import { join } from "node:path";
import { modules } from "./run-support.mjs";

/**
 * Otherwise V8's young generation grows to three times 32 MB and stays. 8 keep an idle server under 160 MB; the gate's decisions take as
 * long as with 16 (docs/performance.md).
 */
export const SERVER_FLAGS = ["--max-semi-space-size=8"];

const COMPILE_CACHE = join(modules, ".cache", "portal-node");

/** A fixed threshold, equal to glibc's first value. Otherwise it rises with the large blocks of the start, and memory is not given back. */
const TRIM_THRESHOLD_BYTES = "131072";

/** Adds Node's compile cache and the allocator's threshold unless set. An unwritable folder is no error. */
export function nodeEnvironment(env) {
  return {
    ...env,
    NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE || COMPILE_CACHE,
    MALLOC_TRIM_THRESHOLD_: env.MALLOC_TRIM_THRESHOLD_ || TRIM_THRESHOLD_BYTES,
  };
}
