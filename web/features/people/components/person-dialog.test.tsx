// Tests the person dialog. tests/integration/people/end-user-manager.test.ts and people/pin-offers.test.ts test the server.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { accessSeen } from "#contract/access-seen.ts";
import type { AuditListRow } from "#contract/tables/audit.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { ALVA_ID, DOOR_ID, NORD_ID, samplePerson } from "#tests/components/fixtures/people/sample-person.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import {
  askedManager,
  openPerson,
  personDialog,
  personField,
  savePerson,
  writeField,
} from "#tests/components/person-dialog.tsx";
import { sees } from "#tests/components/sees.ts";
import { TYPING_REST_MS } from "../use-typed-pin.ts";

const MANAGER = "POST /functions/v1/end-user-manager";
const INVALID = "Formuläret innehåller felaktiga värden. Kontrollera alla fält.";

// Covers: 5.7, files.5
test("an empty form shows every message at its field, and nothing is saved", async () => {
  const { user } = await openPerson();
  await savePerson(user);
  for (const message of ["Förnamn krävs", "Efternamn krävs"])
    expect(await personDialog().findByText(message)).toBeTruthy();
  await sees("person-form", "Lägg till användare", "Lägg till PIN-kod behörighet", "Lägg till fordon");
  await sees("person-form", "Minst en behörighet måste väljas med korrekt information");
  await sees("person-form", "Formuläret innehåller felaktiga värden. Kontrollera alla fält.");
  expect(document.activeElement).toBe(personField("Förnamn"));
  expect(await screen.findByText(INVALID)).toBeTruthy();
  await writeField(user, "Förnamn", "Ada");
  await writeField(user, "Efternamn", "Rättsson");
  await user.click(personDialog().getByText("Lägg till fordon"));
  await sees("person-form", "Personbil, Lastbil");
  await waitFor(() => expect(screen.queryByText(INVALID)).toBeNull());

  await user.clear(personField("Förnamn"));
  await user.clear(personField("Efternamn"));
  await user.click(personDialog().getByText("Lägg till PIN-kod behörighet"));
  for (const name of ["Entré", "Soprum", "Infart"]) {
    await user.click(await personDialog().findByRole("checkbox", { name, checked: true }));
  }
  await writeField(user, /^PIN-kod/, "12");
  expect(personField("Fordonstyp")).toHaveProperty("value", "Personbil");
  await user.clear(personField("Fordonstyp"));
  await savePerson(user);
  for (const message of [
    "PIN måste vara 4-6 siffror",
    "Välj minst en dörr för PIN-koden",
    "Registreringsnummer krävs",
    "Fordonstyp krävs",
    "Välj minst en grind för fordonet",
  ])
    expect((await personDialog().findAllByText(message)).length).toBeGreaterThan(0);
  await sees("person-form", "PIN måste vara 4-6 siffror");
  expect(personDialog().getByText("7 fält behöver rättas")).toBeTruthy();
  // A text that is too long is reported, not cut.
  await writeField(user, "Fordonstyp", "x".repeat(130));
  expect((await personDialog().findAllByText("Fordonstypen får vara högst 100 tecken")).length).toBeGreaterThan(0);
  await writeField(user, "Registreringsnummer", "A".repeat(30));
  expect((await personDialog().findAllByText("Registreringsnumret får vara högst 20 tecken")).length).toBeGreaterThan(
    0,
  );
  expect(await screen.findAllByText(INVALID)).toHaveLength(1);
  await expectAccessible();
  expect(askedOf(/end-user-manager/)).toEqual([]);
});

const IN_USE =
  "PIN-koden används redan vid Port A. Inget har sparats. Välj en annan kod eller låt portalen generera en.";
const TRIVIAL = "PIN-koden är för lätt att gissa. Välj en annan eller generera en.";
const refusedPin = json({ error: IN_USE, code: "pin_in_use", field: "pin.value" }, 409);

