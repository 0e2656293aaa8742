// Pages lists; references work once and expire.
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { invalidValue } from "./fault.ts";
import { readArguments } from "./read-arguments.ts";
import type { AxisState } from "./state.ts";

const MAX_REFERENCES = 200;

const listArguments = z.strictObject({
  Limit: z.int().min(1).optional(),
  StartReference: z.string().optional(),
});

interface OpenList {
  operation: string;
  tokens: string[];
  expires: number;
}

export class Paging {
  #open = new Map<string, OpenList>();

  page<Item>(
    state: AxisState,
    list: {
      operation: string;
      key: string;
      items: Map<string, Item>;
      args: unknown;
      show?: (item: Item, state: AxisState) => unknown;
    },
  ): Record<string, unknown> {
    const { Limit, StartReference } = readArguments(listArguments, list.args, list.operation);
    const tokens = StartReference ? this.#take(StartReference, list.operation, state) : [...list.items.keys()];
    const size = Math.min(Limit ?? state.switches.pageCap, state.switches.pageCap);
    const page = tokens.slice(0, size).flatMap((token) => list.items.get(token) ?? []);
    const rest = tokens.slice(size);
    const body: Record<string, unknown> = {};
    if (page.length > 0 || state.switches.emptyListAsArray) {
      body[list.key] = list.show ? page.map((item) => list.show?.(item, state)) : page;
    }
    if (rest.length > 0) body["NextStartReference"] = this.#keep(rest, list.operation, state);
    return body;
  }

  clear(): void {
    this.#open.clear();
  }

  #take(reference: string, operation: string, state: AxisState): string[] {
    const open = this.#open.get(reference);
    this.#open.delete(reference);
    if (!open || open.operation !== operation || open.expires < state.clock.world()) {
      throw invalidValue("ter:InvalidStartReference", "Invalid start reference");
    }
    return open.tokens;
  }

  #keep(tokens: string[], operation: string, state: AxisState): string {
    const reference = randomBytes(12).toString("base64url");
    const expires = state.clock.world() + state.switches.startReferenceLifeMs;
    this.#open.set(reference, { operation, tokens, expires });
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_REFERENCES && oldest !== undefined) this.#open.delete(oldest);
    return reference;
  }
}
