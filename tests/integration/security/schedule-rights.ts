// Rows, subjects and cells of schedules, calendars and the installation's groups for rights.test.ts. Both portal roles read schedules
// and calendars, and system admins the installation's groups; the functions of controllers/save-schedule.function.sql and of
// people/installation-groups.function.sql write them.
import { ids } from "#tests/integration/platform/world.ts";

const inSchedule = (name: string) => `schedule_id = (select id from schedules where name = '${name}')`;
const inCalendar = (name: string) => `calendar_id = (select id from calendars where name = '${name}')`;
const ofCommon = (name: string) => `group_id = (select id from installation_groups where name = '${name}')`;
const hoursOf = (name: string) =>
  `(schedule_id, weekday, from_minute, to_minute, anchor) select id, 1, 360, 1320, current_date from schedules where name = '${name}'`;

// biome-ignore format: one table per entry reads best wide
export const SCHEDULE_SUBJECTS = {
  schedules: { own: "name = 'Norr'", other: "name = 'Syd'", update: "name = 'Ny'",
    insertOwn: `(organization_id, name) values ('${ids.north}', 'Ny')`, insertOther: `(organization_id, name) values ('${ids.south}', 'Ny')` },
  schedule_hours: { own: inSchedule("Norr"), other: inSchedule("Syd"), update: "weekday = 2",
    insertOwn: hoursOf("Norr"), insertOther: hoursOf("Syd") },
  calendars: { own: "name = 'Norr'", other: "name = 'Syd'", update: "name = 'Ny'",
    insertOwn: `(organization_id, name) values ('${ids.north}', 'Ny')`, insertOther: `(organization_id, name) values ('${ids.south}', 'Ny')` },
  calendar_days: { own: inCalendar("Norr"), other: inCalendar("Syd"), update: "holiday = 'epiphany'",
    insertOwn: "(calendar_id, holiday) select id, 'may_day' from calendars where name = 'Norr'",
    insertOther: "(calendar_id, holiday) select id, 'may_day' from calendars where name = 'Syd'" },
  schedule_calendars: { own: inSchedule("Norr"), other: inSchedule("Syd"), update: "place = 7",
    insertOwn: "select s.id, c.id, 3 from schedules s, calendars c where s.name = 'Norr' and c.name = 'Norr två'",
    insertOther: "select s.id, c.id, 3 from schedules s, calendars c where s.name = 'Syd' and c.name = 'Syd två'" },
  installation_groups: { own: "name = 'Ett'", other: "name = 'Två'", update: "name = 'Ny'", insertOwn: "(name) values ('Ny')", insertOther: "(name) values ('Ny')" },
  installation_group_doors: { own: ofCommon("Ett"), other: ofCommon("Två"), update: "access_point_id = null",
    insertOwn: `(group_id, controller_id) select id, '${ids.southGate}' from installation_groups where name = 'Ett'`,
    insertOther: `(group_id, controller_id) select id, '${ids.southGate}' from installation_groups where name = 'Två'` },
};

export const SCHEDULE_ROWS = `
insert into schedules (organization_id, name) values ('${ids.north}', 'Norr'), ('${ids.south}', 'Syd');
insert into calendars (organization_id, name) values ('${ids.north}', 'Norr'), ('${ids.south}', 'Syd'), ('${ids.north}', 'Norr två'), ('${ids.south}', 'Syd två');
insert into schedule_hours (schedule_id, weekday, from_minute, to_minute, anchor) select id, 1, 360, 1320, current_date from schedules;
insert into calendar_days (calendar_id, holiday) select id, 'public_holidays' from calendars;
insert into schedule_calendars select s.id, c.id, 0 from schedules s join calendars c on c.name = s.name;
insert into installation_groups (name) values ('Ett'), ('Två');
insert into installation_group_doors (group_id, controller_id) select id, '${ids.northGate}' from installation_groups;`;

type Cells = [select: string, insert: string, update: string, remove: string];
const refused = "42501/42501";
/** Both portal roles read these tables; org admins read only their own rows. */
export const READ_BY_ADMINS = {
  system_admin: ["ok/ok", refused, refused, refused] satisfies Cells,
  org_admin: ["ok/none", refused, refused, refused] satisfies Cells,
};
const READ_BY_SYSTEM = {
  system_admin: READ_BY_ADMINS.system_admin,
  org_admin: [refused, refused, refused, refused] satisfies Cells,
};
const ENGINE: Cells = ["ok/ok", "ok/ok", refused, "ok/ok"];

export const SCHEDULE_RIGHTS: Record<string, { system_admin: Cells; org_admin: Cells; portal_engine: Cells }> = {
  schedules: { ...READ_BY_ADMINS, portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"] },
  schedule_hours: { ...READ_BY_ADMINS, portal_engine: ENGINE },
  calendars: { ...READ_BY_ADMINS, portal_engine: ["ok/ok", "ok/ok", "ok/ok", "23503/23503"] },
  calendar_days: { ...READ_BY_ADMINS, portal_engine: ENGINE },
  schedule_calendars: { ...READ_BY_ADMINS, portal_engine: ENGINE },
  installation_groups: { ...READ_BY_SYSTEM, portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"] },
  installation_group_doors: { ...READ_BY_SYSTEM, portal_engine: ENGINE },
};
