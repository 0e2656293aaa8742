import { answers, type Rule } from "./rule.ts";
import { importPerson, type RuleWorld, type Who } from "./world.ts";

const NESTED = "PGRST204"; // A body writes columns of one table; a relation's name is no column.
const OBJECT = { accept: "application/vnd.pgrst.object+json", prefer: "return=representation" };

export function sessionRules(world: RuleWorld): Rule[] {
  const { rest, call, sql, person, north } = world;
  const row = (last_name = "Nord") => ({ organization_id: north, first_name: "Nora", last_name });
  const insert = async (who: Who, body: unknown = row(), path = "end_users", headers = {}) =>
    (await rest(who, path, { body, headers })).code;
  const create = async (who: Who) =>
    (
      await call(who, "end-user-manager", {
        action: "CREATE",
        payload: {
          ...row(),
          vehicle: {
            plate_number: "NOR 001",
            vehicle_type: "Bil",
            validity_period: "1_day",
            controller_ids: [world.gate],
          },
        },
      })
    ).code;
  const upsert = { prefer: "resolution=ignore-duplicates" };

  const audited = (expected: number, action: () => Promise<string>) =>
    answers(String(expected), async () => {
      const count = async () =>
        Number((await sql("select count(*) as n from audit where subject_table = 'end_users'"))[0]?.["n"]);
      const before = await count();
      await action();
      return String((await count()) - before);
    });

  return [
    {
      key: "second-factor",
      name: "an account with a second factor has shown it",
      paths: {
        insert: answers("insufficient_aal", () => insert("halfway")),
        update: answers(
          "insufficient_aal",
          async () =>
            (await rest("halfway", `end_users?id=eq.${await person()}`, { method: "PATCH", body: { first_name: "X" } }))
              .code,
        ),
        upsert: answers("insufficient_aal", () => insert("halfway", row(), "end_users?on_conflict=id", upsert)),
        bulk: answers("insufficient_aal, insufficient_aal, insufficient_aal, insufficient_aal", async () => {
          const ids = [await person()];
          const many = await call("halfway", "end-user-manager", { action: "DELETE_MANY", ids });
          const back = await call("halfway", "end-user-manager", { action: "UNDO_DELETE", ids });
          const off = await call("halfway", "end-user-manager", { action: "SWITCH_MANY", ids, enabled: false });
          return [await insert("halfway", [row(), row()]), many.code, back.code, off.code].join(", ");
        }),
        nested: answers(NESTED, () => insert("halfway", { ...row(), credentials: [] })),
        function: answers("insufficient_aal, insufficient_aal, insufficient_aal, insufficient_aal", async () => {
          const rows = [{ row: 1, plate: "ABC 123", first_name: "A", last_name: "B", vehicle_type: null }];
          const asked = [
            { action: "IMPORT", import_id: crypto.randomUUID(), rows },
            { action: "UNDO", import_id: north },
          ];
          const said = await Promise.all(asked.map((body) => call("halfway", "vehicle-import", body)));
          const people = await importPerson(world, world, "halfway", { plate: "ABC 123" });
          return [await create("halfway"), people, ...said.map(({ code }) => code)].join(", ");
        }),
        "dry run": answers("insufficient_aal", () => insert("halfway", [row(), row()], "end_users?select=id", OBJECT)),
        "two at once": answers("insufficient_aal, insufficient_aal", async () =>
          (await Promise.all([create("halfway"), insert("halfway")])).join(", "),
        ),
        "old session": answers(
          "insufficient_aal",
          async () => (await call("halfway", "end-user-manager", { action: "DELETE", id: await person() })).code,
        ),
        "another role": answers("insufficient_aal", () => insert("halfwaySystem")),
      },
    },
    {
      key: "audited",
      name: "what a person changed is in the audit",
      paths: {
        insert: audited(1, () => insert("north")),
        update: audited(
          1,
          async () =>
            (await rest("north", `end_users?id=eq.${await person()}`, { method: "PATCH", body: { first_name: "X" } }))
              .code,
        ),
        upsert: audited(1, () => insert("north", row(), "end_users?on_conflict=id", upsert)),
        bulk: audited(1, () => insert("north", [row(), row(), row()])),
        nested: audited(0, () => insert("north", { ...row(), credentials: [] })),
        function: audited(1, () => create("north")),
        "dry run": audited(0, () => insert("north", [row(), row()], "end_users?select=id", OBJECT)),
        "two at once": audited(2, async () => (await Promise.all([insert("north"), insert("north")])).join(", ")),
        "old session": audited(1, () => insert("northOld")),
        "another role": audited(1, () => insert("system")),
      },
    },
  ];
}
