// Rules of ids: an org admin chooses neither a new row's id nor the ids that functions find it by (security/chosen-ids.test.ts).
import { randomUUID } from "node:crypto";
import { answers, noGrant, type Rule } from "./rule.ts";
import type { RuleWorld, Who } from "./world.ts";

export function chosenRules(world: RuleWorld): Rule[] {
  const { call, sql, elsewhere, north, shared, sharedDoor, takenCredential, person, credential, freePin } = world;
  const names = { organization_id: north, first_name: "Nora", last_name: "Nord" };
  const plate = async (more: object = {}) => ({
    end_user_id: await person(),
    credential_type: "license_plate",
    credential_value: `NO ${freePin().slice(-4)}`,
    valid_to: "2036-01-01T00:00:00Z",
    ...more,
  });
  const assignment = async (more: object = {}) => ({
    credential_id: await credential(),
    controller_id: shared,
    access_point_id: sharedDoor,
    ...more,
  });
  const put = async (who: Who, table: string, body: unknown, headers = {}, at: Pick<RuleWorld, "rest"> = world) =>
    (await at.rest(who, table, { body, headers })).code;
  /** Sends each column in a row of its own, with a new id and with one that a neighbour has: the answer is the same. */
  const each = async (who: Who, headers = {}, at: Pick<RuleWorld, "rest"> = world) => {
    const said: string[] = [];
    for (const id of [randomUUID(), takenCredential]) {
      said.push(await put(who, "credentials", await plate({ id }), headers, at));
      said.push(await put(who, "end_users", { id, ...names }, headers, at));
      said.push(await put(who, "controller_assignments", await assignment({ id }), headers, at));
      said.push(await put(who, "end_users", { import_id: id, ...names }, headers, at));
    }
    said.push(await put(who, "end_users", { import_digest: "0".repeat(64), ...names }, headers, at));
    said.push(await put(who, "credentials", await plate({ pin_grams: null }), headers, at));
    return [...new Set(said)].join(", ");
  };

  return [
    {
      key: "no-chosen-id",
      name: "an org admin chooses no id of a new row, nor what functions find it by",
      paths: {
        insert: answers("42501", () => each("north")),
        update: noGrant(
          "org_admin",
          "update",
          "credentials.id",
          "end_users.id",
          "controller_assignments.id",
          "end_users.import_id",
          "end_users.import_digest",
        ),
        upsert: answers("42501", () => each("north", { prefer: "resolution=ignore-duplicates" })),
        bulk: answers("42501", async () =>
          put(
            "north",
            "end_users",
            [names, names].map((row) => ({ id: randomUUID(), ...row })),
          ),
        ),
        nested: answers("42501", async () =>
          put("north", "end_users?columns=id,organization_id,first_name,last_name", { id: takenCredential, ...names }),
        ),
        function: answers("invalid_body 1", async () => {
          const id = randomUUID();
          const payload = { id, import_id: id, ...names };
          const { code } = await call("north", "end-user-manager", { action: "CREATE", id, payload });
          const made = await sql("select from end_users where id = $1 or import_id = $1", [id]);
          return `${code} ${made.length === 0 ? 1 : "chosen"}`;
        }),
        "dry run": answers("42501", async () =>
          put(
            "north",
            "end_users?select=id",
            [
              { id: takenCredential, ...names },
              { id: randomUUID(), ...names },
            ],
            {
              accept: "application/vnd.pgrst.object+json",
              prefer: "return=representation",
            },
          ),
        ),
        "two at once": answers("42501, 42501", async () =>
          (await Promise.all([each("north"), each("north", {}, elsewhere)])).join(", "),
        ),
        "old session": answers("42501", () => each("northOld")),
        // A system admin may choose, but not an id that another row has.
        "another role": answers("23505, done", async () => {
          const [direct] = await sql(
            "insert into controller_users (controller_id, first_name, last_name) values ($1, 'Vakt', 'Nord') returning id",
            [shared],
          );
          const taken = await put("system", "credentials", await plate({ id: String(direct?.["id"]) }));
          return `${taken}, ${await put("system", "credentials", await plate({ id: randomUUID() }))}`;
        }),
      },
    },
  ];
}
