// `npm run rest -- --database URL --schema NAME --role NAME --port N`: starts the table layer alone, on any database.
import Fastify from "fastify";
import { Pool } from "pg";
import { restPlugin } from "#rest/rest-plugin.ts";
import { roleTransaction } from "#rest/role-transaction.ts";
import { readCli } from "./lib/cli.ts";

const USAGE = `npm run rest -- --database URL --role NAME [--schema NAME,…] [--port N]

Serves the schema at /rest/v1 and at / in the manner of PostgREST. Every call runs as the role given; there are no tokens, so keep it on loopback.`;

const { values } = readCli({
  usage: USAGE,
  options: {
    database: { type: "string", help: "address of the PostgreSQL database" },
    role: { type: "string", help: "as which calls run" },
    schema: { type: "string", default: "public", help: "or several, between commas" },
    port: { type: "integer", default: 0, help: "0 takes a free one" },
    host: { type: "string", default: "127.0.0.1" },
    "jwt-claims": { type: "string", help: "JSON that policies read as the token's claims" },
    "max-rows": { type: "integer", help: "most rows of an answer" },
  },
});
if (values.database === undefined || values.role === undefined) {
  console.error(USAGE);
  process.exit(2);
}

const [schema = "public", ...extraSchemas] = values.schema.split(",").map((name) => name.trim());
const claims = values["jwt-claims"];
if (claims !== undefined) JSON.parse(claims);

const pool = new Pool({ connectionString: values.database, max: 10, connectionTimeoutMillis: 5_000 });
pool.on("error", (error) => console.error(`a connection to the database was lost: ${error.message}`));

const app = Fastify({ logger: { level: process.env.LOG_LEVEL ?? "error" } });
const rest = restPlugin({
  schema,
  extraSchemas,
  pool,
  codecs: [],
  allowRollback: true,
  transaction: roleTransaction(pool, claims === undefined ? { role: values.role } : { role: values.role, claims }),
  ...(values["max-rows"] === undefined ? {} : { limits: { maxRows: values["max-rows"] } }),
});
await app.register(rest, { prefix: "/rest/v1" });
await app.register(rest, { prefix: "/" });

process.on("SIGHUP", () => {
  rest.reload().catch((error: unknown) => console.error("the catalogue could not be read again", error));
});
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    app
      .close()
      .then(() => pool.end())
      .catch((error: unknown) => {
        console.error(error);
        process.exitCode = 1;
      });
  });
}

const origin = await app.listen({ host: values.host, port: values.port });
console.log(`ready ${origin}/rest/v1`);
