// Tests handing a PIN over. tests/integration/people/mail-pin.test.ts tests the email; tests/e2e/people/permissions.test.ts tests that only
// the note is printed.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { doorOf, portA } from "#tests/components/fixtures/people/sample-access.ts";
import {
  DOOR_ID,
  OTHER_DOOR_ID,
  PIN_ID,
  samplePerson,
  samplePin,
} from "#tests/components/fixtures/people/sample-person.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { HandOverPin } from "./hand-over-pin.tsx";

const ADDRESS = "alva@exempel.example";

async function openNote(email: string | null, credential = samplePin(), unit = portA) {
  answerWith({ "GET /rest/v1/controllers\\?": page([unit]) });
  const user = await show(
    <HandOverPin person={samplePerson({ email })} credential={credential} pin="4816" onClose={vi.fn()} />,
  );
  const dialog = within(await screen.findByRole("dialog", { name: "Lämna över koden" }));
  const note = dialog.getByRole("region", { name: "Lapp att lämna över" }).textContent;
  expect(note).toContain("4816");
  return { user, dialog, note };
}

const assigned = (access_point_id: string) => ({ controller_id: portA.id, access_point_id });

test.each([
  ["is switched off", { enabled: false }],
  ["is gone from its unit", { missing_since: "2026-11-20T12:00:00+00:00" }],
  ["has a reader that takes longer codes", { pin_min: 6, pin_max: 6 }],
  ["is no longer the organisation's", { id: "00000000-0000-4000-8000-0000000000d3" }],
])("a door that %s is not on the note, since the code does not open it", async (_what, change) => {
  const other = { ...doorOf(OTHER_DOOR_ID, "Soprum"), ...change };
  const credential = samplePin({ controller_assignments: [assigned(DOOR_ID), assigned(other.id)] });
  const { note } = await openNote(null, credential, {
    ...portA,
    access_points: [doorOf(DOOR_ID, "Entré"), other],
    organization_controllers: [
      { organization_access_points: [DOOR_ID, OTHER_DOOR_ID].map((id) => ({ access_point_id: id })) },
    ],
  });
  expect(note).toContain("DörrarEntréGäller");
});

test("a code that ends within a day says at what time", async () => {
  const { note } = await openNote(
    null,
    samplePin({ valid_from: "2020-11-01T08:00:00Z", valid_to: "2099-05-02T08:15:00Z" }),
  );
  expect(note).toContain("1 november 2020 – 2 maj 2099 10:15");
});

test.each([
  ["switched off", { enabled: false }, "Nej, koden är avstängd"],
  ["over", { valid_to: "2020-05-02T08:15:00Z" }, "Nej, koden gick ut 2 maj 2020 10:15"],
  [
    "yet to begin",
    { valid_from: "2098-05-01T00:00:00Z", valid_to: "2099-05-02T08:15:00Z" },
    "Först från 1 maj 2098, till och med 2 maj 2099 10:15",
  ],
])("a code that is %s is handed over with a note that says so", async (_what, change, said) => {
  expect((await openNote(null, samplePin(change))).note).toContain(`Gäller${said}`);
});

test.each([
  ["sent", `Koden är skickad till ${ADDRESS}`],
  ["queued", `Koden skickas till ${ADDRESS} så snart e-postservern svarar, inom en timme`],
])("a code is mailed to a person who has an address, and it is said whether it has gone (%s)", async (mail, said) => {
  const { user, dialog } = await openNote(ADDRESS);
  answerWith({ "POST /functions/v1/end-user-manager": { success: true, mail } });
  await user.click(dialog.getByRole("button", { name: `Skicka till ${ADDRESS}` }));
  expect(await screen.findByText(said)).toBeTruthy();
  expect(askedOf(/end-user-manager/).map(({ body }) => body)).toEqual([{ action: "MAIL_PIN", credential_id: PIN_ID }]);
  await expectAccessible();
});

test("the code of a person without an address is copied or printed, and not offered to be mailed", async () => {
  const { dialog } = await openNote(null);
  const offered = dialog.getAllByRole("button").map(({ textContent }) => textContent);
  expect(offered).toEqual(expect.arrayContaining(["Kopiera text", "Skriv ut lapp"]));
  expect(offered.filter((label) => label.startsWith("Skicka"))).toEqual([]);
});

// Covers: page.6
test("a code that is not shown is fetched first, and nothing opens where whoever asks cancels", async () => {
  const onClose = vi.fn();
  answerWith({
    "GET /rest/v1/controllers\\?": page([portA]),
    "POST /functions/v1/end-user-manager": { success: true, pin: "739164" },
  });
  const user = await show(<HandOverPin person={samplePerson()} credential={samplePin()} onClose={onClose} />);
  const dialog = within(await screen.findByRole("dialog", { name: "Lämna över koden" }));
  expect(dialog.getByRole("region", { name: "Lapp att lämna över" }).textContent).toContain("739164");
  expect(askedOf(/end-user-manager/).map(({ body }) => body)).toEqual([
    { action: "REVEAL_PIN", credential_id: PIN_ID },
  ]);
  await user.click(dialog.getAllByRole("button", { name: "Stäng" })[0] ?? document.body);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test("a code that may not be shown says why, and the note does not open", async () => {
  const onClose = vi.fn();
  answerWith({
    "GET /rest/v1/controllers\\?": page([portA]),
    "POST /functions/v1/end-user-manager": json({ error: "Du har visat koder 20 gånger.", code: "rate_limited" }, 429),
  });
  await show(<HandOverPin person={samplePerson()} credential={samplePin()} onClose={onClose} />);
  expect(await screen.findByText("Du har visat koder 20 gånger.")).toBeTruthy();
  expect(onClose).toHaveBeenCalledOnce();
  expect(screen.queryByRole("dialog")).toBeNull();
});

// Covers: page.10
test("Dela opens the device's sheet where it has one, and closing that is no error", async () => {
  const share = vi.fn(async (_data: ShareData) => undefined);
  Object.defineProperty(navigator, "share", { value: share, configurable: true });
  try {
    const { user, dialog } = await openNote(null);
    await user.click(dialog.getByRole("button", { name: "Dela" }));
    expect(share.mock.calls[0]?.[0].text).toContain("4816");
    share.mockRejectedValueOnce(new DOMException("closed", "AbortError"));
    await user.click(dialog.getByRole("button", { name: "Dela" }));
    await vi.dynamicImportSettled();
    expect(screen.queryByRole("alert")).toBeNull();
    share.mockRejectedValueOnce(new DOMException("no", "NotAllowedError"));
    await user.click(dialog.getByRole("button", { name: "Dela" }));
    expect(await screen.findByText("Webbläsaren kunde inte dela texten. Kopiera den i stället.")).toBeTruthy();
  } finally {
    Reflect.deleteProperty(navigator, "share");
  }
});

// Covers: page.6
test("a copy that succeeds takes away the error of one that failed", async () => {
  const { user, dialog } = await openNote(null);
  const write = vi.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new Error("refused"));
  const copy = () => user.click(dialog.getByRole("button", { name: "Kopiera text" }));
  await copy();
  expect(await screen.findByText(/^Webbläsaren tillåter inte kopiering/)).toBeTruthy();
  await copy();
  expect(await screen.findByText("Texten är kopierad", { selector: "[data-sonner-toast] *" })).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/^Webbläsaren tillåter inte kopiering/)).toBeNull());
  expect(write).toHaveBeenCalledTimes(2);
});
