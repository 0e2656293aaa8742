import { randomUUID } from "node:crypto";
import { answers, noGrant, type Rule } from "./rule.ts";
import type { RuleWorld, Who } from "./world.ts";

const LINK = ["organization_controllers.controller_id", "organization_controllers.organization_id"];

/** Returns the rule for taking a controller from everybody. Each attempt uses a new gate, which one person of the north may open. */
export function takenAwayRules({ rest, call, sql, person, north }: RuleWorld): Rule[] {
  async function used(): Promise<string> {
    const [gate, car] = [randomUUID(), randomUUID()];
    await sql(
      "insert into controllers (id, name, device_type, device_ip, enabled, organization_id) values ($1, 'Tagen', 'axxon_lpr', '192.0.2.9', false, $2)",
      [gate, north],
    );
    await sql("insert into organization_controllers values ($1, $2)", [north, gate]);
    await sql(
      "insert into credentials (id, end_user_id, credential_type, credential_value, valid_to) values ($1, $2, 'license_plate', 'TAG 123', now() + interval '1 year')",
      [car, await person()],
    );
    await sql("insert into controller_assignments (credential_id, controller_id) values ($1, $2)", [car, gate]);
    return gate;
  }
  /** Returns the answer, and how many organisations and people still have the gate. */
  const tried = (says: string, ask: (gate: string) => Promise<string>) =>
    answers(says, async () => {
      const gate = await used();
      const said = await ask(gate);
      const [left] = await sql(
        `select (select count(*) from organization_controllers where controller_id = $1)
           || ' + ' || (select count(*) from controller_assignments where controller_id = $1) as left`,
        [gate],
      );
      return `${said}: ${String(left?.["left"])}`;
    });
  const unassign = async (who: Who, id: string) =>
    (await call(who, "controller-manager", { action: "UNASSIGN", id })).code;
  const links = async (who: Who, query: string, init: object) =>
    (await rest(who, `organization_controllers${query}`, init)).code;

  return [
    {
      key: "taken-from-all",
      name: "a system admin alone takes a controller from everybody, after a step-up",
      paths: {
        insert: noGrant("org_admin", "insert", ...LINK),
        update: noGrant("system_admin", "update", ...LINK),
        upsert: tried("42501: 1 + 1", (gate) =>
          links("north", "?on_conflict=organization_id,controller_id", {
            body: { organization_id: north, controller_id: gate },
            headers: { prefer: "resolution=merge-duplicates" },
          }),
        ),
        bulk: tried("42501: 1 + 1", (gate) => links("north", `?controller_id=eq.${gate}`, { method: "DELETE" })),
        nested: tried(
          "PGRST204: 1 + 1",
          async (gate) =>
            (
              await rest("system", `controllers?id=eq.${gate}`, {
                method: "PATCH",
                body: { organization_controllers: [] },
              })
            ).code,
        ),
        function: tried("done: 0 + 0", (gate) => unassign("system", gate)),
        "dry run": tried("controller_not_found: 1 + 1", () => unassign("system", randomUUID())),
        "two at once": tried("done, done: 0 + 0", async (gate) =>
          (await Promise.all([unassign("system", gate), unassign("system", gate)])).join(", "),
        ),
        "old session": tried("reauthentication_needed: 1 + 1", (gate) => unassign("systemOld", gate)),
        "another role": tried("forbidden, forbidden, insufficient_aal: 1 + 1", async (gate) =>
          [
            await unassign("north", gate),
            (await call("north", "controller-manager", { action: "UNASSIGN_DOOR", id: gate })).code,
            await unassign("halfwaySystem", gate),
          ].join(", "),
        ),
      },
    },
  ];
}
