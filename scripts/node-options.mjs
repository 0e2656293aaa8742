// How Node runs the server, wherever it is started: npm start, npm run demo, the measurements, and docs/deploy.md.
import { join } from "node:path";
import { modules } from "./run-support.mjs";

/**
 * V8's young generation grows by default to three times 32 MB and never shrinks again, which an idle server pays for. With
 * 16 MB, work that does nothing but make JSON takes a tenth longer.
 */
export const SERVER_FLAGS = ["--max-semi-space-size=16"];

/** Where Node keeps compiled modules, and TypeScript with its types taken off, for the next start. */
const COMPILE_CACHE = join(modules, ".cache", "portal-node");

/** The environment with Node's compile cache, unless it names one already. A folder that cannot be written is no error. */
export function withCompileCache(env) {
  return { ...env, NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE || COMPILE_CACHE };
}
