import { answers, closed, noGrant, type Rule } from "./rule.ts";
import type { RuleWorld, Who } from "./world.ts";

/** The world's doors were never synced, so their unit shows no rule that asks for a PIN alone. */
export function doorRules({ rest, shared, sharedDoor }: RuleWorld): Rule[] {
  const body = { pin_alone: true };
  const patch = async (who: Who, filter = `id=eq.${sharedDoor}`, more: object = {}, headers = {}) =>
    (await rest(who, `access_points?${filter}`, { method: "PATCH", body: { ...body, ...more }, headers })).code;
  const shown = ["access_points.pin_rule", "access_points.pin_alone_on_device", "access_points.pin_use"];
  return [
    {
      name: "a PIN alone is enough at a door only where its unit has shown a rule that says so",
      covers: ["access_points.pin_alone"],
      paths: {
        insert: noGrant("system_admin", "insert", "access_points.pin_alone", ...shown),
        update: answers("conflict", () => patch("system")),
        upsert: answers("42501", async () => {
          const row = { id: sharedDoor, controller_id: shared, name: "Entré", ...body };
          const headers = { prefer: "resolution=merge-duplicates" };
          return (await rest("system", "access_points?on_conflict=id", { body: row, headers })).code;
        }),
        bulk: answers("conflict", () => patch("system", `controller_id=eq.${shared}`)),
        nested: answers("PGRST204", () => patch("system", undefined, { controllers: { name: "x" } })),
        function: closed("no function writes it; a sync writes what the unit answers, never the wish"),
        "dry run": answers("conflict", () =>
          patch(
            "system",
            undefined,
            {},
            { accept: "application/vnd.pgrst.object+json", prefer: "return=representation" },
          ),
        ),
        "two at once": answers("conflict, conflict", async () =>
          (await Promise.all([patch("system"), patch("system")])).join(", "),
        ),
        "old session": answers("conflict", () => patch("systemOld")),
        "another role": answers("42501", () => patch("north")),
      },
    },
    {
      name: "what a unit has shown of its rules is written by nobody else",
      covers: ["access_points.pin_alone"],
      paths: {
        insert: noGrant("system_admin", "insert", ...shown),
        update: noGrant("system_admin", "update", ...shown),
        upsert: closed("both verbs it consists of lack the grant"),
        bulk: answers("42501", () => patch("system", `controller_id=eq.${shared}`, { pin_rule: "Kod" })),
        nested: closed("an embedded row is not written"),
        function: closed("no function takes them; the worker writes what the unit answers"),
        "dry run": answers("42501", () => patch("system", "id=is.null", { pin_rule: "Kod" })),
        "two at once": closed("a grant is the same for each of them"),
        "old session": answers("42501", () => patch("systemOld", undefined, { pin_alone_on_device: true })),
        "another role": noGrant("org_admin", "update", "access_points.pin_alone", ...shown),
      },
    },
  ];
}
