import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { callFunction } from "./call-function.ts";
import { type Call, CatalogueStore, type RestContext, type RestReply } from "./context.ts";
import { RestError, type RestErrorBody, replyTooLarge, unknownRelation } from "./errors.ts";
import { nearest } from "./nearest.ts";
import { describeRoot } from "./open-api.ts";
import { DEFAULT_LIMITS, type RestOptions } from "./options.ts";
import { parseProfile } from "./parse-headers.ts";
import { readTable } from "./read-table.ts";
import { isOverBudget } from "./reply-budget.ts";
import { isStale, pgFailure } from "./sqlstate.ts";
import { writeTable } from "./write-table.ts";

export interface RestPlugin {
  (app: FastifyInstance): Promise<void>;
  /** Reads the catalogue again and drops every plan; rejects and keeps the old one when PostgreSQL fails. */
  reload(): Promise<void>;
}

const METHODS = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"];

/** Creates the plugin. It reads the schema when it is registered. */
export function restPlugin(options: RestOptions): RestPlugin {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const catalogues = new CatalogueStore(options, limits.maxPlans);
  const context: RestContext = { options, limits, catalogues };
  const plugin = async (app: FastifyInstance): Promise<void> => {
    await catalogues.reload();
    // Most bodies go to PostgreSQL as received.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "string", bodyLimit: limits.bodyBytes }, (_request, body, done) =>
      done(null, body),
    );
    // Rows depend on the caller, so no shared cache may keep them.
    app.addHook("onRequest", async (request, reply) => {
      void reply.header("cache-control", "no-store");
      options.admit?.(request);
    });
    app.setErrorHandler((error, request, reply) => fail(context, error, request, reply));
    const handler = async (request: FastifyRequest, reply: FastifyReply) =>
      send(reply, await answerByPresent(context, request, app.prefix));
    app.route({ method: METHODS, url: "/", exposeHeadRoute: false, bodyLimit: limits.bodyBytes, handler });
    app.route({ method: METHODS, url: "/*", exposeHeadRoute: false, bodyLimit: limits.bodyBytes, handler });
  };
  return Object.assign(plugin, { reload: () => catalogues.reload() });
}

/**
 * Answers a call. If it names something that was added or removed since the catalogue was read, reads the catalogue again and repeats the
 * call once.
 */
async function answerByPresent(context: RestContext, request: FastifyRequest, prefix: string): Promise<RestReply> {
  const { generation } = context.catalogues;
  try {
    return await answer(context, request, prefix);
  } catch (error) {
    const report = (cause: unknown) => request.log.error({ err: cause }, "the catalogue could not be read again");
    if (!isStale(error) || !(await context.catalogues.hasChanged(generation, performance.now(), report))) throw error;
    return answer(context, request, prefix);
  }
}

async function answer(context: RestContext, request: FastifyRequest, prefix: string): Promise<RestReply> {
  const url = request.raw.url ?? "";
  const { maxUrlBytes } = context.limits;
  if (Buffer.byteLength(url) > maxUrlBytes)
    throw new RestError(414, "PGRST100", `The URL is longer than ${maxUrlBytes} bytes`, {
      hint: "Filter by fewer values at a time, in several calls.",
    });
  const queryAt = url.indexOf("?");
  const below = (queryAt < 0 ? url : url.slice(0, queryAt)).slice(prefix === "/" ? 0 : prefix.length);
  const path = segments(below);
  const method = request.method;
  const schema = parseProfile(request.headers, method === "GET" || method === "HEAD", context.catalogues.schemas);
  const { catalogue, plans } = context.catalogues.get(schema);
  const search = queryAt < 0 ? "" : url.slice(queryAt + 1);
  const call: Call = {
    context,
    request,
    catalogue,
    plans,
    method,
    prefix: prefix === "" ? "/" : prefix,
    path: below,
    search,
  };
  const [first, second] = path;
  if (path.length === 2 && first === "rpc" && second !== undefined) {
    if (method !== "GET" && method !== "HEAD" && method !== "POST")
      throw new RestError(405, "PGRST101", `Cannot use the ${method} method on RPC`);
    return callFunction(call, second);
  }
  if (first === undefined) {
    if (method !== "GET" && method !== "HEAD")
      throw new RestError(405, "PGRST117", `Unsupported HTTP method: ${method}`);
    return describeRoot(call);
  }
  if (path.length > 1) throw new RestError(404, "PGRST125", "Invalid path specified in request URL");
  const relation = catalogue.relations.get(first);
  if (!relation) throw unknown(call, first);
  return method === "GET" || method === "HEAD" ? readTable(call, relation) : writeTable(call, relation);
}

function segments(path: string): readonly string[] {
  const parts = path.split("/").filter((part) => part !== "");
  try {
    return parts.map(decodeURIComponent);
  } catch (cause) {
    throw new RestError(400, "PGRST125", "Invalid path specified in request URL", { cause });
  }
}

function unknown(call: Call, name: string): RestError {
  const { schema, relations } = call.catalogue;
  const near = nearest(name, relations.keys());
  return unknownRelation(
    schema,
    name.slice(0, 100),
    near === null ? null : `Perhaps you meant the table '${schema}.${near}'`,
  );
}

function send(reply: FastifyReply, result: RestReply): FastifyReply {
  return reply
    .code(result.status)
    .headers(result.headers)
    .send(result.body ?? "");
}

function fail(context: RestContext, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, headers } = describe(context, error, request);
  if (status >= 500) request.log.error({ err: error }, "a table call failed");
  if (status === 401) reply.header("www-authenticate", "Bearer");
  if (status === 503 || status === 429) reply.header("retry-after", "1");
  if (headers) reply.headers(headers);
  return reply.code(status).type("application/json; charset=utf-8").send(JSON.stringify(body));
}

interface Failure {
  readonly status: number;
  readonly body: RestErrorBody;
  readonly headers?: Readonly<Record<string, string>>;
}

function describe(context: RestContext, error: unknown, request: FastifyRequest): Failure {
  if (isOverBudget(error)) return { status: 413, body: replyTooLarge(context.limits.maxReplyBytes).body() };
  if (error instanceof RestError) return { status: error.status, body: error.body(), headers: error.headers };
  const described = context.options.describeError?.(error, request);
  if (described) {
    return {
      status: described.status,
      body: {
        code: described.code,
        message: described.message,
        details: described.details ?? null,
        hint: described.hint ?? null,
      },
      ...(described.headers && { headers: described.headers }),
    };
  }
  const anonymous = context.options.isAnonymous?.(request) === true;
  const failure = pgFailure(error, { anonymous, catalogue: context.catalogues.find(context.options.schema) });
  if (failure) return failure;
  const status =
    error instanceof Error && "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;
  if (status < 500 && error instanceof Error)
    return { status, body: { code: "PGRST102", message: error.message, details: null, hint: null } };
  return {
    status: 500,
    body: { code: "PGRSTX00", message: "Internal error", details: null, hint: null },
  };
}
