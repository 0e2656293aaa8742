import type { z } from "zod";
import { ownWord } from "#contract/own-word.ts";
import { NonsenseReplyError, ReplyTooLargeError } from "../errors.ts";
import type { NegotiatedSession } from "../negotiated-session.ts";
import { LIST_BYTES_MAX, PAGE_LIMIT, PAGES_MAX, SET_LIMIT, type Service } from "./endpoints.ts";
import { isInvalidStartReference, readResult } from "./faults.ts";
import { wirePage, wireTokens } from "./wire.ts";

export interface ListSpec<Item extends z.ZodType> {
  service: Service;
  operation: string;
  /** The first key that is present counts. */
  keys: readonly string[];
  item: Item;
  /** Objects of a page; fewer where each may be long. */
  limit?: number;
}

export interface AxisClient {
  call(service: Service, operation: string, args: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Lists all pages, each object once. Starts over after a dropped page reference. */
  list<Item extends z.ZodType<{ token: string }>>(spec: ListSpec<Item>): Promise<z.infer<Item>[]>;
  /** Returns the existing objects, in no order. */
  get<Item extends z.ZodType<{ token: string }>>(
    spec: ListSpec<Item>,
    tokens: readonly string[],
  ): Promise<z.infer<Item>[]>;
  /** Writes objects in as few calls as the device takes. */
  set(service: Service, operation: string, key: string, ...objects: readonly { token: string }[]): Promise<void>;
}

const RESTARTS_MAX = 3;

type Ask = (...question: Parameters<AxisClient["call"]>) => ReturnType<NegotiatedSession["send"]>;

/**
 * Creates the client of the unit's interface. `list` reads all pages, and begins again when the unit forgets the reading. Its calls throw
 * DeviceError.
 */
export function createAxisClient(session: NegotiatedSession): AxisClient {
  const ask: Ask = (service, operation, args) => {
    const body = JSON.stringify({ [operation]: args });
    const headers = { "content-type": "application/json" };
    return session.send({ method: "POST", path: service, headers, body });
  };
  const call: AxisClient["call"] = async (...question) => readResult(await ask(...question));

  return {
    call,
    async list(spec) {
      for (let restart = 0; ; restart += 1) {
        try {
          return await readPages(ask, spec);
        } catch (error) {
          if (!isInvalidStartReference(error) || restart >= RESTARTS_MAX) throw error;
        }
      }
    },
    async get(spec, tokens) {
      const desired = [...new Set(tokens)];
      const found: z.infer<typeof spec.item>[] = [];
      // The documents disagree on whether an empty list means none or all.
      for (let at = 0; at < desired.length; at += PAGE_LIMIT) {
        const Token = desired.slice(at, at + PAGE_LIMIT);
        const items = readItems(spec, await call(spec.service, spec.operation, { Token }));
        found.push(...items.filter((item) => Token.includes(item.token)));
      }
      return found;
    },
    async set(service, operation, key, ...objects) {
      for (let at = 0; at < objects.length; at += SET_LIMIT) {
        const some = objects.slice(at, at + SET_LIMIT);
        const result = wireTokens.safeParse(await call(service, operation, { [key]: some }));
        if (!result.success) throw new NonsenseReplyError(`${operation} answered no token`, { cause: result.error });
        const { Token } = result.data;
        if (some.some(({ token }) => !Token.includes(token)))
          throw new NonsenseReplyError(`${operation} answered another token`);
      }
    },
  };
}

/** Reads all pages of a list; keeps the first of two objects with one token. */
async function readPages<Item extends z.ZodType<{ token: string }>>(
  ask: Ask,
  spec: ListSpec<Item>,
): Promise<z.infer<Item>[]> {
  const found = new Map<string, z.infer<Item>>();
  const references = new Set<string>();
  let reference = "";
  let bytes = 0;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const args = { Limit: spec.limit ?? PAGE_LIMIT, ...(reference === "" ? {} : { StartReference: reference }) };
    const reply = await ask(spec.service, spec.operation, args);
    bytes += reply.text.length;
    if (bytes > LIST_BYTES_MAX) throw new ReplyTooLargeError(LIST_BYTES_MAX);
    const result = readResult(reply);
    for (const item of readItems(spec, result)) if (!found.has(item.token)) found.set(item.token, item);
    reference = nextPage(spec, result);
    if (reference === "") return [...found.values()];
    if (references.has(reference)) throw new NonsenseReplyError(`${spec.operation} repeats a page`);
    references.add(reference);
  }
  throw new NonsenseReplyError(`${spec.operation} has no end`);
}

function nextPage({ operation }: Pick<ListSpec<z.ZodType>, "operation">, result: Record<string, unknown>): string {
  const page = wirePage.safeParse(result);
  if (page.success) return page.data.NextStartReference;
  throw new NonsenseReplyError(`${operation} names its next page in an unknown shape`, { cause: page.error });
}

/** Reads items. One object without a token fails the reply: skipping it would show a PIN as gone. */
function readItems<Item extends z.ZodType>(spec: ListSpec<Item>, result: Record<string, unknown>): z.infer<Item>[] {
  const list = spec.keys.map((key) => ownWord(result, key)).find((value) => value !== undefined && value !== null);
  if (list === undefined || list === "") return [];
  const parsed = spec.item.array().safeParse(list);
  if (parsed.success) return parsed.data;
  throw new NonsenseReplyError(`${spec.operation} in an unknown shape`, { cause: parsed.error });
}
