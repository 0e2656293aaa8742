// Tests a connection that is not yet saved. tests/integration/controllers/find-connection.test.ts tests why nothing answers.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { foundAt, testAnswer } from "#tests/components/fixtures/controllers/sample-controller.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { ControllerDialog } from "./controller-dialog.tsx";

const FORBIDDEN = "Adressen ligger utanför de nät som portalen får nå.";
const UNREADABLE = "Adressen kan inte läsas. Skriv ett värdnamn, en IP-adress eller en adress som börjar med https://.";
const NO_PORT = "Det finns något på adressen, men det tar inte emot anslutningar på porten.";
const WRONG_PASSWORD = "Enheten godtog inte användarnamnet eller lösenordet. Kontrollera uppgifterna.";
const CERTIFICATE = foundAt({ device_ip: "https://192.0.2.10", device_port: 443 });
const ALLOWED = "192.0.2.10";

function answerAsDevice(): void {
  answerWith({
    "POST /functions/v1/axis-proxy": ({ body }) => {
      const { action, device_ip, device_port, password } = Object(body);
      if (action === "TEST_CONNECTION")
        return password === "S3cret-pass"
          ? { ...testAnswer }
          : json({ error: WRONG_PASSWORD, code: "device_auth_failed" }, 502);
      if (device_ip.startsWith("ftp:"))
        return json({ error: UNREADABLE, code: "invalid_body", field: "device_ip" }, 400);
      if (device_ip !== ALLOWED)
        return json({ error: FORBIDDEN, code: "device_address_forbidden", field: "device_ip" }, 400);
      return device_port === 9 ? json({ error: NO_PORT, code: "device_unreachable" }, 504) : CERTIFICATE;
    },
  });
}

async function open() {
  answerAsDevice();
  const user = await show(<ControllerDialog controller={null} onClose={() => undefined} />);
  const form = within(screen.getByRole("dialog"));
  const press = async (name: string) => user.click(await form.findByRole("button", { name }));
  const write = async (label: string, text: string) => {
    await user.clear(form.getByLabelText(label));
    await user.paste(text);
  };
  const fill = async (address: string) => {
    await write("Namn", "Port A");
    await write("Adress", address);
    await write("Användarnamn", "portal");
    await write("Lösenord", "fel lösenord");
  };
  const value = (label: string) => form.getByLabelText<HTMLInputElement>(label).value;
  const isWrong = (label: string) => form.getByLabelText(label).getAttribute("aria-invalid") === "true";
  return { form, press, write, fill, value, isWrong };
}
const asked = () => askedOf(/axis-proxy/).map(({ body }) => Object(body));

// Covers: 8.5, 8.10
test("a missing, forbidden or unreadable address is named at its field, which gets the focus", async () => {
  const { form, press, write, fill, isWrong } = await open();
  await press("Testa anslutning");
  expect((await form.findAllByText("Adress krävs")).length).toBeGreaterThan(0);
  expect(asked()).toEqual([]);
  await fill("203.0.113.9");
  await press("Testa anslutning");
  expect((await form.findAllByText(FORBIDDEN)).length).toBeGreaterThan(0);
  expect(isWrong("Adress")).toBe(true);
  await expectAccessible();
  await write("Adress", "ftp://port-a");
  await press("Skapa styrenhet");
  expect((await form.findAllByText(/^Adressen kan inte läsas\./)).length).toBeGreaterThan(0);
  expect(document.activeElement).toBe(form.getByLabelText("Adress"));
  expect(form.queryByText(FORBIDDEN)).toBeNull();
  expect(askedOf(/controller-manager/)).toEqual([]);
});

// Covers: 8.5
test("an https answer is shown before a password is sent, and a wrong password stays named until changed", async () => {
  const { form, press, write, fill, value } = await open();
  await fill(ALLOWED);
  await write("Port", "9");
  await press("Testa anslutning");
  expect(await form.findByText(NO_PORT)).toBeTruthy();
  expect(form.getByText("Anslutning misslyckades")).toBeTruthy();
  await write("Port", "443");
  await press("Testa anslutning");
  expect(await form.findByRole("heading", { name: "Godkänn enhetens certifikat" })).toBeTruthy();
  expect(form.getByText("B1:".repeat(31) + "B1")).toBeTruthy();
  expect(form.getByText("Svarar krypterat: https på port 443.")).toBeTruthy();
  expect(value("Adress")).toBe("https://192.0.2.10");
  expect(asked().map(({ action }) => action)).toEqual(["FIND_CONNECTION", "FIND_CONNECTION"]);
  expect(asked().flatMap((body) => Object.keys(body))).not.toContain("password");
  await expectAccessible();

  await press("Godkänn certifikatet");
  expect(await form.findByText(WRONG_PASSWORD)).toBeTruthy();
  expect(form.getByText("Anslutning misslyckades")).toBeTruthy();
  await expectAccessible();
  await write("Lösenord", "S3cret-pass");
  await waitFor(() => expect(form.queryByText("Anslutning misslyckades")).toBeNull());
  await press("Testa anslutning");
  expect(await form.findByText("Anslutning lyckades")).toBeTruthy();
  expect(form.getByText(/2 dörrar/)).toBeTruthy();
  const place = { device_ip: "https://192.0.2.10", device_port: 443, fingerprint: "b1".repeat(32) };
  expect(asked().slice(2)).toEqual(
    ["fel lösenord", "S3cret-pass"].map((password) => expect.objectContaining({ ...place, password })),
  );
});

test("an answer about an address, or with a password, that was changed meanwhile takes nothing away", async () => {
  const { form, press, write, fill, value } = await open();
  const ended = () => form.findByRole("button", { name: "Testa anslutning" });
  await fill(ALLOWED);
  const found = Promise.withResolvers<Record<string, unknown>>();
  answerWith({ "POST /functions/v1/axis-proxy": () => found.promise });
  await press("Testa anslutning");
  await waitFor(() => expect(asked()).toHaveLength(1));
  await write("Adress", "192.0.2.11");
  found.resolve({ ...CERTIFICATE });
  await ended();
  expect(value("Adress")).toBe("192.0.2.11");
  expect(form.queryByRole("heading", { name: "Godkänn enhetens certifikat" })).toBeNull();

  const plain = { success: true, device_ip: "192.0.2.11", device_port: 80, scheme: "http", certificate: null };
  const tested = Promise.withResolvers<Record<string, unknown>>();
  answerWith({
    "POST /functions/v1/axis-proxy": ({ body }) =>
      Object(body).action === "FIND_CONNECTION" ? { ...plain } : tested.promise,
  });
  await press("Testa anslutning");
  await waitFor(() => expect(asked()).toHaveLength(3));
  await write("Lösenord", "ett annat");
  tested.resolve({ ...testAnswer });
  await ended();
  expect(form.queryByText("Anslutning lyckades")).toBeNull();
});

// Covers: 8.5, page.4
test("a found scheme stays a guess: another port is asked at the address that was typed", async () => {
  const { form, press, write, fill, value } = await open();
  await fill(ALLOWED);
  await press("Testa anslutning");
  expect(await form.findByRole("heading", { name: "Godkänn enhetens certifikat" })).toBeTruthy();
  expect(value("Adress")).toBe("https://192.0.2.10");
  await write("Port", "9");
  await press("Testa anslutning");
  expect(await form.findByText(NO_PORT)).toBeTruthy();
  expect(asked()[1]).toMatchObject({ action: "FIND_CONNECTION", device_ip: ALLOWED, device_port: 9 });
  expect(value("Adress")).toBe(ALLOWED);
});
