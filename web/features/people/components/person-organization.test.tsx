// Tests a system admin's dialog of a person: the organisation, and its doors.
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { ofPersonFields } from "#contract/person-fields.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { gate, portA } from "#tests/components/fixtures/people/sample-access.ts";
import { ALVA_ID, DOOR_ID, NORD_ID, samplePerson } from "#tests/components/fixtures/people/sample-person.ts";
import { answerWith } from "#tests/components/network.ts";
import {
  askedManager,
  openPerson,
  personDialog,
  personField,
  saveButton,
  savePerson,
  writeField,
} from "#tests/components/person-dialog.tsx";
import { sees } from "#tests/components/sees.ts";
import { personDialogTexts } from "#web/features/people/texts/person-dialog.sv.ts";

const SYD_ID = "00000000-0000-4000-8000-0000000000b2";

const NORD = { id: NORD_ID, name: "Brf Norrgården" };
const SYD = { id: SYD_ID, name: "Sydhamnens Industri" };

function open(person?: Parameters<typeof openPerson>[0], organizations: readonly object[] = [NORD, SYD]) {
  const opened = openPerson(person, "system_admin");
  answerWith({
    "GET /rest/v1/organizations\\?": organizations,
    "GET /rest/v1/controllers\\?": ({ address }) => (address.includes(SYD_ID) ? [] : [portA, gate]),
    "POST /functions/v1/end-user-manager": ({ body }) =>
      Object(body).action === "CREATE"
        ? { success: true, end_user_id: ALVA_ID, state: "synced", pending: [] }
        : { success: true },
  });
  return opened;
}

// Covers: 2.32
test("the organisation of a stored person is shown and cannot be changed", async () => {
  await open(samplePerson());
  expect(personField("Organisation")).toBe(personDialog().getByDisplayValue("Brf Norrgården"));
  expect(personField("Organisation").hasAttribute("disabled")).toBe(true);
  await sees("person-form", "Organisation kan inte ändras vid redigering");
  await expectAccessible();
});

// Covers: 2.44
test("for a new person the organisation is chosen first, and then its doors are offered", async () => {
  const { user } = await open();
  await sees("person-form", "Välj en organisation för att fortsätta");
  expect(saveButton().hasAttribute("disabled")).toBe(true);
  await user.click(personDialog().getByText("Lägg till PIN-kod behörighet"));
  expect(personDialog().getByText("Välj en organisation först")).toBeTruthy();
  await expectAccessible();
  expect(await personDialog().findByRole("button", { name: /Välj organisation/ })).toBeTruthy();
  const choose = async (name: string) => {
    await user.click(personDialog().getByRole("button", { name: /Organisation/ }));
    await user.click(await screen.findByRole("option", { name }));
  };
  await choose("Sydhamnens Industri");
  expect(await personDialog().findByText("Inga dörrar är tilldelade organisationen")).toBeTruthy();
  await choose("Brf Norrgården");
  await user.click(await personDialog().findByRole("checkbox", { name: "Soprum", checked: true }));
  await writeField(user, "Förnamn", "Signe");
  await writeField(user, "Efternamn", "Systemsson");
  await writeField(user, /^PIN-kod/, "609314");
  await savePerson(user);
  expect(await screen.findByText("Användare skapades")).toBeTruthy();
  expect(askedManager("CREATE")).toEqual([
    {
      action: "CREATE",
      payload: {
        organization_id: NORD_ID,
        first_name: "Signe",
        last_name: "Systemsson",
        ...ofPersonFields(() => ""),
        pin: { value: "609314", validity_period: "12_months", access_point_ids: [DOOR_ID] },
      },
    },
  ]);
});

test("without an organisation a new person cannot be saved yet, which is said with the way to one", async () => {
  const opened = openPerson(undefined, "system_admin");
  answerWith({ "GET /rest/v1/organizations\\?": [] });
  await opened;
  expect(await personDialog().findByText(/^Det finns ännu ingen organisation/)).toBeTruthy();
  const way = personDialog().getByRole("link", { name: "Lägg till organisation" });
  expect(way.getAttribute("href")).toBe("/system-admin/organizations?add=1");
});

test("an organisation without doors and gates is said to have none, with the way to give it some", async () => {
  const { user } = await open();
  // Waits for options: before, the field would open an empty list.
  await user.click(await personDialog().findByRole("button", { name: /Välj organisation/ }));
  await user.click(await screen.findByRole("option", { name: "Sydhamnens Industri" }));
  expect(await personDialog().findByText(/^Organisationen har inga dörrar eller grindar/)).toBeTruthy();
  const way = personDialog().getByRole("link", { name: "Tilldela dörrar" });
  expect(way.getAttribute("href")).toBe(`/system-admin/organizations?controllers=${SYD_ID}`);
});

// Covers: page.14
test("a new person gets the only organisation and its doors, and an untouched form has nothing unsaved", async () => {
  const { user } = await open(undefined, [NORD]);
  await personDialog().findByRole("button", { name: /Brf Norrgården.*Organisation/ });
  await user.click(personDialog().getByText("Lägg till PIN-kod behörighet"));
  await user.click(personDialog().getByText("Lägg till PIN-kod behörighet"));
  expect(personDialog().queryByText("Osparade ändringar")).toBeNull();
  await user.click(personDialog().getByText("Lägg till PIN-kod behörighet"));
  expect(await personDialog().findByRole("checkbox", { name: "Soprum", checked: true })).toBeTruthy();
  await waitFor(() => expect(saveButton().hasAttribute("disabled")).toBe(false));
});

