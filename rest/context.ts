import type { FastifyRequest } from "fastify";
import { type Catalogue, readCatalogue } from "./catalogue.ts";
import { RestError } from "./errors.ts";
import type { RestLimits, RestOptions } from "./options.ts";
import { PlanCache } from "./plan-cache.ts";

export interface RestContext {
  readonly options: RestOptions;
  readonly limits: RestLimits;
  readonly catalogues: CatalogueStore;
}

export interface Call {
  readonly context: RestContext;
  readonly request: FastifyRequest;
  readonly catalogue: Catalogue;
  readonly plans: PlanCache;
  readonly search: string;
  readonly method: string;
  /** The path where the layer is mounted. */
  readonly prefix: string;
  readonly path: string;
}

export interface RestReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

interface Loaded {
  readonly catalogue: Catalogue;
  readonly plans: PlanCache;
}

/** Callers can name missing tables at will; this limits how often the catalogue is read again. */
const REFRESH_PAUSE_MS = 5_000;

export class CatalogueStore {
  private readonly options: RestOptions;
  private readonly maxPlans: number;
  private loaded = new Map<string, Loaded>();
  private refreshedAt = Number.NEGATIVE_INFINITY;
  private refreshing: Promise<void> | null = null;
  /** Counts how often the database turned out to differ from the catalogue. */
  private changes = 0;

  constructor(options: RestOptions, maxPlans: number) {
    this.options = options;
    this.maxPlans = maxPlans;
  }

  get schemas(): readonly string[] {
    return [this.options.schema, ...(this.options.extraSchemas ?? [])];
  }

  get generation(): number {
    return this.changes;
  }

  get(schema: string): Loaded {
    const loaded = this.loaded.get(schema);
    if (!loaded) throw new RestError(503, "PGRST002", "Could not query the database for the schema cache. Try again.");
    return loaded;
  }

  find(schema: string): Catalogue | undefined {
    return this.loaded.get(schema)?.catalogue;
  }

  /** Replaces all schemas together; rejects and keeps the old ones when PostgreSQL fails. */
  async reload(): Promise<void> {
    const fresh = new Map<string, Loaded>();
    for (const schema of this.schemas) {
      const codecs = schema === this.options.schema ? this.options.codecs : [];
      const catalogue = await readCatalogue(this.options.pool, {
        schema,
        codecs,
        roles: this.options.roles ?? null,
      });
      const known = this.loaded.get(schema);
      // An unchanged catalogue keeps its plans and prepared statements.
      if (known?.catalogue.fingerprint === catalogue.fingerprint) fresh.set(schema, known);
      else fresh.set(schema, { catalogue, plans: new PlanCache(this.maxPlans, catalogue.fingerprint) });
    }
    if ([...fresh].some(([schema, loaded]) => this.loaded.get(schema) !== loaded)) this.changes += 1;
    this.loaded = fresh;
  }

  /**
   * Reads the catalogue again after a missing name; failures go to `report`. Returns whether the database is another than at `generation`:
   * a call that failed then succeeds when it is made again.
   */
  async hasChanged(generation: number, now: number, report: (error: unknown) => void): Promise<boolean> {
    if (this.changes !== generation) return true;
    if (this.refreshing === null && now - this.refreshedAt >= REFRESH_PAUSE_MS) {
      this.refreshedAt = now;
      this.refreshing = this.reload()
        .catch(report)
        .finally(() => {
          this.refreshing = null;
        });
    }
    await this.refreshing;
    return this.changes !== generation;
  }
}
