// Tests every text field with typed and scripted input, and every validation message (docs/requirements.md, section 5).
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { axisProxy } from "../functions/axis-proxy.ts";
import { endUserPayload } from "../functions/end-user-manager.ts";
import { ofPersonFields } from "../person-fields.ts";
import { orgAdminForm, systemAdminForm } from "./administrator.ts";
import { alertSettingsForm, alertWebhookForm } from "./alerts.ts";
import { createControllerForm, editControllerForm } from "./controller.ts";
import { createControllerUserForm, editControllerUserForm } from "./controller-user.ts";
import { endUserForm } from "./end-user.ts";
import { organizationForm } from "./organization.ts";
import { formTexts } from "./texts.ts";

const ID = "00000000-0000-4000-8000-000000000001";
const ADMINISTRATOR = { firstName: "Alva", lastName: "Exempelsson", email: "alva@demo.example", password: "" };
const CONTROLLER = {
  name: "Port A",
  device_type: "axis",
  device_ip: "192.0.2.21",
  device_port: 443,
  username: "portal",
  enabled: true,
  list_sync: false,
  password: "hemligt",
};
const PERSON = {
  organization_id: ID,
  first_name: "Alva",
  last_name: "Exempelsson",
  ...ofPersonFields(() => ""),
  group_ids: [],
  enable_pin: true,
  pin_value: "4816",
  pin_validity: "12_months",
  pin_end_date: "",
  pin_renew: false,
  pin_access_points: [ID],
  enable_vehicle: true,
  vehicle_plate: "MLB 84A",
  vehicle_type: "Personbil",
  vehicle_validity: "12_months",
  vehicle_end_date: "",
  vehicle_renew: false,
  vehicle_controllers: [ID],
};

const CONTROLLER_USER = {
  firstName: "Vera",
  lastName: "Vakt",
  pin: "4816",
  validFrom: "2026-01-01",
  validTo: "2026-01-31",
};

const ALERT_SETTINGS = {
  controller_offline_minutes: "15",
  revocation_pending_minutes: "",
  denial_burst_count: " 20 ",
  denial_burst_minutes: "10",
  backup_old_hours: "26",
  clock_skew_seconds: "60",
  certificate_days: "",
  restart_count: "3",
  camera_percent: "10",
  repeat_hours: "",
  with_mail: [ID],
};

const NOW = new Date("2026-11-23T12:00:00Z");

const FORMS: Record<string, { schema: z.ZodType; good: Record<string, unknown> }> = {
  orgAdmin: { schema: orgAdminForm, good: ADMINISTRATOR },
  systemAdmin: { schema: systemAdminForm, good: ADMINISTRATOR },
  organization: {
    schema: organizationForm,
    good: { name: "Brf Norrgården", description: "", kind: "housing", log_days: "", purposes: "" },
  },
  newController: { schema: createControllerForm, good: CONTROLLER },
  editedController: { schema: editControllerForm, good: { ...CONTROLLER, password: "" } },
  person: { schema: endUserForm({ now: NOW }), good: PERSON },
  newControllerUser: { schema: createControllerUserForm, good: CONTROLLER_USER },
  editedControllerUser: { schema: editControllerUserForm({ hasPin: true }), good: CONTROLLER_USER },
  alertSettings: { schema: alertSettingsForm, good: ALERT_SETTINGS },
  alertWebhook: { schema: alertWebhookForm, good: { name: "Jourtelefon", url: "https://larm.example/hook?key=1" } },
};

function outcome(form: string, change: Record<string, unknown>) {
  const known = FORMS[form];
  if (!known) throw new Error(`no form ${form}`);
  const result = known.schema.safeParse({ ...known.good, ...change });
  return {
    messages: Object.fromEntries(result.error?.issues.map((issue) => [issue.path.join("."), issue.message]) ?? []),
    data: z.record(z.string(), z.unknown()).optional().parse(result.data),
  };
}

test("days are taken as people type them, and an organisation may say nothing of its data", () => {
  expect(outcome("organization", { log_days: " 14 " }).data).toMatchObject({ log_days: "14" });
  expect(outcome("organization", { log_days: "3650" }).messages).toEqual({});
  expect(organizationForm.safeParse({ name: "Brf Norrgården" }).success).toBe(true);
});

