import type { CalendarHoliday } from "#contract/schedules/calendar-days.ts";
import { texts } from "#web/texts/language.ts";

export const holidayNames = texts<Record<CalendarHoliday, string>>("holidays", {
  public_holidays: "Alla helgdagar",
  new_years_day: "Nyårsdagen",
  epiphany: "Trettondedag jul",
  good_friday: "Långfredagen",
  easter_sunday: "Påskdagen",
  easter_monday: "Annandag påsk",
  may_day: "Första maj",
  ascension_day: "Kristi himmelsfärdsdag",
  whit_sunday: "Pingstdagen",
  whit_monday: "Annandag pingst",
  national_day: "Nationaldagen",
  midsummer_day: "Midsommardagen",
  all_saints_day: "Alla helgons dag",
  christmas_day: "Juldagen",
  boxing_day: "Annandag jul",
  easter_eve: "Påskafton",
  midsummer_eve: "Midsommarafton",
  christmas_eve: "Julafton",
  new_years_eve: "Nyårsafton",
});