test("a taken PIN is refused at its field at typing and saving, and Generera proposes a free one", async () => {
  const { user, onClose } = await openPerson();
  answerWith({
    [MANAGER]: ({ body }) => {
      const { action, pin, payload } = Object(body);
      if (action === "SUGGEST_PIN") return { success: true, pin: "582941", limited_by: [] };
      if (pin === "4816" || payload?.pin?.value === "4816") return refusedPin;
      return action === "CHECK_PIN"
        ? { success: true }
        : { success: true, end_user_id: ALVA_ID, state: "synced", pending: [] };
    },
  });
  await writeField(user, "Förnamn", "Ivar");
  await writeField(user, "Efternamn", "Dubbelsson");
  await user.click(personDialog().getByText("Lägg till PIN-kod behörighet"));
  await user.click(await personDialog().findByRole("checkbox", { name: "Soprum" }));
  await writeField(user, /^PIN-kod/, "4816");
  expect(await personDialog().findByText(IN_USE)).toBeTruthy();
  expect(askedManager("CHECK_PIN")).toEqual([
    { action: "CHECK_PIN", pin: "4816", organization_id: NORD_ID, access_point_ids: [DOOR_ID] },
  ]);
  await expectAccessible();
  await savePerson(user);
  await waitFor(() => expect(askedManager("CREATE")).toHaveLength(1));
  expect(await personDialog().findByText(IN_USE)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(personField(/^PIN-kod/)));

  await writeField(user, /^PIN-kod/, "1234");
  expect(personDialog().getByText(TRIVIAL)).toBeTruthy();
  await writeField(user, /^PIN-kod/, "739164");
  expect(await personDialog().findByText("Ledig på alla valda dörrar")).toBeTruthy();
  await writeField(user, /^PIN-kod/, "1234");
  await savePerson(user);
  expect(personDialog().getByText(TRIVIAL)).toBeTruthy();
  expect(personDialog().getByDisplayValue("Ivar")).toBeTruthy();

  await user.click(personDialog().getByRole("button", { name: "Generera" }));
  const longest = "Ledig på alla valda dörrar. 6 siffror, det längsta en PIN-kod kan vara.";
  expect(await personDialog().findByText(longest)).toBeTruthy();
  expect(personDialog().getByDisplayValue("582941")).toBe(personField(/^PIN-kod/));
  await savePerson(user);
  await sees("person-form", "Användare skapades");
  // Nobody chose this code, so it is shown, and can be handed over.
  const made = within(await screen.findByRole("dialog", { name: "PIN-koden är skapad" }));
  expect(made.getByText("582941")).toBeTruthy();
  expect(made.getByRole("button", { name: "Lämna över" })).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await user.click(made.getAllByRole("button", { name: "Stäng" })[0] ?? document.body);
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(askedManager("SUGGEST_PIN")).toEqual([{ action: "SUGGEST_PIN", access_point_ids: [DOOR_ID] }]);
  expect(askedManager("CHECK_PIN").map(({ pin }) => pin)).toEqual(["4816", "739164"]);
  expect(askedManager("CREATE").map(({ payload }) => payload.pin)).toEqual([
    { value: "4816", validity_period: "12_months", access_point_ids: [DOOR_ID] },
    { value: "582941", validity_period: "12_months", access_point_ids: [DOOR_ID] },
  ]);
});

test("a code that is typed before a proposal comes stays", async () => {
  const { user } = await openPerson();
  const proposal = Promise.withResolvers<Record<string, unknown>>();
  answerWith({
    [MANAGER]: ({ body }) => (Object(body).action === "SUGGEST_PIN" ? proposal.promise : { success: true }),
  });
  await user.click(personDialog().getByText("Lägg till PIN-kod behörighet"));
  await personDialog().findByRole("checkbox", { name: "Soprum", checked: true });
  await user.click(personDialog().getByRole("button", { name: "Generera" }));
  await waitFor(() => expect(askedManager("SUGGEST_PIN")).toHaveLength(1));
  await writeField(user, /^PIN-kod/, "739164");
  proposal.resolve({ success: true, pin: "582941", limited_by: [] });
  expect(await personDialog().findByText("Ledig på alla valda dörrar")).toBeTruthy();
  expect(personField(/^PIN-kod/)).toHaveProperty("value", "739164");
});