test.each(Object.keys(FORMS))("a good %s form has nothing to complain of", (form) => {
  expect(outcome(form, {}).messages).toEqual({});
});

const LONG = "å".repeat(101);
const VERY_LONG = "x".repeat(1001);
const FIRST_LONG = "Förnamn måste vara mindre än 100 tecken";
const LAST_LONG = "Efternamn måste vara mindre än 100 tecken";
const PORT = "Port måste vara ett tal mellan 1 och 65535";
const WEBHOOK = "Ange en adress som börjar med https:// (eller http:// inom enheternas nät)";
const PIN = "PIN måste vara 4-6 siffror";
const LOG_DAYS = "Ange ett helt antal dagar mellan 1 och 3650";

/** Rows: [form, field, value, message]. */
const REFUSED: readonly [string, string, unknown, string][] = [
  ...["orgAdmin", "systemAdmin"].flatMap((form): [string, string, unknown, string][] => [
    [form, "firstName", "", "Förnamn krävs"],
    [form, "firstName", " \t ", "Förnamn krävs"],
    [form, "firstName", "\u200b\u202e", "Förnamn krävs"],
    [form, "firstName", LONG, FIRST_LONG],
    [form, "lastName", "", "Efternamn krävs"],
    [form, "lastName", "\u00a0", "Efternamn krävs"],
    [form, "lastName", LONG, LAST_LONG],
    [form, "email", "", "Ogiltig e-postadress"],
    [form, "email", "   ", "Ogiltig e-postadress"],
    [form, "email", "alva", "Ogiltig e-postadress"],
    [form, "email", "<b>alva</b>@demo.example", "Ogiltig e-postadress"],
    [form, "email", "alva@demo.example\u202e", "Ogiltig e-postadress"],
    [form, "email", "🙂@demo.example", "Ogiltig e-postadress"],
    [form, "email", `${"a".repeat(250)}@demo.example`, "E-postadressen får vara högst 255 tecken"],
  ]),
  ["orgAdmin", "password", "12345", "Lösenordet måste vara minst 6 tecken"],
  ["systemAdmin", "password", "12345", "Lösenord måste vara minst 6 tecken"],

  ["organization", "name", "", "Namn krävs"],
  ["organization", "name", " \n ", "Namn krävs"],
  ["organization", "name", LONG, "Namnet får vara högst 100 tecken"],
  ["organization", "description", VERY_LONG, "Beskrivningen får vara högst 1000 tecken"],
  ["organization", "kind", "school", "Välj verksamhet"],
  ...["0", "-1", "3651", "10000", "1,5", "1e2", "030", "14 dagar", "３０", "٣٠", "🙂"].map(
    (days): [string, string, unknown, string] => ["organization", "log_days", days, LOG_DAYS],
  ),
  ["organization", "purposes", "x".repeat(4001), "Ändamålen får vara högst 4000 tecken"],

  ...["newController", "editedController"].flatMap((form): [string, string, unknown, string][] => [
    [form, "name", "", "Namn krävs"],
    [form, "name", "  ", "Namn krävs"],
    [form, "name", LONG, "Namnet får vara högst 100 tecken"],
    [form, "device_ip", "", "Adress krävs"],
    [form, "device_ip", " ", "Adress krävs"],
    [form, "device_ip", "x".repeat(256), "Adressen får vara högst 255 tecken"],
    [form, "device_port", 0, PORT],
    [form, "device_port", 65_536, PORT],
    [form, "device_port", 80.5, PORT],
    [form, "device_port", Number.NaN, PORT],
    [form, "device_port", "443", PORT],
    [form, "username", "", "Användarnamn krävs"],
    [form, "username", " ", "Användarnamn krävs"],
    [form, "username", "x".repeat(256), "Användarnamnet får vara högst 255 tecken"],
    [form, "password", VERY_LONG, "Lösenordet får vara högst 1000 tecken"],
    [form, "macro_id", "x".repeat(256), "Macro-ID får vara högst 255 tecken"],
  ]),
  ["newController", "password", "", "Lösenord krävs"],

  ["person", "organization_id", "", "Välj en organisation för att fortsätta"],
  ["person", "first_name", "", "Förnamn krävs"],
  ["person", "first_name", "\u202e\u2066", "Förnamn krävs"],
  ["person", "first_name", LONG, FIRST_LONG],
  ["person", "last_name", "  ", "Efternamn krävs"],
  ["person", "last_name", LONG, LAST_LONG],
  ["person", "pin_value", "123", PIN],
  ["person", "pin_value", "1234567", PIN],
  ["person", "pin_value", "48 16", PIN],
  ["person", "pin_value", "４８１６", PIN],
  ["person", "pin_value", "٤٨١٦", PIN],
  ["person", "pin_value", "<b>1", PIN],
  ["person", "pin_value", "🙂🙂", PIN],
  ["person", "pin_validity", "", "Välj giltighet"],
  ["person", "pin_value", "1234", "PIN-koden är för lätt att gissa. Välj en annan eller generera en."],
  ["person", "pin_access_points", [], "Välj minst en dörr för PIN-koden"],
  ["person", "vehicle_plate", "", "Registreringsnummer krävs"],
  ["person", "vehicle_plate", "A", "Registreringsnummer krävs"],
  ["person", "vehicle_plate", "🙂🙂🙂", formTexts.plate_signs],
  ["person", "vehicle_plate", "מכונית", formTexts.plate_signs],
  ["person", "vehicle_plate", "ABC123, DEF456", formTexts.plate_several],
  ["person", "vehicle_plate", "ABC123\nDEF456", formTexts.plate_several],
  ["person", "vehicle_plate", "ABC123 Volvo", formTexts.plate_remark],
  ["person", "vehicle_plate", "A".repeat(13), formTexts.plate_too_many],
  ["person", "vehicle_plate", "A".repeat(21), "Registreringsnumret får vara högst 20 tecken"],
  ["person", "vehicle_type", "", "Fordonstyp krävs"],
  ["person", "vehicle_type", " ", "Fordonstyp krävs"],
  ["person", "vehicle_type", LONG, "Fordonstypen får vara högst 100 tecken"],
  ["person", "vehicle_validity", "", "Välj giltighet"],
  ["person", "vehicle_controllers", [], "Välj minst en grind för fordonet"],

  ["newControllerUser", "firstName", "", "Förnamn krävs"],
  ["newControllerUser", "firstName", "\u200b\u202e", "Förnamn krävs"],
  ["newControllerUser", "firstName", LONG, FIRST_LONG],
  ["newControllerUser", "lastName", " \t ", "Efternamn krävs"],
  ["newControllerUser", "lastName", "\u2066", "Efternamn krävs"],
  ["newControllerUser", "lastName", LONG, LAST_LONG],
  ["newControllerUser", "pin", "", PIN],
  ["editedControllerUser", "pin", " ", PIN],
  ...["newControllerUser", "editedControllerUser"].flatMap((form): [string, string, unknown, string][] => [
    ...["123", "1234567", "48 16", "４８１６", "٤٨١٦", "<b>1", "🙂🙂"].map((pin): [string, string, unknown, string] => [
      form,
      "pin",
      pin,
      PIN,
    ]),
    [form, "validFrom", "", "Giltig från-datum krävs"],
    [form, "validTo", "", "Giltig till-datum krävs"],
    [form, "validTo", "2026-01-01", "Giltig till-datum måste vara efter giltig från-datum"],
    [form, "validTo", "2025-12-31", "Giltig till-datum måste vara efter giltig från-datum"],
  ]),

  ...["0", "-1", "1.5", "1e3", "abc", "٤", "10081", "🙂"].map((value): [string, string, unknown, string] => [
    "alertSettings",
    "controller_offline_minutes",
    value,
    "Ange ett heltal inom gränserna, eller lämna tomt",
  ]),
  ["alertSettings", "denial_burst_minutes", "", "Ange ett heltal inom gränserna"],
  ["alertSettings", "denial_burst_minutes", "121", "Ange ett heltal inom gränserna"],
  ["alertSettings", "clock_skew_seconds", "59", "Ange ett heltal inom gränserna, eller lämna tomt"],
  ["alertSettings", "certificate_days", "366", "Ange ett heltal inom gränserna, eller lämna tomt"],
  ["alertSettings", "camera_percent", "101", "Ange ett heltal inom gränserna, eller lämna tomt"],
  ["alertSettings", "restart_count", "1", "Ange ett heltal inom gränserna, eller lämna tomt"],
  ["alertWebhook", "name", " ", "Namn krävs"],
  ["alertWebhook", "name", LONG, "Namnet får vara högst 100 tecken"],
  ["alertWebhook", "url", "", "Adress krävs"],
  ["alertWebhook", "url", `https://x.example/${"x".repeat(2000)}`, "Adressen får vara högst 2000 tecken"],
  ...["x.example", "ftp://x.example/", "javascript:alert(1)", "https://a:b@x.example/", "https://x.example/#a"].map(
    (value): [string, string, unknown, string] => ["alertWebhook", "url", value, WEBHOOK],
  ),
];

