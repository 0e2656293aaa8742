import type { SupabaseClient } from "@supabase/supabase-js";
import type { Random } from "#scripts/seed/random.ts";
import type { World } from "../world/world.ts";

export interface Fault {
  name: string;
  /** Runs before the operation is sent; `system` is the client that sends it. */
  before?(system: SupabaseClient): Promise<void> | void;
  during?(): Promise<void>;
  /** Runs once quiet: further events; returns what they broke. May switch to another database. */
  afterwards?(): Promise<string[]>;
  /** The fault may end a server. A server that ends under another fault breaks a promise. */
  kills?: true;
  /** A device changes unnoticed; only the next comparison corrects it. */
  tampers?: true;
  /** A process resumes with stale knowledge; its last write may follow the fault. */
  lags?: true;
}

export type FaultMaker = (world: World, random: Random) => Fault;
