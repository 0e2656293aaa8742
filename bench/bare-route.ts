// A list's floor: a Fastify route, one json_agg, the same login, role and claims. Prints its port; ends with stdin.
import Fastify from "fastify";
import pg from "pg";

const [session, user] = [process.env["BENCH_SESSION"], process.env["BENCH_USER"]];
const pool = new pg.Pool({ connectionString: process.env["BENCH_URL"], max: 10 });
const LIST = `select coalesce(json_agg(row), '[]')::text as body from (
  select u.id, u.first_name, u.last_name, u.created_at,
    (select coalesce(json_agg(json_build_object('id', c.id, 'credential_type', c.credential_type, 'credential_value', c.display_value, 'vehicle_type', c.vehicle_type,
        'valid_from', c.valid_from, 'valid_to', c.valid_to, 'enabled', c.enabled,
        'controller_assignments', (select coalesce(json_agg(json_build_object('controller_id', a.controller_id, 'access_point_id', a.access_point_id)), '[]')
          from controller_assignments a where a.organization_id = c.organization_id and a.credential_id = c.id))), '[]')
      from credentials c where c.organization_id = u.organization_id and c.end_user_id = u.id) as credentials
  from end_users u order by u.created_at desc limit 50) row`;

const app = Fastify();
app.get("/list", async (_request, reply) => {
  const client = await pool.connect();
  try {
    await client.query("begin read only");
    await client.query({ name: "enter", text: "select * from private.enter($1, $2)", values: [session, user] });
    const { rows } = await client.query<{ body: string }>({ name: "list", text: LIST });
    await client.query("commit");
    return reply.type("application/json; charset=utf-8").send(rows[0]?.body);
  } finally {
    client.release();
  }
});
await app.listen({ host: "127.0.0.1", port: 0 });
const address = app.server.address();
console.log(
  JSON.stringify({
    url: `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`,
    readyMs: performance.now(),
  }),
);
process.stdin.on("end", () => process.exit(0)).resume();
