// The forms' validation messages. English: web/texts/forms.en.ts.
import { END_DATE_MAX_YEARS, PLATE_KEY_MAX } from "../limits.ts";
import { otherWords } from "./language.ts";

/** Default purposes that an export states for an organisation without purposes of its own. */
export const FILED_PURPOSES =
  "Att släppa in den som har behörighet genom dörrar och grindar, att hindra andra, och att i efterhand kunna utreda passager.";

const swedish = {
  whole_number: "Ange ett heltal inom gränserna",
  whole_number_or_empty: "Ange ett heltal inom gränserna, eller lämna tomt",
  alert_address: "Ange en adress som börjar med https:// (eller http:// inom enheternas nät)",
  alert_address_long: "Adressen får vara högst 2000 tecken",
  first_name_missing: "Förnamn krävs",
  first_name_long: "Förnamn måste vara mindre än 100 tecken",
  last_name_missing: "Efternamn krävs",
  last_name_long: "Efternamn måste vara mindre än 100 tecken",
  email_long: "E-postadressen får vara högst 255 tecken",
  email_invalid: "Ogiltig e-postadress",
  password_short: "Lösenordet måste vara minst 6 tecken",
  system_password_short: "Lösenord måste vara minst 6 tecken",
  port_outside: "Port måste vara ett tal mellan 1 och 65535",
  name_missing: "Namn krävs",
  name_long: "Namnet får vara högst 100 tecken",
  address_missing: "Adress krävs",
  address_ambiguous:
    "Skriv en IP-adress som fyra tal mellan 0 och 255 utan inledande nollor: 192.168.1.10, inte 192.168.001.010",
  address_long: "Adressen får vara högst 255 tecken",
  user_name_missing: "Användarnamn krävs",
  user_name_long: "Användarnamnet får vara högst 255 tecken",
  relay_path: "Börja med / och använd bara kända platshållare, inga mellanslag och inget /../",
  relay_probe_opens: "Testet får inte vara samma sökväg som öppnar",
  relay_headers: "Skriv en rubrik per rad som Namn: värde. Host, Authorization och liknande sätts av portalen.",
  relay_body: "Använd bara kända platshållare, högst 2000 tecken",
  relay_unit: "Ange numret eller ID:t: bokstäver, siffror, punkt och streck",
  relay_text: "Ange vad svaret ska jämföras med, utan å, ä och ö",
  frame_source_unknown: "Skriv kamerans namn som SERVER1/DeviceIpint.3/SourceEndpoint.video:0:0, eller lämna tomt",
  macro_id_long: "Macro-ID får vara högst 255 tecken",
  device_password_missing: "Lösenord krävs",
  device_password_long: "Lösenordet får vara högst 1000 tecken",
  description_long: "Beskrivningen får vara högst 1000 tecken",
  kind_missing: "Välj verksamhet",
  log_days_outside: "Ange ett helt antal dagar mellan 1 och 3650",
  purposes_long: "Ändamålen får vara högst 4000 tecken",
  default_purposes: FILED_PURPOSES,
  organization_missing: "Välj en organisation för att fortsätta",
  credential_missing: "Minst en behörighet måste väljas med korrekt information",
  pin_malformed: "PIN måste vara 4-6 siffror",
  pin_trivial: "PIN-koden är för lätt att gissa. Välj en annan eller generera en.",
  validity_missing: "Välj giltighet",
  end_date_missing: "Välj slutdatum",
  end_date_past: "Slutdatumet har passerat. Välj i dag eller en senare dag.",
  end_date_far: `Slutdatumet får vara högst ${END_DATE_MAX_YEARS} år fram`,
  pin_doors_missing: "Välj minst en dörr för PIN-koden",
  plate_missing: "Registreringsnummer krävs",
  plate_several: "Det ser ut som flera registreringsnummer. Skriv bara ett.",
  plate_remark:
    "Det ser ut som ett registreringsnummer och en anmärkning. Skriv bara registreringsnumret. Hör alla tecken till det, skriv det utan mellanslag.",
  plate_signs:
    "Registreringsnumret har ett tecken som kameror inte läser. Använd bokstäverna A–Ö, siffror, mellanslag, punkt och bindestreck.",
  plate_long: "Registreringsnumret får vara högst 20 tecken",
  plate_too_many: `Registreringsnumret får ha högst ${PLATE_KEY_MAX} bokstäver och siffror`,
  vehicle_type_missing: "Fordonstyp krävs",
  vehicle_type_long: "Fordonstypen får vara högst 100 tecken",
  vehicle_gates_missing: "Välj minst en grind för fordonet",
  valid_from_missing: "Giltig från-datum krävs",
  valid_to_missing: "Giltig till-datum krävs",
  valid_to_not_later: "Giltig till-datum måste vara efter giltig från-datum",
};

export type FormTexts = typeof swedish;

export const formTexts: FormTexts = { ...swedish, ...otherWords() };