const group = (id: string, organizationId: string, name: string, isDefault: boolean) => ({
  id,
  organization_id: organizationId,
  name,
  installation_group_id: null,
  validity_period: "12_months",
  is_default: isDefault,
  doors: [],
  gates: [],
  members: 0,
  waiting: 0,
  without_effect: [],
  without_effect_total: 0,
  updated_at: "2026-11-29T00:00:00Z",
});
const BOENDE = group("00000000-0000-4000-8000-0000000000d1", NORD_ID, "Boende", true);
const STAFF = group("00000000-0000-4000-8000-0000000000d2", NORD_ID, "Städ", false);
const DOCKERS = group("00000000-0000-4000-8000-0000000000d3", SYD_ID, "Lastkaj", true);

// Covers: task.2
test("a new person has the organisation's default group in advance, and another organisation's after a change", async () => {
  const opened = open();
  answerWith({
    "POST /functions/v1/access-groups": ({ body }) => ({
      success: true,
      groups: Object(body).organization_id === SYD_ID ? [DOCKERS] : [BOENDE, STAFF],
    }),
  });
  const { user } = await opened;
  await personDialog().findByRole("button", { name: /Välj organisation/ });
  const choose = async (name: string) => {
    await user.click(personDialog().getByRole("button", { name: /Organisation/ }));
    await user.click(await screen.findByRole("option", { name }));
  };
  await choose("Sydhamnens Industri");
  expect(await personDialog().findByRole("checkbox", { name: "Lastkaj", checked: true })).toBeTruthy();
  await choose("Brf Norrgården");
  expect(await personDialog().findByRole("checkbox", { name: "Boende", checked: true })).toBeTruthy();
  expect(personDialog().getByRole("checkbox", { name: "Städ" })).toHaveProperty("checked", false);
  await user.click(personDialog().getByText("Lägg till PIN-kod behörighet"));
  expect(await personDialog().findByRole("checkbox", { name: "Soprum", checked: false })).toBeTruthy();
  await writeField(user, "Förnamn", "Signe");
  await writeField(user, "Efternamn", "Systemsson");
  await writeField(user, /^PIN-kod/, "609314");
  await savePerson(user);
  expect(await screen.findByText("Användare skapades")).toBeTruthy();
  expect(askedManager("CREATE").map(({ payload }) => [payload.group_ids, payload.pin.access_point_ids])).toEqual([
    [[BOENDE.id], []],
  ]);
});

test("a new person is saved only once the default group is read, which a quick save would leave out", async () => {
  const read = Promise.withResolvers<void>();
  const opened = openPerson();
  answerWith({
    "POST /functions/v1/access-groups": () => read.promise.then(() => ({ success: true, groups: [BOENDE] })),
    "POST /functions/v1/end-user-manager": { success: true, end_user_id: ALVA_ID, state: "synced", pending: [] },
  });
  const { user } = await opened;
  await writeField(user, "Förnamn", "Signe");
  await writeField(user, "Efternamn", "Systemsson");
  await user.click(personDialog().getByText("Lägg till PIN-kod behörighet"));
  await user.click(await personDialog().findByRole("checkbox", { name: "Entré" }));
  await writeField(user, /^PIN-kod/, "609314");
  expect(saveButton().hasAttribute("disabled")).toBe(true);
  expect(await screen.findByText(personDialogTexts.readingAccess)).toBeTruthy();
  read.resolve();
  expect(await personDialog().findByRole("checkbox", { name: "Boende", checked: true })).toBeTruthy();
  await savePerson(user);
  expect(await screen.findByText("Användare skapades")).toBeTruthy();
  expect(askedManager("CREATE").map(({ payload }) => payload.group_ids)).toEqual([[BOENDE.id]]);
});

test("a default group that is taken away from a new person is not sent, and an untouched form has nothing unsaved", async () => {
  const opened = openPerson();
  answerWith({
    "POST /functions/v1/access-groups": { success: true, groups: [BOENDE, STAFF] },
    "POST /functions/v1/end-user-manager": { success: true, end_user_id: ALVA_ID, state: "synced", pending: [] },
  });
  const { user } = await opened;
  await user.click(await personDialog().findByRole("checkbox", { name: "Boende", checked: true }));
  await user.click(personDialog().getByRole("checkbox", { name: "Boende", checked: false }));
  expect(personDialog().queryByText("Osparade ändringar")).toBeNull();
  await user.click(personDialog().getByRole("checkbox", { name: "Boende", checked: true }));
  await user.click(personDialog().getByText("Lägg till PIN-kod behörighet"));
  await user.click(await personDialog().findByRole("checkbox", { name: "Entré" }));
  await writeField(user, "Förnamn", "Signe");
  await writeField(user, "Efternamn", "Systemsson");
  await writeField(user, /^PIN-kod/, "609314");
  await savePerson(user);
  expect(await screen.findByText("Användare skapades")).toBeTruthy();
  expect(askedManager("CREATE").map(({ payload }) => [payload.group_ids, payload.pin.access_point_ids])).toEqual([
    [undefined, [DOOR_ID]],
  ]);
});
