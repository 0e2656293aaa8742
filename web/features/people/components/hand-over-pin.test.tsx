// Tests handing a PIN over. tests/integration/people/mail-pin.test.ts tests the email; tests/e2e/people/permissions.test.ts tests that only
// the note is printed.
import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { portA } from "#tests/components/fixtures/people/sample-access.ts";
import { PIN_ID, samplePerson, samplePin } from "#tests/components/fixtures/people/sample-person.ts";
import { answerWith, askedOf, page } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { HandOverPin } from "./hand-over-pin.tsx";

const ADDRESS = "alva@exempel.example";

async function openNote(email: string | null) {
  answerWith({ "GET /rest/v1/controllers\\?": page([portA]) });
  const user = await show(
    <HandOverPin person={samplePerson({ email })} credential={samplePin()} pin="4816" onClose={vi.fn()} />,
  );
  const dialog = within(await screen.findByRole("dialog", { name: "Lämna över koden" }));
  expect(dialog.getByRole("region", { name: "Lapp att lämna över" }).textContent).toContain("4816");
  return { user, dialog };
}

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
