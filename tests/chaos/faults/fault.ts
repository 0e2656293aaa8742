// What every fault is made of.
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Random } from "#scripts/seed/random.ts";
import type { World } from "../world/world.ts";

export interface Fault {
  name: string;
  /** Before the operation is sent; `system` is the client that will send it. */
  before?(system: SupabaseClient): Promise<void> | void;
  /** While it is under way. */
  during?(): Promise<void>;
  /** When all is quiet again: more that happens, and what it broke. The database may be another one after it. */
  afterwards?(): Promise<string[]>;
  /** A server may end by it. Under any other fault one that ends has broken a promise. */
  kills?: true;
  /** A device changes without being told, and is right again after the next comparison, no sooner. */
  tampers?: true;
  /** A process works on with what it knew before: what it does last comes a moment after the fault is over. */
  lags?: true;
}

export type FaultMaker = (world: World, random: Random) => Fault;
