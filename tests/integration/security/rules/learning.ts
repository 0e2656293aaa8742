import { answers, type Rule } from "./rule.ts";
import type { Reply, RuleWorld, Who } from "./world.ts";

const BACK = { prefer: "return=representation" };
const OBJECT = { accept: "application/vnd.pgrst.object+json", ...BACK };

/**
 * Returns the rules for showing a stored PIN: its organisation may, through a function that consumes the quota, requires a step-up and
 * audits.
 */
export function learningRules(world: RuleWorld): Rule[] {
  const { rest, call, elsewhere, north, takenPin, takenCredential, credential, freePin, person, sql } = world;
  /** Finds the south's person and PIN in an answer to an administrator of the north. */
  const learned = ({ code, text }: Reply, ...secrets: readonly string[]) =>
    `${code}${[takenPin, "Sven", ...secrets].some((secret) => text.includes(secret)) ? " learned" : ""}`;
  const row = async (pin: string, more: object = {}) => ({
    end_user_id: await person(),
    credential_type: "pin",
    credential_value: pin,
    valid_to: "2036-01-01T00:00:00Z",
    ...more,
  });
  const fn = async (who: Who, name: string, body: object) => learned(await call(who, name, body));
  const list = async (who: Who, at: Pick<RuleWorld, "rest"> = world) => {
    const own = freePin();
    await credential(own);
    const select = "credentials?select=id,credential_value,display_value,end_users(first_name)";
    return learned(await at.rest(who, select, { method: "GET" }), own);
  };

  return [
    {
      key: "who-may-learn",
      name: "a stored PIN is learned by its organisation alone, one at a time, and by no table call",
      paths: {
        insert: answers("done", async () => {
          const pin = freePin();
          return learned(await rest("north", "credentials?select=*", { body: await row(pin), headers: BACK }), pin);
        }),
        update: answers("done", async () => {
          const pin = freePin();
          const init = { method: "PATCH", body: { credential_value: pin }, headers: BACK };
          return learned(await rest("north", `credentials?id=eq.${await credential()}&select=*`, init), pin);
        }),
        // No caller chooses the id of any row.
        upsert: answers("42501", async () => {
          const body = await row(freePin(), { id: takenCredential });
          const headers = { prefer: "resolution=ignore-duplicates,return=representation" };
          return learned(await rest("north", "credentials?on_conflict=id&select=*", { body, headers }));
        }),
        bulk: answers("done", () => list("north")),
        nested: answers("done", async () =>
          learned(
            await rest(
              "north",
              "controllers?select=name,controller_assignments(id,credentials(credential_value,end_users(first_name)))",
              {
                method: "GET",
              },
            ),
          ),
        ),
        function: answers("not_found, not_found, done, not_found, forbidden", async () => {
          const [who] = await sql("select end_user_id as id from credentials where id = $1", [takenCredential]);
          const asked = [
            await fn("north", "end-user-manager", { action: "REVEAL_PIN", credential_id: takenCredential }),
            await fn("north", "end-user-manager", { action: "MAIL_PIN", credential_id: takenCredential }),
            // Answers for each person: this one is in no import of the north.
            await fn("north", "end-user-manager", {
              action: "MAIL_IMPORTED_PINS",
              import_id: crypto.randomUUID(),
              ids: [who?.["id"]],
            }),
            await fn("north", "person-data", { action: "EXPORT", end_user_id: who?.["id"] }),
            await fn("north", "end-user-manager", {
              action: "CHECK_PIN",
              organization_id: world.portal.accounts.syd.organizationId,
              pin: takenPin,
              access_point_ids: [world.sharedDoor],
            }),
          ];
          return asked.join(", ");
        }),
        "dry run": answers("PGRST116", async () => {
          const pins = [freePin(), freePin()];
          const body = [await row(pins[0] ?? ""), await row(pins[1] ?? "")];
          return learned(await rest("north", "credentials?select=*", { body, headers: OBJECT }), ...pins);
        }),
        "two at once": answers("done, done", async () =>
          (await Promise.all([list("north"), list("north", elsewhere)])).join(", "),
        ),
        "old session": answers("reauthentication_needed", async () =>
          fn("northOld", "end-user-manager", { action: "REVEAL_PIN", credential_id: await credential() }),
        ),
        // A system admin sees the owner of the PIN, but no table's answer has its digits.
        "another role": answers("done", async () => {
          const reply = await rest("system", `credentials?select=*&organization_id=neq.${north}`, { method: "GET" });
          return learned({ ...reply, text: reply.text.replaceAll("Sven", "") });
        }),
      },
    },
  ];
}
