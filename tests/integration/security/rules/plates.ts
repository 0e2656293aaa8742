// Rules of plates: a stored plate is one plate (contract/plate-problem.ts), for every writer.
import { randomUUID } from "node:crypto";
import { REFUSED_PLATES } from "#tests/support/typed-plates.ts";
import { answers, type Rule } from "./rule.ts";
import { importPerson, type RuleWorld, type Who } from "./world.ts";

const IN_A_YEAR = "2036-01-01T00:00:00Z";
const REFUSED = "invalid_body";

const ASKED = REFUSED_PLATES.map(([text]) => text);

export function plateRules(world: RuleWorld): Rule[] {
  const { rest, call, sql, person, north } = world;
  const row = async (plate: string) => ({
    end_user_id: await person(),
    credential_type: "license_plate",
    credential_value: plate,
    valid_to: IN_A_YEAR,
  });
  /** Returns the answer if all plates got the same one, else the first plate with another answer. */
  const ofAll = async (says: string, ask: (plate: string) => Promise<string>) => {
    for (const plate of ASKED) {
      const said = await ask(plate);
      if (said !== says) return `${JSON.stringify(plate)}: ${said}`;
    }
    return says;
  };
  const insert = (who: Who, query = "", headers = {}) =>
    ofAll(REFUSED, async (plate) => (await rest(who, `credentials${query}`, { body: await row(plate), headers })).code);
  const stored = async () => {
    const [made] = await sql(
      `insert into credentials (end_user_id, credential_type, credential_value, valid_to)
       values ($1, 'license_plate', 'ABC 123', '${IN_A_YEAR}') returning id`,
      [await person()],
    );
    return String(made?.["id"]);
  };
  const update = async (who: Who, headers = {}) => {
    const id = await stored();
    const said = await ofAll(
      REFUSED,
      async (plate) =>
        (await rest(who, `credentials?id=eq.${id}`, { method: "PATCH", body: { credential_value: plate }, headers }))
          .code,
    );
    const [left] = await sql("select display_value from credentials where id = $1", [id]);
    return left?.["display_value"] === "ABC 123" ? said : "changed";
  };
  const vehicle = (plate: string) => ({
    organization_id: north,
    first_name: "Nora",
    last_name: "Nord",
    vehicle: { plate_number: plate, vehicle_type: "Bil", validity_period: "1_month", controller_ids: [randomUUID()] },
  });
  const save = async () => {
    const id = await person();
    const created = await ofAll(
      "invalid_body",
      async (plate) => (await call("north", "end-user-manager", { action: "CREATE", payload: vehicle(plate) })).code,
    );
    const updated = await ofAll(
      "invalid_body",
      async (plate) =>
        (await call("north", "end-user-manager", { action: "UPDATE", id, payload: vehicle(plate) })).code,
    );
    const imported = await ofAll("invalid_body", (plate) => importPerson(world, world, "north", { plate }));
    return [created, updated, imported].find((said) => said !== "invalid_body") ?? "invalid_body";
  };

  return [
    {
      key: "one-plate",
      name: "a stored plate is one plate, each sign of which cameras write",
      paths: {
        insert: answers(REFUSED, () => insert("north")),
        update: answers(REFUSED, () => update("north")),
        upsert: answers(REFUSED, () => insert("north", "", { prefer: "resolution=ignore-duplicates" })),
        bulk: answers(
          REFUSED,
          async () =>
            (await rest("north", "credentials", { body: [await row("ABC 123"), await row("ABC123, DEF456")] })).code,
        ),
        nested: answers(
          "PGRST204",
          async () =>
            (
              await rest("north", "end_users", {
                body: {
                  organization_id: north,
                  first_name: "A",
                  last_name: "B",
                  credentials: [await row("ABC123 Volvo")],
                },
              })
            ).code,
        ),
        function: answers("invalid_body", save),
        "dry run": answers(REFUSED, () => update("north", { prefer: "handling=strict,max-affected=0" })),
        "two at once": answers(`${REFUSED}, ${REFUSED}`, async () =>
          (await Promise.all([update("north"), update("north")])).join(", "),
        ),
        "old session": answers(REFUSED, () => insert("northOld")),
        "another role": answers(REFUSED, () => insert("system")),
      },
    },
  ];
}
