import { answers, closed, noGrant, type Rule } from "./rule.ts";
import type { RuleWorld, Who } from "./world.ts";

/** Returns the rules of doors. The world's doors were never synced, so their unit shows no rule that asks for a PIN alone. */
export function doorRules({ rest, shared, sharedDoor }: RuleWorld): Rule[] {
  const body = { pin_alone: true };
  const patch = async (who: Who, filter = `id=eq.${sharedDoor}`, more: object = {}, headers = {}) =>
    (await rest(who, `access_points?${filter}`, { method: "PATCH", body: { ...body, ...more }, headers })).code;
  const shown = ["access_points.pin_rule", "access_points.pin_alone_on_device", "access_points.pin_use"];
  return [
    {
      name: "a PIN alone is enough at a door only where its unit has shown a rule that says so",
      key: "pin-alone-is-shown",
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
        function: closed(
          "no function writes it; a sync writes what the unit answers, never the wish",
          "doors/pin-alone.test.ts",
          "where the unit has no such rule nothing is changed, and one that it loses is said to be gone",
        ),
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
      key: "shown-by-the-unit",
      paths: {
        insert: noGrant("system_admin", "insert", ...shown),
        update: noGrant("system_admin", "update", ...shown),
        upsert: answers("42501", async () => {
          const row = { id: sharedDoor, controller_id: shared, name: "Entré", pin_rule: "Kod" };
          const headers = { prefer: "resolution=merge-duplicates" };
          return (await rest("system", "access_points?on_conflict=id", { body: row, headers })).code;
        }),
        bulk: answers("42501", () => patch("system", `controller_id=eq.${shared}`, { pin_rule: "Kod" })),
        nested: answers("PGRST204", () => patch("system", undefined, { controllers: { name: "x" }, pin_rule: "Kod" })),
        function: closed(
          "no function takes them; the worker writes what the unit answers",
          "doors/pin-alone.test.ts",
          "their profile carries a rule that stands on the unit while it is desired, and none afterwards",
        ),
        "dry run": answers("42501", () => patch("system", "id=is.null", { pin_rule: "Kod" })),
        "two at once": answers("42501, 42501", async () =>
          (
            await Promise.all([
              patch("system", undefined, { pin_rule: "A" }),
              patch("system", undefined, { pin_rule: "B" }),
            ])
          ).join(", "),
        ),
        "old session": answers("42501", () => patch("systemOld", undefined, { pin_alone_on_device: true })),
        "another role": noGrant("org_admin", "update", "access_points.pin_alone", ...shown),
      },
    },
  ];
}
