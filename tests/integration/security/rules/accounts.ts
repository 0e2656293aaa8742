// The account at a device and the macro that opens a gate.
import { answers, type Rule } from "./rule.ts";
import type { RuleWorld, Who } from "./world.ts";

const NESTED = "PGRST204";
const OBJECT = { accept: "application/vnd.pgrst.object+json", prefer: "return=representation" };
const MERGE = { prefer: "resolution=merge-duplicates" };
const ASKED = "reauthentication_needed";
const BOTH = `${ASKED}, ${ASKED}`;

export function accountRules({ rest, call, sql, shared, gate, north }: RuleWorld): Rule[] {
  const patch = async (who: Who, body: object, filter: string, headers = {}) =>
    (await rest(who, `controllers?${filter}`, { method: "PATCH", body, headers })).code;
  /** Writes each column at a device that has it. */
  const each = async (who: Who) =>
    [
      await patch(who, { username: "another" }, `id=eq.${shared}`),
      await patch(who, { macro_id: "another" }, `id=eq.${gate}`),
    ].join(", ");
  const row = { id: gate, name: "Grinden", device_type: "axxon_lpr", device_ip: "192.0.2.77", organization_id: north };
  const save = async (who: Who, id: string, payload: object) =>
    (await call(who, "controller-manager", { action: "UPDATE", id, payload })).code;
  const saveEach = async (who: Who) =>
    [await save(who, shared, { username: "another" }), await save(who, gate, { macro_id: "another" })].join(", ");
  return [
    {
      key: "account",
      name: "another account at a device, or another macro of a gate, wants a step-up",
      paths: {
        // A new controller gives nobody access to anything that others own.
        insert: answers("done", async () => {
          const body = { ...row, id: crypto.randomUUID(), name: "Ny", enabled: false, username: "x", macro_id: "y" };
          return (await rest("systemOld", "controllers", { body })).code;
        }),
        update: answers("done, done", async () => {
          const fresh = await each("system");
          await sql("update controllers set username = 'root' where id = $1", [shared]);
          await sql("update controllers set macro_id = 'm1' where id = $1", [gate]);
          return fresh;
        }),
        upsert: answers(ASKED, async () => {
          const [kept] = await sql("select device_ip from controllers where id = $1", [gate]);
          const body = { ...row, ...kept, macro_id: "another" };
          return (await rest("systemOld", "controllers?on_conflict=id", { body, headers: MERGE })).code;
        }),
        bulk: answers(ASKED, () => patch("systemOld", { username: "another" }, "device_type=eq.axis")),
        nested: answers(NESTED, () =>
          patch("systemOld", { username: "another", access_points: [] }, `id=eq.${shared}`),
        ),
        function: answers(BOTH, () => saveEach("systemOld")),
        "dry run": answers(ASKED, () => patch("systemOld", { macro_id: "another" }, "id=not.is.null", OBJECT)),
        "two at once": answers(`${BOTH}, ${BOTH}`, async () =>
          (await Promise.all([each("systemOld"), saveEach("systemOld")])).join(", "),
        ),
        "old session": answers(BOTH, () => each("systemOld")),
        "another role": answers("42501, 42501", () => each("north")),
      },
    },
  ];
}
