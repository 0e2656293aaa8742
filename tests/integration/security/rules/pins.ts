// Rules of PINs: strength, reader's length, offered doors, cost of asking, quota, and an end for each.
import { randomUUID } from "node:crypto";
import { peopleErrors } from "#contract/errors/people.ts";
import { PIN_ATTEMPTS, PIN_QUOTAS } from "#contract/limits.ts";
import { type Attempt, answers, type Closed, noGrant, type Path, type Rule } from "./rule.ts";
import { importPerson, type RuleWorld, type Who } from "./world.ts";

const IN_A_YEAR = "2036-01-01T00:00:00Z";
const OBJECT = { accept: "application/vnd.pgrst.object+json", prefer: "return=representation" };
const NESTED = "PGRST204"; // A body writes columns of one table; a relation's name is no column.

/** Makes one attempt by function, also in an older session, another role, and two at once; `prepare` runs before each row. */
function sameFor(
  says: string,
  ask: (who: Who) => Promise<string>,
  prepare: () => Promise<void> = async () => {},
): Pick<Record<Path, Attempt | Closed>, "function" | "two at once" | "old session" | "another role"> {
  return {
    function: answers(says, () => prepare().then(() => ask("north"))),
    "two at once": answers(`${says}, ${says}`, async () => {
      await prepare();
      return (await Promise.all([ask("north"), ask("north")])).join(", ");
    }),
    "old session": answers(says, () => prepare().then(() => ask("northOld"))),
    "another role": answers(says, () => prepare().then(() => ask("system"))),
  };
}

const atOnce = async (...asked: Promise<string>[]) => (await Promise.all(asked)).sort().join(", ");

