// Rows, subjects and cells of schedules and calendars for rights.test.ts. Both portal roles read them; the functions of
// controllers/save-schedule.function.sql write them.
import { ids } from "#tests/integration/platform/world.ts";

const inSchedule = (name: string) => `schedule_id = (select id from schedules where name = '${name}')`;
const inCalendar = (name: string) => `calendar_id = (select id from calendars where name = '${name}')`;
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
};

export const SCHEDULE_ROWS = `
insert into schedules (organization_id, name) values ('${ids.north}', 'Norr'), ('${ids.south}', 'Syd');
insert into calendars (organization_id, name) values ('${ids.north}', 'Norr'), ('${ids.south}', 'Syd'), ('${ids.north}', 'Norr två'), ('${ids.south}', 'Syd två');
insert into schedule_hours (schedule_id, weekday, from_minute, to_minute, anchor) select id, 1, 360, 1320, current_date from schedules;
insert into calendar_days (calendar_id, holiday) select id, 'public_holidays' from calendars;
insert into schedule_calendars select s.id, c.id, 0 from schedules s join calendars c on c.name = s.name;`;

type Cells = [select: string, insert: string, update: string, remove: string];
const refused = "42501/42501";
/** Both portal roles read these tables; org admins read only their own rows. */
export const READ_BY_ADMINS = {
  system_admin: ["ok/ok", refused, refused, refused] satisfies Cells,
  org_admin: ["ok/none", refused, refused, refused] satisfies Cells,
};
const ENGINE: Cells = ["ok/ok", "ok/ok", refused, "ok/ok"];

export const SCHEDULE_RIGHTS: Record<string, { system_admin: Cells; org_admin: Cells; portal_engine: Cells }> = {
  schedules: { ...READ_BY_ADMINS, portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"] },
  schedule_hours: { ...READ_BY_ADMINS, portal_engine: ENGINE },
  calendars: { ...READ_BY_ADMINS, portal_engine: ["ok/ok", "ok/ok", "ok/ok", "23503/23503"] },
  calendar_days: { ...READ_BY_ADMINS, portal_engine: ENGINE },
  schedule_calendars: { ...READ_BY_ADMINS, portal_engine: ENGINE },
};