test("a PIN that a door's reader makes short names the door, when proposed and when made by the save", async () => {
  const { user } = await openPerson();
  const limited_by = ["Soprum"];
  answerWith({
    [MANAGER]: ({ body }) =>
      Object(body).action === "SUGGEST_PIN"
        ? { success: true, pin: "5829", limited_by }
        : { success: true, end_user_id: ALVA_ID, state: "synced", pending: [], generated_pin: "7391", limited_by },
  });
  await writeField(user, "Förnamn", "Ivar");
  await writeField(user, "Efternamn", "Kortsson");
  await user.click(personDialog().getByText("Lägg till PIN-kod behörighet"));
  await user.click(await personDialog().findByRole("checkbox", { name: "Soprum" }));
  await user.click(personDialog().getByRole("button", { name: "Generera" }));
  const why = "Bara 4 siffror, för läsaren vid Soprum tar inte fler.";
  expect(await personDialog().findByText(`Ledig på alla valda dörrar. ${why}`)).toBeTruthy();
  await writeField(user, /^PIN-kod/, "");
  expect(personDialog().queryByText(new RegExp(why))).toBeNull();
  await savePerson(user);
  const made = within(await screen.findByRole("dialog", { name: "PIN-koden är skapad" }));
  expect(made.getByText("7391")).toBeTruthy();
  expect(made.getByText(why)).toBeTruthy();
  await expectAccessible();
});

test("while a save runs its PIN is not asked about: the save says it, and has perhaps stored it", async () => {
  // On a slow machine the PIN may be checked before the save is pressed.
  const sinceSave = () => {
    const actions = askedOf(/end-user-manager/).map(({ body }) => Object(body).action);
    return actions.slice(actions.indexOf("CREATE"));
  };
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { user } = await openPerson();
    const saved = Promise.withResolvers<Record<string, unknown>>();
    answerWith({
      "POST /functions/v1/end-user-manager": ({ body }) =>
        Object(body).action === "CREATE" ? saved.promise : { success: true },
    });
    await writeField(user, "Förnamn", "Ivar");
    await writeField(user, "Efternamn", "Snabbsson");
    await user.click(personDialog().getByText("Lägg till PIN-kod behörighet"));
    await user.click(await personDialog().findByRole("checkbox", { name: "Soprum" }));
    await writeField(user, /^PIN-kod/, "739164");
    await savePerson(user);
    await waitFor(() => expect(askedManager("CREATE")).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(2 * TYPING_REST_MS);
    expect(sinceSave()).toEqual(["CREATE"]);
    saved.resolve({ success: true, end_user_id: ALVA_ID, state: "synced", pending: [] });
    expect(await screen.findByText("Användare skapades")).toBeTruthy();
    expect(sinceSave()).toEqual(["CREATE"]);
  } finally {
    vi.useRealTimers();
  }
});

const NEWER = samplePerson({ last_name: "Annansson", updated_at: "2026-11-21T10:00:00+00:00" });
const BY_SYSTEM: AuditListRow = {
  id: "00000000-0000-4000-8000-0000000000f1",
  at: NEWER.updated_at,
  organization_id: NORD_ID,
  organization_name: "Brf Norrgården",
  actor: null,
  actor_name: "system Test",
  action: "end_users.update",
  subject_table: "end_users",
  subject_id: ALVA_ID,
  subject_name: "Alva Annansson",
  row_count: 1,
  part_of: null,
  names: { people: [], people_count: 0, places: [], place_count: 0 },
  address: null,
  request_id: null,
  before: null,
  after: null,
};

/** A group took the person in, which is no save of the person. */
const IN_GROUP = samplePerson({ access_group_members: [{ group_id: "00000000-0000-4000-8000-0000000000a9" }] });

async function saveOverAnother(newer = NEWER, changed = "Efternamn") {
  const { user, onClose } = await openPerson(samplePerson());
  const stale = json({ error: "Någon annan har ändrat användaren.", code: "changed_by_other" }, 409);
  answerWith({
    [MANAGER]: ({ body }) =>
      Object(body).seen_at === newer.updated_at && Object(body).seen_access.join() === accessSeen(newer).join()
        ? { success: true, end_user_id: ALVA_ID, state: "synced", pending: [] }
        : stale,
    "POST /rest/v1/rpc/audit_page": { rows: [BY_SYSTEM], total: 1, total_exact: true },
  });
  await writeField(user, "Förnamn", "Dorotea");
  answerWith({ "GET /rest/v1/end_users\\?": newer });
  await savePerson(user);
  const note = await personDialog().findByText(/^Någon annan har ändrat användaren sedan du öppnade formuläret\./);
  await waitFor(() => expect(note.textContent).toContain(`Ändrad av system Test kl. 11:00. Ändrat: ${changed}.`));
  return { user, onClose };
}

