import { MUST_HOLD } from "./must-hold.ts";
import { answers, type Rule } from "./rule.ts";
import { filterOf, samplesOf } from "./samples.ts";
import type { RuleWorld, Who } from "./world.ts";

const REFUSED = "refused";
/** SQLSTATEs and codes of a refused null: from the table, the codec, the key to the owning row, or the policy. */
const OF_NULL = new Set(["23502", "invalid_body", "23503", "42501"]);

export function nullRules(world: RuleWorld): Rule[] {
  const { rest, call, sql, north } = world;
  const samples = samplesOf(world);
  const required = (MUST_HOLD["no-null"] ?? []).map((name) => name.split(".") as [table: string, column: string]);

  const mayWrite = async (verb: "insert" | "update", role: string) => {
    const asked = required.map(([table, column]) =>
      sql("select has_column_privilege($1, $2, $3, $4) as may", [role, `public.${table}`, column, verb]),
    );
    const rights = await Promise.all(asked);
    return required.filter((_, n) => rights[n]?.[0]?.["may"] === true);
  };
  /** Returns the names whose null is accepted, or refused for a reason that has nothing to do with null. */
  const outcome = (said: readonly (readonly [name: string, code: string])[]) =>
    said.length === 0 ? "nothing asked" : (said.find(([, code]) => !OF_NULL.has(code))?.join(" ") ?? REFUSED);

  const insert = async (who: Who, { query = "", headers = {}, twice = false } = {}) => {
    const said: [string, string][] = [];
    for (const [table, column] of await mayWrite("insert", who.startsWith("system") ? "system_admin" : "org_admin")) {
      const row = await samples[table]?.row?.();
      if (row === undefined) continue;
      const body = { ...row, [column]: null };
      const { code } = await rest(who, `${table}${query}`, {
        body: twice ? [body, { ...(await samples[table]?.row?.()), [column]: null }] : body,
        headers,
      });
      said.push([`${table}.${column}`, code]);
    }
    return outcome(said);
  };
  const update = async (who: Who, headers = {}) => {
    const said: [string, string][] = [];
    for (const [table, column] of await mayWrite("update", who.startsWith("system") ? "system_admin" : "org_admin")) {
      const { there, planted, row } = samples[table] ?? {};
      let filter = there ?? (await planted?.());
      if (filter === undefined) {
        const body = (await row?.()) ?? {};
        await rest("system", table, { body });
        filter = filterOf(body);
      }
      const { code } = await rest(who, `${table}?${filter}`, { method: "PATCH", body: { [column]: null }, headers });
      said.push([`${table}.${column}`, code]);
    }
    return outcome(said);
  };
  const person = { organization_id: north, first_name: null, last_name: "Nord" };

  return [
    {
      key: "no-null",
      name: "what must be said is not null",
      paths: {
        insert: answers(REFUSED, () => insert("system")),
        update: answers(REFUSED, () => update("system")),
        upsert: answers(REFUSED, () => insert("system", { headers: { prefer: "resolution=ignore-duplicates" } })),
        bulk: answers(REFUSED, () => insert("system", { twice: true })),
        nested: answers(
          "PGRST204",
          async () =>
            (
              await rest("north", "end_users", {
                body: { ...person, first_name: "A", credentials: [{ valid_to: null }] },
              })
            ).code,
        ),
        function: answers(
          "invalid_body",
          async () => (await call("north", "end-user-manager", { action: "CREATE", payload: person })).code,
        ),
        "dry run": answers(REFUSED, () => update("system", { prefer: "handling=strict,max-affected=0" })),
        "two at once": answers(`${REFUSED}, ${REFUSED}`, async () =>
          (
            await Promise.all([
              rest("north", "end_users", { body: person }),
              rest("north", "end_users", { body: person }),
            ])
          )
            .map(({ code }) => (OF_NULL.has(code) ? REFUSED : code))
            .join(", "),
        ),
        "old session": answers(REFUSED, () => insert("northOld")),
        "another role": answers(REFUSED, () => insert("north")),
      },
    },
  ];
}
