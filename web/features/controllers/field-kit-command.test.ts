import { expect, test } from "vitest";
import { fieldKitCommand } from "./field-kit-command.ts";

const command = (device_ip: string, device_port: number | null, username: string | null = "root") =>
  fieldKitCommand({ device_ip, device_port, username, allow_old_tls: false }, "--try 1");

test.each([
  ["192.0.2.21", null, "https://192.0.2.21"],
  ["192.0.2.21", 443, "https://192.0.2.21"],
  ["192.0.2.21", 80, "http://192.0.2.21"],
  ["http://192.0.2.21", 8080, "http://192.0.2.21:8080"],
  ["https://door.example:8443", null, "https://door.example:8443"],
  ["https://door.example:8443/unit/", 8443, "https://door.example:8443/unit"],
  ["2001:db8::7", 443, "'https://[2001:db8::7]'"],
])("%s, port %s, is asked at %s", (address, port, asked) => {
  expect(command(address, port)).toBe(`npm run field-kit -- --address ${asked} --user root --try 1`);
});

test("characters that a shell would interpret are quoted", () => {
  expect(command("192.0.2.21", null, "it's; rm -rf ~")).toBe(
    "npm run field-kit -- --address https://192.0.2.21 --user 'it'\\''s; rm -rf ~' --try 1",
  );
  expect(command("a.example$(id)", null)).toContain("--address 'https://a.example$(id)'");
});

test("a controller without an account leaves the place for one", () => {
  expect(command("192.0.2.21", null, null)).toContain("--user '' --try 1");
});

test("a controller that an old TLS is allowed for is spoken to in it", () => {
  const controller = { device_ip: "192.0.2.21", device_port: null, username: "root", allow_old_tls: true };
  expect(fieldKitCommand(controller, "--clean")).toBe(
    "npm run field-kit -- --address https://192.0.2.21 --user root --allow-old-tls --clean",
  );
});
