import { defineErrors, given } from "./define-errors.ts";

const refused = { status: 400, code: "invalid_body" } as const;

// biome-ignore format: the two sentences of a refusal under one another
export const realtimeErrors = defineErrors({
  channel_without_changes: given<{ tables: string }>({
    ...refused,
    sv: ({ tables }) => `Kanalen måste begära postgres_changes för ${tables}; broadcast och presence finns inte.`,
    en: ({ tables }) => `The channel must ask for postgres_changes of ${tables}; there is no broadcast or presence.`,
  }),
  channel_table_unknown: given<{ table: string; tables: string }>({
    ...refused,
    sv: ({ table, tables }) => `Endast ändringar i ${tables} kan följas, inte ${table}.`,
    en: ({ table, tables }) => `Only changes of ${tables} can be followed, not ${table}.`,
  }),
  channel_event_unknown: given<{ event: string }>({
    ...refused,
    sv: ({ event }) => `Endast INSERT, UPDATE och DELETE kan följas, inte ${event}.`,
    en: ({ event }) => `Only INSERT, UPDATE and DELETE can be followed, not ${event}.`,
  }),
  channel_column_unknown: given<{ column: string }>({
    ...refused,
    sv: ({ column }) => `Kolumnen ${column} finns inte.`,
    en: ({ column }) => `There is no column ${column}.`,
  }),
  channel_filter_of_deleted: given<{ key: string; column: string }>({
    ...refused,
    sv: ({ key, column }) => `Av en borttagen rad är bara ${key} känt: borttagningar kan inte filtreras på ${column}.`,
    en: ({ key, column }) => `Only ${key} is known of a deleted row: deletions cannot be filtered by ${column}.`,
  }),
  channel_filter_value: given<{ filter: string }>({
    ...refused,
    sv: ({ filter }) => `Filtret ${filter} har ett värde som kolumnen inte kan ha.`,
    en: ({ filter }) => `The filter ${filter} has a value that the column cannot have.`,
  }),
  channel_filter_values: {
    ...refused,
    sv: "Filtret har för många värden; högst 100.",
    en: "The filter has too many values; 100 at most.",
  },
  channel_filter_unknown: given<{ filter: string; operators: string }>({
    ...refused,
    sv: ({ filter, operators }) => `Filtret ${filter} stöds inte; skriv kolumn=operator.värde med ${operators}, och komma mellan villkor som alla ska gälla.`,
    en: ({ filter, operators }) =>
      `The filter ${filter} is not supported; write column=operator.value with ${operators}, and a comma between conditions that must all hold.`,
  }),
  channel_join_unreadable: {
    ...refused,
    sv: "Anslutningen till kanalen kunde inte läsas.",
    en: "The join of the channel could not be read.",
  },
  channel_message_unknown: { ...refused, sv: "Okänt meddelande.", en: "Unknown message." },
  channel_takes_no_messages: {
    ...refused,
    sv: "Kanalen tar inte emot meddelanden; den visar bara ändringar.",
    en: "The channel takes no messages; it only shows changes.",
  },
  channels_full: given<{ limit: number }>({ status: 429, code: "rate_limited",
    sv: ({ limit }) => `Högst ${limit} kanaler per anslutning.`,
    en: ({ limit }) => `At most ${limit} channels for each connection.` }),
  connections_full: { status: 429, code: "rate_limited",
    sv: "Det är för många öppna anslutningar just nu. Sidan visar allt när den laddas om.",
    en: "There are too many open connections right now. The page shows everything when it is reloaded." },
  channel_table_forbidden: { status: 403, code: "forbidden",
    sv: "Kontot får inte läsa tabellen.",
    en: "The account may not read the table." },
  channel_unavailable: { status: 503, code: "database_unavailable",
    sv: "Databasen svarar inte just nu. Försök igen om en stund.",
    en: "The database is not answering right now. Try again in a while." },
  channel_token_ended: { status: 401, code: "not_signed_in",
    sv: "Inloggningens bevis har gått ut.",
    en: "The token of the sign-in has expired." },
});