// Covers: files.3
test("a second admin sees what another has changed in the person, and can save over it", async () => {
  const { user, onClose } = await saveOverAnother();
  await expectAccessible();
  expect(personDialog().getByDisplayValue("Dorotea")).toBeTruthy();
  await user.click(personDialog().getByRole("button", { name: "Behåll mina" }));
  await savePerson(user);
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(askedManager("UPDATE").map(({ seen_at, payload }) => [seen_at, payload.first_name])).toEqual([
    [samplePerson().updated_at, "Dorotea"],
    [NEWER.updated_at, "Dorotea"],
  ]);
});

// Covers: files.3
test("or have the form filled with what the other one saved", async () => {
  const { user } = await saveOverAnother();
  await user.click(personDialog().getByRole("button", { name: "Ladda om" }));
  await waitFor(() => expect(personField("Efternamn")).toBe(personDialog().getByDisplayValue("Annansson")));
  expect(personDialog().getByDisplayValue("Alva")).toBe(personField("Förnamn"));
  expect(personDialog().queryByText(/^Någon annan har ändrat/)).toBeNull();
});

// Covers: files.3
test("a person whom a group took in meanwhile is not taken out again unasked", async () => {
  const { user, onClose } = await saveOverAnother(IN_GROUP, "Grupper");
  await user.click(personDialog().getByRole("button", { name: "Ladda om" }));
  await writeField(user, "Förnamn", "Dorotea");
  await savePerson(user);
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(askedManager("UPDATE").map(({ payload }) => payload.group_ids)).toEqual([
    undefined,
    [IN_GROUP.access_group_members?.[0]?.group_id],
  ]);
});

// Covers: 4.13
test("a PIN or a vehicle that is unticked is said to go when it is saved, and is left out of what is sent", async () => {
  const { user, onClose } = await openPerson(samplePerson());
  answerWith({ [MANAGER]: { success: true, end_user_id: ALVA_ID, state: "synced", pending: [] } });
  await user.click(await personDialog().findByRole("checkbox", { name: "PIN-kod" }));
  await sees("person-form", "Redigera användare");
  expect(personDialog().getByText("PIN-koden tas bort på 1 dörr när du sparar.")).toBeTruthy();
  await savePerson(user);
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  await sees("person-form", "Användare uppdaterades");
  expect(askedManager("UPDATE").map(({ payload }) => [payload.pin, payload.vehicle.plate_number])).toEqual([
    [undefined, "MLB 84A"],
  ]);
  await user.click(personDialog().getByText("Fordon"));
  expect(personDialog().getByText("Fordonet MLB 84A tas bort vid 1 grind när du sparar.")).toBeTruthy();
  await expectAccessible();
});