describe("a refused value is reported at its own field", () => {
  // Covers: 5.3, 5.5, 5.7, 5.9, 9.1
  test.each(REFUSED)("%s.%s = %j: %s", (form, field, value, message) => {
    expect(outcome(form, { [field]: value }).messages).toEqual({ [field]: message });
  });

  test("a person without PIN and vehicle is reported once", () => {
    expect(outcome("person", { enable_pin: false, enable_vehicle: false }).messages).toEqual({
      enable_pin: "Minst en behörighet måste väljas med korrekt information",
    });
  });
});

const FREE_TEXT: readonly [string, string][] = [
  ["orgAdmin", "firstName"],
  ["systemAdmin", "lastName"],
  ["organization", "name"],
  ["organization", "description"],
  ["organization", "purposes"],
  ["newController", "name"],
  ["person", "first_name"],
  ["person", "last_name"],
  ["person", "vehicle_type"],
  ["newControllerUser", "firstName"],
  ["newControllerUser", "lastName"],
];
const KEPT = [
  "<script>alert(1)</script>",
  "דנה כהן",
  "محمد",
  "Alva 🙂",
  "👩‍👩‍👧",
  "O'Brien & Co; --",
  "=1+1",
  "å".repeat(100),
];

// Covers: 5.16
describe("text that only looks dangerous is text like any other", () => {
  test.each(FREE_TEXT)("%s.%s keeps it as it was typed", (form, field) => {
    for (const text of KEPT) expect(outcome(form, { [field]: text }).data?.[field]).toBe(text);
  });

  test.each(FREE_TEXT.filter(([, field]) => field !== "description" && field !== "purposes"))(
    "%s.%s loses what nobody sees: spaces at the ends, line breaks, signs that turn the direction",
    (form, field) => {
      expect(outcome(form, { [field]: "  Alva\u202e\r\n\t E\u0301va\u0000\u200b " }).data?.[field]).toBe("Alva Éva");
    },
  );
});

