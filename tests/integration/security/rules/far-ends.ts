import { randomUUID } from "node:crypto";
import { answers, type Rule } from "./rule.ts";
import { importPerson, type RuleWorld, type Who } from "./world.ts";

const FAR = ["infinity", "9999-12-31T23:59:59Z", "2126-01-01T00:00:00Z"];
const OBJECT = { accept: "application/vnd.pgrst.object+json", prefer: "return=representation" };

/**
 * Returns the rules of far ends: an end is at most ten years ahead (END_DATE_MAX_YEARS of contract/limits.ts), whatever the period is
 * called.
 */
export function farEndRules(world: RuleWorld): Rule[] {
  const { rest, call, sql, elsewhere, north, sharedDoor, person, credential, freePin } = world;
  const row = async (valid_to: string, more: object = {}) => ({
    end_user_id: await person(),
    credential_type: "pin",
    credential_value: freePin(),
    valid_to,
    ...more,
  });
  /** Returns the answers that are not the refusal as too far; else that code, once. */
  const each = async (ask: (end: string, period: string | null) => Promise<string>) => {
    const codes = new Set<string>();
    for (const end of FAR)
      for (const period of ["12_months", "1_day", "custom", null]) codes.add(await ask(end, period));
    return [...codes].join(", ");
  };
  const insert = (who: Who, query = "", headers = {}) =>
    each(
      async (end, validity_period) =>
        (await rest(who, `credentials${query}`, { body: await row(end, { validity_period }), headers })).code,
    );
  const patch = async (who: Who, at: Pick<RuleWorld, "rest"> = world) => {
    const id = await credential();
    return each(
      async (valid_to, validity_period) =>
        (await at.rest(who, `credentials?id=eq.${id}`, { method: "PATCH", body: { valid_to, validity_period } })).code,
    );
  };
  const pin = (more: object) => ({
    action: "CREATE",
    payload: {
      organization_id: north,
      first_name: "Nora",
      last_name: "Nord",
      pin: { value: freePin(), access_point_ids: [sharedDoor], validity_period: "custom", ...more },
    },
  });
  return [
    {
      key: "no-far-end",
      name: "a credential ends at most ten years ahead, whatever its period is called",
      paths: {
        insert: answers("invalid_body", () => insert("north")),
        update: answers("invalid_body", () => patch("north")),
        upsert: answers("invalid_body", () => insert("north", "", { prefer: "resolution=ignore-duplicates" })),
        bulk: answers(
          "invalid_body",
          async () =>
            (await rest("north", "credentials", { body: [await row("2035-01-01T00:00:00Z"), await row("infinity")] }))
              .code,
        ),
        nested: answers("PGRST204", async () => {
          const body = {
            organization_id: north,
            first_name: "A",
            last_name: "B",
            credentials: [{ valid_to: "infinity" }],
          };
          return (await rest("north", "end_users", { body })).code;
        }),
        function: answers("invalid_body, invalid_body, invalid_body", async () => {
          const { code } = await call("north", "end-user-manager", pin({ end_date: "2126-01-01" }));
          const [group] = await sql("insert into access_groups (organization_id, name) values ($1, $2) returning id", [
            north,
            randomUUID(),
          ]);
          const members = { action: "SET_MEMBERS", id: group?.["id"], add: [await person()], remove: [] };
          const joined = await call("north", "access-groups", { ...members, end_date: "2126-01-01" });
          return `${code}, ${joined.code}, ${await importPerson(world, world, "north", { plate: "ABC 123", validity: "2126-01-01" })}`;
        }),
        "dry run": answers(
          "invalid_body",
          async () =>
            (
              await rest("north", "credentials?select=id", {
                body: [await row("infinity"), await row("infinity")],
                headers: OBJECT,
              })
            ).code,
        ),
        "two at once": answers("invalid_body, invalid_body", async () =>
          (await Promise.all([patch("north"), patch("north", elsewhere)])).join(", "),
        ),
        "old session": answers("invalid_body", () => patch("northOld")),
        "another role": answers("invalid_body", () => insert("system")),
      },
    },
  ];
}
