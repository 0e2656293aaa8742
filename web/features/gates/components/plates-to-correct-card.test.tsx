import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { idOf } from "#tests/components/fixtures/gates/sample-reading.ts";
import { answerWith, json } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";

const ASKED = "POST /rest/v1/rpc/plates_to_correct";
const row = (n: number, plate: string, other: string | null) => ({
  credential_id: idOf(n),
  plate,
  problem: other === null ? "unreadable" : "shared",
  other_plate: other,
  end_user_id: idOf(n + 10),
  first_name: "Alva",
  last_name: `Exempel ${n}`,
  organization_id: idOf(n + 20),
  organization_name: "Brf Exempel",
});
const rows = async () => {
  const list = within(await screen.findByRole("list", { name: "Registreringsnummer att rätta" }));
  return list.getAllByRole("listitem");
};

test("a system admin sees which stored plates are read as another's or by no camera, and opens the person", async () => {
  answerWith({ [ASKED]: [row(1, "ABC123, DEF456", null), row(2, "ŠA 900-AB", "SA 900 AB")] });
  await openPage("/system-admin/plates", "system_admin");
  expect((await rows()).map(({ textContent }) => textContent)).toEqual([
    "SABC123, DEF456Alva Exempel 1Brf ExempelLäses inte av någon kamera och öppnar ingen grind",
    "SŠA 900-ABAlva Exempel 2Brf ExempelLäses som SA 900 AB, så att båda öppnar för den andra",
  ]);
  const link = screen.getByRole("link", { name: "Rätta ŠA 900-AB för Alva Exempel 2" });
  expect(link.getAttribute("href")).toBe(`/system-admin/end-users?person=${idOf(12)}`);
  await expectAccessible();
});

test("an organisation corrects its own, and nothing stands where all are read", async () => {
  answerWith({ [ASKED]: [row(1, "日本 12", null)] });
  await openPage("/org-admin/plates", "org_admin");
  expect((await rows())[0]?.textContent).toBe(
    "S日本 12Alva Exempel 1Läses inte av någon kamera och öppnar ingen grind",
  );
  expect(screen.getByRole("link", { name: /^Rätta/ }).getAttribute("href")).toBe(
    `/org-admin/end-users?person=${idOf(11)}`,
  );
});

test("a list that cannot be fetched is said so", async () => {
  answerWith({ [ASKED]: json({ code: "22023", message: "no", details: null, hint: null }, 400) });
  const user = await openPage("/system-admin/plates", "system_admin");
  await screen.findByText(/^Registreringsnummer att rätta kunde inte hämtas\./);
  answerWith({ [ASKED]: [] });
  await user.click(screen.getByRole("button", { name: "Försök igen" }));
  await expect.poll(() => screen.queryByText(/^Registreringsnummer att rätta/)).toBeNull();
});
