import { defineErrors, given } from "./define-errors.ts";

const NOTHING = "Inget har sparats.";
const NOTHING_EN = "Nothing has been saved.";

// biome-ignore format: the two sentences of a refusal under one another
export const scheduleErrors = defineErrors({
  schedule_gone: { status: 404, code: "not_found",
    sv: `Schemat finns inte längre. ${NOTHING} Ladda om listan.`,
    en: `The schedule is no longer there. ${NOTHING_EN} Reload the list.` },
  // Without names where a door gets the hours at that very moment.
  schedule_in_use: given<{ doors: string | null; more: number }>({ status: 409, code: "conflict",
    constraint: "access_points_hours_schedule", fromDetail: () => ({ doors: null, more: 0 }),
    sv: ({ doors, more }) =>
      `Schemat är öppettider för ${doors ?? "en dörr"}${more > 0 ? ` och ${more} till` : ""}. Inget har tagits bort. Ta bort det därifrån först.`,
    en: ({ doors, more }) =>
      `The schedule is the hours of ${doors ?? "a door"}${more > 0 ? ` and ${more} more` : ""}. Nothing has been removed. Remove it there first.` }),
  schedule_in_use_by_group: given<{ groups: string | null; more: number }>({ status: 409, code: "conflict",
    constraint: ["access_group_doors_schedule", "installation_group_doors_schedule"], fromDetail: () => ({ groups: null, more: 0 }),
    sv: ({ groups, more }) =>
      `Schemat är tiderna för ${groups ?? "en grupp"}${more > 0 ? ` och ${more} till` : ""}. Inget har tagits bort. Ta bort det därifrån först.`,
    en: ({ groups, more }) =>
      `The schedule is the hours of ${groups ?? "a group"}${more > 0 ? ` and ${more} more` : ""}. Nothing has been removed. Remove it there first.` }),
  schedule_not_for_doors: { status: 400, code: "invalid_body", field: "hours_schedule_id", constraint: "access_points_hours_own",
    sv: `Schemat finns inte längre, eller är en organisations. ${NOTHING} En dörrs öppettider gäller alla: välj ett av anläggningens scheman.`,
    en: `The schedule is no longer there, or is an organisation's. ${NOTHING_EN} A door's hours hold for everybody: choose one of the installation's schedules.` },
  schedule_name_taken: { status: 409, code: "conflict", field: "name", constraint: "schedules_organization_name",
    sv: `Det finns redan ett schema med det namnet. ${NOTHING} Välj ett annat namn.`,
    en: `There is already a schedule of that name. ${NOTHING_EN} Choose another name.` },
  schedule_time_unknown: { status: 400, code: "invalid_body", field: "hours", constraint: ["schedule_hours_from", "schedule_hours_to", "calendar_days_hours"],
    sv: `En tid finns inte på klockan: tiderna går från 00.00 till 24.00. ${NOTHING} Rätta tiden.`,
    en: `A time is not on the clock: times go from 00:00 to 24:00. ${NOTHING_EN} Correct the time.` },
  schedule_time_without_length: { status: 400, code: "invalid_body", field: "hours", constraint: "schedule_hours_length",
    sv: `En tid börjar och slutar samtidigt. ${NOTHING} Ändra sluttiden, eller skriv 00.00–24.00 för hela dygnet.`,
    en: `A time begins and ends at once. ${NOTHING_EN} Change the end, or enter 00:00–24:00 for the whole day.` },
  schedule_dates_backwards: { status: 400, code: "invalid_body", field: "hours", constraint: "schedule_hours_window",
    sv: `En tid slutar gälla innan den börjar gälla. ${NOTHING} Välj ett senare slutdatum.`,
    en: `The hours end to apply before they begin to. ${NOTHING_EN} Choose a later last day.` },
  schedule_day_far: { status: 400, code: "invalid_body", field: "hours",
    constraint: ["schedule_hours_anchor", "schedule_hours_valid_from", "schedule_hours_valid_until", "calendar_days_first_day", "calendar_days_last_day"],
    sv: `Ett datum ligger utanför åren 1970–2099. ${NOTHING} Rätta datumet.`,
    en: `A date is outside the years 1970–2099. ${NOTHING_EN} Correct the date.` },
  schedule_never_open: { status: 400, code: "invalid_body", field: "never",
    sv: `Veckan har inga tider: ingen kommer in med schemat. ${NOTHING} Lägg till en tid, eller bekräfta att det aldrig ska vara öppet.`,
    en: `The week has no hours: nobody gets in by this schedule. ${NOTHING_EN} Add hours, or confirm that it is never open.` },
  schedule_calendar_unknown: { status: 400, code: "invalid_body", field: "calendars", constraint: "schedule_calendars_own",
    sv: `En vald kalender finns inte längre. ${NOTHING} Ladda om och välj igen.`,
    en: `A chosen calendar is no longer there. ${NOTHING_EN} Reload and choose again.` },
  schedule_calendar_twice: { status: 400, code: "invalid_body", field: "calendars",
    sv: `Samma kalender är vald två gånger. ${NOTHING} Ta bort den ena.`,
    en: `The same calendar is chosen twice. ${NOTHING_EN} Remove one of them.` },

  calendar_gone: { status: 404, code: "not_found",
    sv: `Kalendern finns inte längre. ${NOTHING} Ladda om listan.`,
    en: `The calendar is no longer there. ${NOTHING_EN} Reload the list.` },
  calendar_name_taken: { status: 409, code: "conflict", field: "name", constraint: "calendars_organization_name",
    sv: `Det finns redan en kalender med det namnet. ${NOTHING} Välj ett annat namn.`,
    en: `There is already a calendar of that name. ${NOTHING_EN} Choose another name.` },
  calendar_dates_backwards: { status: 400, code: "invalid_body", field: "days", constraint: "calendar_days_window",
    sv: `En period i kalendern slutar innan den börjar. ${NOTHING} Välj ett senare slutdatum.`,
    en: `A period of the calendar ends before it begins. ${NOTHING_EN} Choose a later last day.` },
  calendar_dates_overlap: { status: 400, code: "invalid_body", field: "days", constraint: "calendar_days_overlap",
    sv: `Två perioder i kalendern har samma dag. ${NOTHING} Ändra den ena, så att varje dag står en gång.`,
    en: `Two periods of the calendar have the same day. ${NOTHING_EN} Change one of them, so that each day is there once.` },
  calendar_holiday_twice: { status: 400, code: "invalid_body", field: "days", constraint: "calendar_days_holiday_key",
    sv: `Samma helgdag står två gånger i kalendern. ${NOTHING} Ta bort den ena.`,
    en: `The same holiday is in the calendar twice. ${NOTHING_EN} Remove one of them.` },
  calendar_in_use: given<{ schedules: string }>({
    status: 409,
    code: "conflict",
    sv: ({ schedules }) => `Kalendern används av ${schedules}. Inget har tagits bort. Ta bort den därifrån först.`,
    en: ({ schedules }) => `The calendar is used by ${schedules}. Nothing has been removed. Remove it there first.`,
  }),
});