// Covers: 8.15
test("a refused save without a field says what was attempted and why, and keeps the typed values", async () => {
  const { user, onClose } = await openPerson(samplePerson());
  answerWith({ [MANAGER]: json({ error: "Portalen kunde inte svara.", code: "internal" }, 500) });
  await writeField(user, "Förnamn", "Dorotea");
  await savePerson(user);
  await sees("person-form", "Failed to update user: {message}");
  expect(screen.getByText("Failed to update user: Portalen kunde inte svara.")).toBeTruthy();
  answerWith({ [MANAGER]: new Response("<html>Bad Gateway</html>", { status: 502 }) });
  await savePerson(user);
  await sees("person-form", "Failed to update user: Unknown error");
  expect(personDialog().getByDisplayValue("Dorotea")).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

// Covers: 8.15
test("a new person who could not be saved is reported in the same way", async () => {
  const { user, onClose } = await openPerson();
  answerWith({ [MANAGER]: json({ error: "Portalen kunde inte svara.", code: "internal" }, 500) });
  await writeField(user, "Förnamn", "Ivar");
  await writeField(user, "Efternamn", "Nysson");
  await user.click(personDialog().getByText("Lägg till PIN-kod behörighet"));
  await user.click(await personDialog().findByRole("checkbox", { name: "Soprum" }));
  await savePerson(user);
  await sees("person-form", "Failed to create user: {message}");
  expect(screen.getByText("Failed to create user: Portalen kunde inte svara.")).toBeTruthy();
  answerWith({ [MANAGER]: new Response("<html>Bad Gateway</html>", { status: 502 }) });
  await savePerson(user);
  await sees("person-form", "Failed to create user: Unknown error");
  expect(personDialog().getByDisplayValue("Ivar")).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

test("the further texts are folded until one is filled, and a refused one unfolds them", async () => {
  const { user } = await openPerson(samplePerson());
  const heading = () => personDialog().getByRole("button", { name: "Fler uppgifter" });
  expect(heading().getAttribute("aria-expanded")).toBe("false");
  expect(personDialog().queryByRole("textbox", { name: /Telefon/ })).toBeNull();
  await user.click(heading());
  await writeField(user, /Telefon/, "ring mig");
  await savePerson(user);
  await user.click(heading());
  expect(
    (await personDialog().findAllByText("Skriv telefonnumret med siffror, till exempel 070-123 45 67")).length,
  ).toBeGreaterThan(0);
  expect(heading().getAttribute("aria-expanded")).toBe("true");
  await writeField(user, /Telefon/, "070-123 45 67");
  await writeField(user, /Anteckning/, "Hund.\nRing först.");
  answerWith({ [MANAGER]: { end_user_id: ALVA_ID, pending: [] } });
  await savePerson(user);
  await waitFor(() =>
    expect(askedManager("UPDATE").at(-1)).toMatchObject({
      payload: { phone: "070-123 45 67", note: "Hund.\nRing först.", apartment: "" },
    }),
  );
});

test("a person with one of the further texts opens with them shown", async () => {
  await openPerson(samplePerson({ note: "Hund." }));
  expect(personDialog().getByRole("textbox", { name: /Anteckning/ })).toHaveProperty("value", "Hund.");
});

test("an existing person opens without focus in a field, so that a phone shows no keyboard", async () => {
  await openPerson(samplePerson());
  expect(screen.getByRole("dialog").contains(document.activeElement)).toBe(true);
  expect(document.activeElement?.matches("input, textarea, select")).toBe(false);
});

// Covers: task.9
test("the form stands in three parts under the answers, each leads to its fields, and an error marks its part", async () => {
  const { user } = await openPerson(samplePerson());
  const names = () => within(personDialog().getByRole("navigation", { name: "Delar" })).getAllByRole("button");
  expect(names().map(({ textContent }) => textContent)).toEqual(["Person", "Tillgång", "Övrigt"]);
  const inPart = (name: string) => within(personDialog().getByRole("region", { name }));
  expect(inPart("Person").getByRole("textbox", { name: "Förnamn" })).toBeTruthy();
  expect(inPart("Tillgång").getByRole("checkbox", { name: /fordon/i })).toBeTruthy();
  expect(inPart("Övrigt").getByRole("button", { name: "Fler uppgifter" })).toBeTruthy();
  await user.click(personDialog().getByRole("button", { name: "Övrigt" }));
  expect(document.activeElement).toBe(personDialog().getByRole("heading", { name: "Övrigt" }));
  await user.clear(personField("Förnamn"));
  await savePerson(user);
  expect(await personDialog().findByRole("button", { name: "Person innehåller fel" })).toBeTruthy();
  expect(personDialog().getByRole("button", { name: "Tillgång" })).toBeTruthy();
  await expectAccessible();
});

test("an empty field that is left for another part is not marked as wrong, and one that is left for a field is", async () => {
  const { user } = await openPerson();
  await user.click(personField("Efternamn"));
  await user.click(personDialog().getByRole("button", { name: "Övrigt" }));
  expect(document.activeElement).toBe(personDialog().getByRole("heading", { name: "Övrigt" }));
  expect(personDialog().queryByText("Efternamn krävs")).toBeNull();
  await user.click(personField("Efternamn"));
  await user.click(personField("Förnamn"));
  expect(await personDialog().findByText("Efternamn krävs")).toBeTruthy();
  expect(await personDialog().findByRole("button", { name: "Person innehåller fel" })).toBeTruthy();
});