// Covers: 5.16
describe("a value of the wrong type is refused and never taken for another", () => {
  const fields = Object.entries(FORMS).flatMap(([form, { good }]) =>
    Object.keys(good).map((field) => [form, field] as const),
  );
  const WRONG = [null, 7n, { toString: "x" }, ["a", 1], () => "x", Symbol("x")];

  test.each(fields)("%s.%s", (form, field) => {
    for (const value of WRONG) expect(Object.keys(outcome(form, { [field]: value }).messages)[0]).toMatch(field);
  });
});

test("the server cleans what comes past the form by the same rule, and refuses what is left of nothing", () => {
  const payload = { organization_id: ID, first_name: " A\u202elva\n", last_name: "E\u0000s" };
  expect(endUserPayload.parse(payload)).toMatchObject({ first_name: "Alva", last_name: "E s" });
  expect(endUserPayload.safeParse({ ...payload, first_name: "\u200b" }).success).toBe(false);
  const person = { action: "CREATE_USER", controller_id: ID, firstName: "Vera\u202e", lastName: " Va\tkt" };
  expect(axisProxy.CREATE_USER.input.parse(person)).toMatchObject({ firstName: "Vera", lastName: "Va kt" });
  expect(axisProxy.CREATE_USER.input.safeParse({ ...person, lastName: "\u2066" }).success).toBe(false);
});