export function pinRules(world: RuleWorld): Rule[] {
  const {
    rest,
    call,
    elsewhere,
    sql,
    person,
    credential,
    freePin,
    shared,
    sharedDoor,
    sixDoor,
    foreignDoor,
    north,
    takenPin,
  } = world;
  const row = async (value: string, more: object = {}) => ({
    end_user_id: await person(),
    credential_type: "pin",
    credential_value: value,
    valid_to: IN_A_YEAR,
    ...more,
  });
  const create = (who: Who, value: string | undefined, doors: string[], at: Pick<RuleWorld, "call"> = world) =>
    at
      .call(who, "end-user-manager", {
        action: "CREATE",
        payload: {
          organization_id: north,
          first_name: "Nora",
          last_name: "Nord",
          pin: { ...(value !== undefined && { value }), validity_period: "1_month", access_point_ids: doors },
        },
      })
      .then(({ code }) => code);
  /** Puts the same PIN on an existing person. */
  const edit = async (value: string, doors: string[]) => {
    const pin = { value, validity_period: "1_month", access_point_ids: doors };
    const payload = { organization_id: north, first_name: "Nora", last_name: "Nord", pin };
    return (await call("north", "end-user-manager", { action: "UPDATE", id: await person(), payload })).code;
  };
  const imported = (pin: string, doors: string[], who: Who = "north", at: Pick<RuleWorld, "call"> = world) =>
    importPerson(world, at, who, { pin, access_point_ids: doors });
  const at = (credential_id: string, access_point_id: string) => ({
    credential_id,
    controller_id: shared,
    access_point_id,
  });
  const assign = (body: object, query = "", headers = {}, who: Who = "north") =>
    rest(who, `controller_assignments${query}`, { body, headers }).then(({ code }) => code);
  const group = (more: object) => ({
    organization_id: north,
    name: `Grupp ${randomUUID()}`,
    validity_period: "1_month",
    doors: [],
    gates: [],
    ...more,
  });
  const groups = async (body: object) => (await call("north", "access-groups", body)).code;
  const previewed = async (body: object) =>
    (await call("north", "access-preview", { call: "access-groups", body })).code;
  const madeGroup = async (doors: string[], members: string[]) => {
    const [made] = await sql("insert into access_groups (organization_id, name) values ($1, $2) returning id", [
      north,
      randomUUID(),
    ]);
    const id = String(made?.["id"]);
    await sql("insert into access_group_doors select $1, $2, $3, d from unnest($4::uuid[]) d", [
      id,
      north,
      shared,
      doors,
    ]);
    await sql(
      "insert into access_group_members (group_id, organization_id, end_user_id) select $1, $2, m from unnest($3::uuid[]) m",
      [id, north, members],
    );
    return id;
  };
  /** Returns a new person with the PIN, which is nowhere reserved. */
  const holderOf = async (pin: string) => {
    const [held] = await sql("select end_user_id as person from credentials where id = $1", [await credential(pin)]);
    return String(held?.["person"]);
  };
  const nested = async (value: string) =>
    (
      await rest("north", "end_users", {
        body: { organization_id: north, first_name: "A", last_name: "B", credentials: [await row(value)] },
      })
    ).code;
  const assigned = async (door: string) => {
    const id = await credential();
    await sql(
      "insert into controller_assignments (credential_id, controller_id, access_point_id) values ($1, $2, $3)",
      [id, shared, door],
    );
    return id;
  };
  const patch = (id: string, body: object, who: Who = "north") =>
    rest(who, `credentials?id=eq.${id}`, { method: "PATCH", body }).then(({ code }) => code);
  /** Makes a PIN at the shared door that is off or over, and so reserved by nobody. */
  const resting = async (why: { enabled?: boolean; valid_to?: string }) => {
    const id = await assigned(sharedDoor);
    const [stored] = await sql(
      "update credentials set enabled = $2, valid_to = $3, valid_from = '2019-01-01' where id = $1 returning end_user_id as person",
      [id, why.enabled ?? true, why.valid_to ?? IN_A_YEAR],
    );
    await sql("delete from controller_pins where controller_id = $1 and source_id = $2", [shared, id]);
    return { id, person: String(stored?.["person"]) };
  };
  /** Tells whether every answer of a bulk operation is a refusal, by a code or by a sentence. */
  const refusedUnseen = ({ code, text }: { code: string; text: string }) => {
    const { code: unseen, sv } = peopleErrors.pin_attempts_used_up();
    return text.includes(unseen) || text.includes(sv) ? unseen : code;
  };
  /** Changes a group and returns the state of a member's PIN: given, waiting for its comparison, or the answer. */
  const waits = async (holder: string, change: Promise<string>) => {
    const said = await change;
    const [left] = await sql(
      `select exists (select from private.pin_checks w where w.credential_id = c.id and not w.taken) as waits,
         exists (select from access_group_rights a where a.credential_id = c.id) as given from credentials c where c.end_user_id = $1`,
      [holder],
    );
    if (left?.["given"] === true) return "given";
    return left?.["waits"] === true ? "waits" : said;
  };
  const UPSERT = { prefer: "resolution=merge-duplicates" };

  const exhaustQuota = async (left = 0) => {
    const { organization, systemAdmin, members } = PIN_ATTEMPTS;
    await sql("delete from private.pin_attempts");
    await sql(
      `insert into private.pin_attempts (quota_owner, organization_id, rows, reported, members)
       values ($1, $1, $2, false, false), ($3, null, $4, false, false), ($1, $1, $5, false, true)`,
      [
        north,
        organization.hour - left,
        world.portal.accounts.system.userId,
        systemAdmin.hour - left,
        members.hour - left,
      ],
    );
  };
  const unpaid = (ask: () => Promise<string>, says = "pin_attempts_used_up") =>
    answers(says, async () => {
      await exhaustQuota();
      return ask();
    });
  const quota = sameFor("pin_attempts_used_up", (who) => create(who, freePin(), [sharedDoor]), exhaustQuota);

  const QUOTA_ROWS = "select encode(sha256(('quota ' || n)::bytea), 'hex') as hmac from generate_series(1, $2::int) n";
  /** While `ask` runs, uses up the north's share of the shared controller, except `left` PINs. */
  const atQuota = (says: string, ask: () => Promise<string>, left = 0) =>
    answers(says, async () => {
      await sql("delete from private.pin_attempts");
      const [own] = await sql(
        "select count(distinct source_id)::int as n from controller_pins where controller_id = $1 and organization_id = $2",
        [shared, north],
      );
      const count = PIN_QUOTAS.controller - Number(own?.["n"]) - left;
      await sql(
        `insert into controller_pins (controller_id, pin_hmac, source_id, organization_id) select $1, q.hmac, gen_random_uuid(), $3 from (${QUOTA_ROWS}) q`,
        [shared, count, north],
      );
      const said = await ask();
      await sql(`delete from controller_pins where controller_id = $1 and pin_hmac in (${QUOTA_ROWS})`, [
        shared,
        count,
      ]);
      return said;
    });
  const createAtQuota = (who: Who) => atQuota("pin_quota", () => create(who, freePin(), [sharedDoor]));

  const full = async () => {
    const id = await person();
    const { portal } = world;
    await sql(
      "insert into credentials (end_user_id, credential_type, credential_value, valid_to) select $1, 'pin', $2, now() + interval '1 year' from generate_series(1, $3::int)",
      [id, portal.server.deps.keys.encryptPin("735102", "x"), PIN_QUOTAS.person],
    );
    return id;
  };
  const another = async (who: Who, id: string, at: Pick<RuleWorld, "rest"> = world) =>
    (await at.rest(who, "credentials", { body: { ...(await row(freePin())), end_user_id: id } })).code;

  return [
    {
      key: "trivial",
      name: "a PIN is not trivial",
      paths: {
        insert: answers(
          "trivial_pin",
          async () => (await rest("north", "credentials", { body: await row("1234") })).code,
        ),
        update: answers("trivial_pin", async () => patch(await credential(), { credential_value: "0000" })),
        upsert: answers(
          "PGRST127",
          async () => (await rest("north", "credentials", { body: await row("1234"), headers: UPSERT })).code,
        ),
        bulk: answers(
          "trivial_pin",
          async () => (await rest("north", "credentials", { body: [await row(freePin()), await row("9876")] })).code,
        ),
        nested: answers(NESTED, () => nested("1234")),
        "dry run": answers(
          "trivial_pin",
          async () =>
            (
              await rest("north", "credentials?select=id", {
                body: [await row("1234"), await row("4321")],
                headers: OBJECT,
              })
            ).code,
        ),
        ...sameFor("trivial_pin", (who) => create(who, "1234", [sharedDoor])),
        function: answers(
          "trivial_pin, trivial_pin, trivial_pin",
          async () =>
            `${await create("north", "1234", [sharedDoor])}, ${await edit("1234", [sharedDoor])}, ${await imported("1234", [sharedDoor])}`,
        ),
      },
    },
    {
      key: "length",
      name: "a PIN has as many digits as the reader of its door takes",
      paths: {
        insert: answers("pin_length", async () => assign(at(await credential("4820"), sixDoor))),
        update: answers("pin_length", async () => patch(await assigned(sixDoor), { credential_value: "4821" })),
        upsert: answers("pin_length", async () =>
          assign(at(await credential("4823"), sixDoor), "?on_conflict=credential_id,controller_id,access_point_id", {
            prefer: "resolution=ignore-duplicates",
          }),
        ),
        bulk: answers("pin_length", async () =>
          assign([at(await credential(), sharedDoor), at(await credential("4824"), sixDoor)]),
        ),
        nested: answers(
          NESTED,
          async () =>
            (
              await rest("north", "credentials", {
                body: { ...(await row(freePin())), controller_assignments: [{ access_point_id: sixDoor }] },
              })
            ).code,
        ),
        "dry run": answers("pin_length", async () =>
          assign([at(await credential("4825"), sixDoor), at(await credential("4826"), sixDoor)], "?select=id", OBJECT),
        ),
        ...sameFor("pin_length", (who) => create(who, "4827", [sixDoor])),
        function: answers(
          "pin_length, pin_length, pin_length",
          async () =>
            `${await create("north", "4827", [sixDoor])}, ${await edit("4827", [sixDoor])}, ${await imported("4827", [sixDoor])}`,
        ),
      },
    },
    {
      key: "offered",
      name: "only offered doors are given",
      paths: {
        insert: answers("23503", async () => assign({ ...at(await credential(), foreignDoor) })),
        update: noGrant(
          "org_admin",
          "update",
          "controller_assignments.access_point_id",
          "controller_assignments.controller_id",
          "controller_assignments.credential_id",
        ),
        upsert: answers("42501", async () => assign(at(await credential(), foreignDoor), "?on_conflict=id", UPSERT)),
        bulk: answers("23503", async () =>
          assign([at(await credential(), sharedDoor), at(await credential(), foreignDoor)]),
        ),
        nested: answers(
          NESTED,
          async () =>
            (
              await rest("north", "credentials", {
                body: { ...(await row(freePin())), controller_assignments: [{ access_point_id: foreignDoor }] },
              })
            ).code,
        ),
        "dry run": answers("23503", async () =>
          assign([at(await credential(), foreignDoor), at(await credential(), foreignDoor)], "?select=id", OBJECT),
        ),
        ...sameFor("invalid_body", (who) => create(who, freePin(), [foreignDoor])),
        function: answers(
          "invalid_body, invalid_body, invalid_body, invalid_body, invalid_body, invalid_body",
          async () => {
            const [named] = await sql("select name from access_points where id = $1", [foreignDoor]);
            const said = [
              await create("north", freePin(), [foreignDoor]),
              await edit(freePin(), [foreignDoor]),
              await imported(freePin(), [foreignDoor]),
              await importPerson(world, world, "north", { pin: freePin(), doors: [String(named?.["name"])] }),
              await groups({ action: "SAVE", ...group({ doors: [foreignDoor] }) }),
              await previewed({ action: "SAVE", ...group({ doors: [foreignDoor] }) }),
            ];
            return said.join(", ");
          },
        ),
      },
    },
    {
      key: "paid-for",
      name: "a typed PIN is consumed where others have codes",
      paths: {
        insert: unpaid(async () => assign(at(await credential(takenPin), sharedDoor))),
        update: unpaid(async () => {
          const [off, over] = [await resting({ enabled: false }), await resting({ valid_to: "2020-01-01T00:00:00Z" })];
          const said = [
            await patch(await assigned(sharedDoor), { credential_value: takenPin }),
            await patch(off.id, { enabled: true }),
            await patch(over.id, { valid_to: IN_A_YEAR }),
          ];
          return [...new Set(said)].join(", ");
        }),
        upsert: unpaid(async () =>
          assign(
            at(await credential(takenPin), sharedDoor),
            "?on_conflict=credential_id,controller_id,access_point_id",
            {
              prefer: "resolution=ignore-duplicates",
            },
          ),
        ),
        bulk: unpaid(async () =>
          assign([at(await credential(), sharedDoor), at(await credential(takenPin), sharedDoor)]),
        ),
        nested: answers(
          NESTED,
          async () =>
            (
              await rest("north", "credentials", {
                body: { ...(await row(takenPin)), controller_assignments: [{ access_point_id: sharedDoor }] },
              })
            ).code,
        ),
        // The call fails for the other reason with any PIN, because the PIN is checked last.
        "dry run": answers("PGRST116, PGRST116", async () => {
          await sql("delete from private.pin_attempts");
          const said = async (pin: string) =>
            assign([at(await credential(pin), sharedDoor), at(await credential(), sharedDoor)], "?select=id", OBJECT);
          return `${await said(takenPin)}, ${await said(freePin())}`;
        }),
        ...quota,
        function: unpaid(async () => {
          const [off, over] = [await resting({ enabled: false }), await resting({ valid_to: "2020-01-01T00:00:00Z" })];
          const asked = [
            { action: "CHECK_PIN", organization_id: north, pin: takenPin, access_point_ids: [sharedDoor] },
            { action: "EXTEND", credential_ids: [over.id] },
            { action: "SWITCH_MANY", ids: [off.person], enabled: true },
          ];
          const said = [
            await create("north", takenPin, [sharedDoor]),
            await edit(takenPin, [sharedDoor]),
            await imported(takenPin, [sharedDoor]),
            await imported(freePin(), [sharedDoor]),
          ];
          const holder = await holderOf(takenPin);
          const id = await madeGroup([], [holder]);
          const given = { action: "SAVE", ...group({ id, doors: [sharedDoor] }) };
          said.push(await waits(holder, previewed(given)), await waits(holder, groups(given)));
          const joined = await madeGroup([sharedDoor], []);
          said.push(await waits(holder, groups({ action: "SET_MEMBERS", id: joined, add: [holder], remove: [] })));
          for (const body of asked) said.push(refusedUnseen(await call("north", "end-user-manager", body)));
          return [...new Set(said)].join(", ");
        }, "pin_attempts_used_up, done, waits"),
        "two at once": answers("done, pin_attempts_used_up; done, pin_attempts_used_up", async () => {
          await exhaustQuota(1);
          const saved = await atOnce(
            create("north", freePin(), [sharedDoor]),
            create("north", freePin(), [sharedDoor], elsewhere),
          );
          await exhaustQuota(1);
          const both = [imported(freePin(), [sharedDoor]), imported(freePin(), [sharedDoor], "north", elsewhere)];
          return `${saved}; ${await atOnce(...both)}`;
        }),
      },
    },
    {
      key: "quota-of-a-person",
      name: `a person has ${PIN_QUOTAS.person} PINs at most`,
      paths: {
        insert: answers("pin_quota", async () => another("north", await full())),
        update: noGrant("system_admin", "update", "credentials.end_user_id", "credentials.credential_type"),
        upsert: answers(
          "pin_quota",
          async () =>
            (
              await rest("north", "credentials?on_conflict=id", {
                body: { ...(await row(freePin())), end_user_id: await full() },
                headers: { prefer: "resolution=ignore-duplicates" },
              })
            ).code,
        ),
        bulk: answers("pin_quota", async () => {
          const id = await person();
          const rows = await Promise.all(Array.from({ length: PIN_QUOTAS.person + 1 }, () => row(freePin())));
          return (await rest("north", "credentials", { body: rows.map((one) => ({ ...one, end_user_id: id })) })).code;
        }),
        nested: answers(NESTED, () => nested(freePin())),
        // A form edits the person's one PIN.
        function: answers("done, 1", async () => {
          const id = await person();
          const save = async () => {
            const pin = { value: freePin(), validity_period: "1_month", access_point_ids: [sixDoor] };
            const payload = { organization_id: north, first_name: "Nora", last_name: "Nord", pin };
            return (await call("north", "end-user-manager", { action: "UPDATE", id, payload })).code;
          };
          await sql("delete from private.pin_attempts");
          await save();
          const said = await save();
          return `${said}, ${(await sql("select from credentials where end_user_id = $1", [id])).length}`;
        }),
        "dry run": answers("pin_quota", async () => {
          const id = await full();
          const rows = [await row(freePin()), await row(freePin())].map((one) => ({ ...one, end_user_id: id }));
          return (await rest("north", "credentials?select=id", { body: rows, headers: OBJECT })).code;
        }),
        "two at once": answers("done, pin_quota", async () => {
          const id = await full();
          await sql("delete from credentials where id = (select id from credentials where end_user_id = $1 limit 1)", [
            id,
          ]);
          return atOnce(another("north", id), another("north", id, elsewhere));
        }),
        "old session": answers("pin_quota", async () => another("northOld", await full())),
        "another role": answers("pin_quota", async () => another("system", await full())),
      },
    },
    {
      key: "quota-at-a-controller",
      name: `an organisation has ${PIN_QUOTAS.controller} PINs at most at a controller that others use`,
      paths: {
        insert: atQuota("pin_quota", async () => assign(at(await credential(), sharedDoor))),
        // A disabled or expired PIN reserves nothing. It does when it is switched on, or given another end.
        update: atQuota("pin_quota, pin_quota", async () => {
          const [off, over] = [await resting({ enabled: false }), await resting({ valid_to: "2020-01-01T00:00:00Z" })];
          return `${await patch(off.id, { enabled: true })}, ${await patch(over.id, { valid_to: IN_A_YEAR })}`;
        }),
        upsert: atQuota("pin_quota", async () =>
          assign(at(await credential(), sharedDoor), "?on_conflict=credential_id,controller_id,access_point_id", {
            prefer: "resolution=ignore-duplicates",
          }),
        ),
        bulk: atQuota(
          "pin_quota",
          async () => assign([at(await credential(), sharedDoor), at(await credential(), sharedDoor)]),
          1,
        ),
        nested: answers(NESTED, () => nested(freePin())),
        function: atQuota(
          "pin_quota, pin_quota, pin_quota",
          async () =>
            `${await create("north", freePin(), [sharedDoor])}, ${await edit(freePin(), [sharedDoor])}, ${await imported(freePin(), [sharedDoor])}`,
        ),
        // The call fails for the other reason, because the reservation is checked last.
        "dry run": atQuota("PGRST116", async () =>
          assign([at(await credential(), sharedDoor), at(await credential(), sharedDoor)], "?select=id", OBJECT),
        ),
        "two at once": atQuota(
          "done, pin_quota",
          () => atOnce(create("north", freePin(), [sharedDoor]), create("north", freePin(), [sharedDoor], elsewhere)),
          1,
        ),
        "old session": createAtQuota("northOld"),
        "another role": createAtQuota("system"),
      },
    },
    {
      key: "an-end",
      name: "a credential has an end",
      paths: {
        insert: answers(
          "23502",
          async () => (await rest("north", "credentials", { body: await row(freePin(), { valid_to: null }) })).code,
        ),
        update: answers("23502", async () => patch(await credential(), { valid_to: null })),
        upsert: answers(
          "23502",
          async () =>
            (
              await rest("north", "credentials?on_conflict=id", {
                body: { ...(await row(freePin())), valid_to: null },
                headers: { prefer: "resolution=ignore-duplicates" },
              })
            ).code,
        ),
        bulk: answers(
          "23502",
          async () =>
            (
              await rest("north", "credentials", {
                body: [await row(freePin()), await row(freePin(), { valid_to: null })],
              })
            ).code,
        ),
        nested: answers(NESTED, () => nested(freePin())),
        "dry run": answers(
          "23502",
          async () =>
            (
              await rest("north", "credentials?select=id", {
                body: [await row(freePin(), { valid_to: null }), await row(freePin(), { valid_to: null })],
                headers: OBJECT,
              })
            ).code,
        ),
        ...sameFor("invalid_body", (who) =>
          call(who, "end-user-manager", {
            action: "CREATE",
            payload: {
              organization_id: north,
              first_name: "Nora",
              last_name: "Nord",
              pin: { value: freePin(), access_point_ids: [sharedDoor] },
            },
          }).then(({ code }) => code),
        ),
      },
    },
  ];
}
