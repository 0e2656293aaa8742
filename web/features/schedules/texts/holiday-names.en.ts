import type { holidayNames } from "./holiday-names.sv.ts";

export const holidays: typeof holidayNames = {
  public_holidays: "All public holidays",
  new_years_day: "New Year's Day",
  epiphany: "Epiphany",
  good_friday: "Good Friday",
  easter_sunday: "Easter Sunday",
  easter_monday: "Easter Monday",
  may_day: "May Day",
  ascension_day: "Ascension Day",
  whit_sunday: "Whit Sunday",
  whit_monday: "Whit Monday",
  national_day: "National Day",
  midsummer_day: "Midsummer Day",
  all_saints_day: "All Saints' Day",
  christmas_day: "Christmas Day",
  boxing_day: "Boxing Day",
  easter_eve: "Easter Eve",
  midsummer_eve: "Midsummer Eve",
  christmas_eve: "Christmas Eve",
  new_years_eve: "New Year's Eve",
};
