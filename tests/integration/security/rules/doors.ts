import { randomUUID } from "node:crypto";
import { answers, closed, noGrant, type Rule } from "./rule.ts";
import type { RuleWorld, Who } from "./world.ts";

/** Returns the rules of doors. The world's doors were never synced, so their unit shows no rule that asks for a PIN alone. */
export function doorRules({ rest, call, shared, sharedDoor, sixDoor, north, sql }: RuleWorld): Rule[] {
  const body = { pin_alone: true };
  const patch = async (who: Who, filter = `id=eq.${sharedDoor}`, more: object = {}, headers = {}) =>
    (await rest(who, `access_points?${filter}`, { method: "PATCH", body: { ...body, ...more }, headers })).code;
  const shown = [
    "access_points.hours_token",
    "access_points.hours_problem",
    "access_points.pin_rule",
    "access_points.pin_alone_on_device",
    "access_points.pin_use",
    "access_points.unlock_hours",
    "access_points.hours_seen_at",
  ];
  /** Hours of an organisation's own schedule, which would limit other organisations' people too. */
  const theirs = async () => {
    const [made] = await sql(
      "insert into schedules (organization_id, name) values ($1, gen_random_uuid()::text) returning id",
      [north],
    );
    return { hours_schedule_id: made?.["id"] };
  };
  /** A schedule of the other organisation. */
  const foreign = async () => {
    const [made] = await sql(
      "insert into schedules (organization_id, name) select id, gen_random_uuid()::text from organizations where id <> $1 limit 1 returning id",
      [north],
    );
    return String(made?.["id"]);
  };
  const groupWith = async (doors: string[]) => {
    const schedule = await foreign();
    return {
      organization_id: north,
      name: randomUUID(),
      validity_period: "1_month",
      doors,
      gates: [],
      schedules: Object.fromEntries(doors.map((door) => [door, schedule])),
    };
  };
  const groupAtHours = async (who: Who, doors = [sharedDoor]) =>
    (await call(who, "access-groups", { action: "SAVE", ...(await groupWith(doors)) })).code;
  const madeGroup = async () => {
    const [made] = await sql(
      "insert into access_groups (organization_id, name) values ($1, gen_random_uuid()::text) returning id",
      [north],
    );
    return made?.["id"];
  };
  /** The north's group for one of the installation's. */
  const madeShare = async () => {
    const [made] = await sql(
      `with common as (insert into installation_groups (name) values (gen_random_uuid()::text) returning id, name)
       insert into access_groups (organization_id, installation_group_id, name) select $1, id, name from common returning id`,
      [north],
    );
    return String(made?.["id"]);
  };
  const changedShare = (id: string) => ({
    action: "SAVE",
    id,
    organization_id: north,
    name: randomUUID(),
    validity_period: "1_month",
    doors: [sharedDoor],
    gates: [],
  });
  const changeShare = async (who: Who, id?: string) =>
    (await call(who, "access-groups", changedShare(id ?? (await madeShare())))).code;
  const hours = async (who: Who, filter = `id=eq.${sharedDoor}`, more: object = {}, headers = {}) => {
    const sent = { ...(await theirs()), ...more };
    return (await rest(who, `access_points?${filter}`, { method: "PATCH", body: sent, headers })).code;
  };
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
      name: "a door's hours are a schedule of the installation, because they limit everybody",
      key: "hours-of-the-installation",
      paths: {
        insert: noGrant("system_admin", "insert", "access_points.hours_schedule_id"),
        update: answers("invalid_body", () => hours("system")),
        upsert: answers("42501", async () => {
          const row = { id: sharedDoor, controller_id: shared, name: "Entré", ...(await theirs()) };
          const headers = { prefer: "resolution=merge-duplicates" };
          return (await rest("system", "access_points?on_conflict=id", { body: row, headers })).code;
        }),
        bulk: answers("invalid_body", () => hours("system", `controller_id=eq.${shared}`)),
        nested: answers("PGRST204", () => hours("system", undefined, { controllers: { name: "x" } })),
        function: closed(
          "no function writes it; a sync writes what the unit keeps, never the wish",
          "doors/door-hours.test.ts",
          "a schedule of an organisation is no door's hours, and one in use is not removed",
        ),
        "dry run": answers("invalid_body", () =>
          hours(
            "system",
            undefined,
            {},
            { accept: "application/vnd.pgrst.object+json", prefer: "return=representation" },
          ),
        ),
        "two at once": answers("invalid_body, invalid_body", async () =>
          (await Promise.all([hours("system"), hours("system")])).join(", "),
        ),
        "old session": answers("invalid_body", () => hours("systemOld")),
        "another role": answers("42501", () => hours("north")),
      },
    },
    {
      name: "a group's hours are a schedule of its organisation or of the installation",
      key: "hours-of-a-group",
      paths: {
        insert: noGrant("org_admin", "insert", "access_group_doors.schedule_id"),
        update: noGrant("org_admin", "update", "access_group_doors.schedule_id"),
        upsert: answers("42501", async () => {
          const row = { group_id: await madeGroup(), schedule_id: await foreign() };
          return (await rest("north", "access_group_doors", { body: row })).code;
        }),
        bulk: answers("invalid_body", async () => groupAtHours("north", [sharedDoor, sixDoor])),
        nested: answers("PGRST204", async () => {
          const doors = [{ access_point_id: sharedDoor, controller_id: shared, schedule_id: await foreign() }];
          const body = { organization_id: north, name: randomUUID(), access_group_doors: doors };
          return (await rest("north", "access_groups", { body })).code;
        }),
        function: answers("invalid_body", () => groupAtHours("north")),
        "dry run": answers("invalid_body", async () => {
          const body = { action: "SAVE", ...(await groupWith([sharedDoor])) };
          return (await call("north", "access-preview", { call: "access-groups", body })).code;
        }),
        "two at once": answers("invalid_body, invalid_body", async () =>
          (await Promise.all([groupAtHours("north"), groupAtHours("north")])).join(", "),
        ),
        "old session": answers("invalid_body", () => groupAtHours("northOld")),
        "another role": answers("invalid_body", () => groupAtHours("system")),
      },
    },
    {
      name: "name and places of the installation's group are changed for all organisations at once, by system admins",
      key: "group-of-the-installation",
      paths: {
        insert: noGrant(
          "org_admin",
          "insert",
          "access_groups.installation_group_id",
          "installation_groups.name",
          "installation_group_doors.controller_id",
        ),
        update: noGrant(
          "system_admin",
          "update",
          "access_groups.name",
          "installation_groups.name",
          "installation_group_doors.schedule_id",
        ),
        upsert: answers("42501", async () => {
          const row = { id: await madeShare(), organization_id: north, name: randomUUID() };
          const headers = { prefer: "resolution=merge-duplicates" };
          return (await rest("north", "access_groups?on_conflict=id", { body: row, headers })).code;
        }),
        bulk: answers("42501", async () => {
          const body = { name: (await madeShare()).slice(0, 8) };
          return (await rest("north", `access_groups?organization_id=eq.${north}`, { method: "PATCH", body })).code;
        }),
        nested: answers("PGRST204", async () => {
          const body = { organization_id: north, name: randomUUID(), installation_groups: { name: randomUUID() } };
          return (await rest("north", "access_groups", { body })).code;
        }),
        function: answers("conflict, not_found", async () => {
          const common = { ...changedShare(randomUUID()), organization_id: null };
          return [await changeShare("north"), (await call("north", "access-groups", common)).code].join(", ");
        }),
        "dry run": answers("conflict", async () => {
          const body = changedShare(await madeShare());
          return (await call("north", "access-preview", { call: "access-groups", body })).code;
        }),
        "two at once": answers("conflict, conflict", async () => {
          const id = await madeShare();
          return (await Promise.all([changeShare("north", id), changeShare("north", id)])).join(", ");
        }),
        "old session": answers("conflict", () => changeShare("northOld")),
        "another role": answers("conflict", () => changeShare("system")),
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
