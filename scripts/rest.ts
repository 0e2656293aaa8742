// `npm run rest -- --database URL --schema NAME --role NAME --port N`: the table layer alone, on any database.
import { parseArgs } from "node:util";
import Fastify from "fastify";
import { Pool } from "pg";
import { restPlugin } from "#rest/rest-plugin.ts";
import { roleTransaction } from "#rest/role-transaction.ts";

const USAGE = `npm run rest -- --database URL --schema NAME[,NAME…] --role NAME --port N [--host 127.0.0.1] [--jwt-claims JSON] [--max-rows N]

Serves the schema at /rest/v1 and at / in the manner of PostgREST. Every call runs as the role given; there are no tokens, so keep it on loopback.`;

const { values } = parseArgs({
  options: {
    database: { type: "string" },
    schema: { type: "string", default: "public" },
    role: { type: "string" },
    port: { type: "string", default: "0" },
    host: { type: "string", default: "127.0.0.1" },
    "jwt-claims": { type: "string" },
    "max-rows": { type: "string" },
    help: { type: "boolean", default: false },
  },
});

if (values.help || values.database === undefined || values.role === undefined) {
  console.error(USAGE);
  process.exit(values.help ? 0 : 2);
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
  ...(values["max-rows"] === undefined ? {} : { limits: { maxRows: Number(values["max-rows"]) } }),
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

const origin = await app.listen({ host: values.host, port: Number(values.port) });
console.log(`ready ${origin}/rest/v1`);
