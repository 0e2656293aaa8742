import { describe, expect, test } from "vitest";
import { codeProblem, onlyDigits } from "#web/lib/session/six-digits.ts";
import { firstAdminSchema } from "./first-admin-rules.ts";
import { invitationSchema } from "./invitation-rules.ts";
import { forgotPasswordSchema, loginErrors } from "./login-rules.ts";

const LOGIN = { email: "alva@demo.example", password: "hemligt" };

// Covers: 5.1
test.each([
  [{}, {}],
  [{ email: "" }, { email: "Fyll i din e-postadress" }],
  [{ email: "   " }, { email: "Fyll i din e-postadress" }],
  [{ email: "alva" }, { email: "Ogiltig e-postadress" }],
  [{ email: "<b>alva</b>@demo.example" }, { email: "Ogiltig e-postadress" }],
  [{ email: "alva@demo.example\u202e" }, { email: "Ogiltig e-postadress" }],
  [{ email: "🙂@demo.example" }, { email: "Ogiltig e-postadress" }],
  [{ email: " alva@demo.example " }, {}],
  [{ password: "" }, { password: "Fyll i ditt lösenord" }],
  [{ password: " " }, {}],
  [
    { email: "", password: "" },
    { email: "Fyll i din e-postadress", password: "Fyll i ditt lösenord" },
  ],
])("signing in with %j", (change, errors) => {
  expect(loginErrors({ ...LOGIN, ...change })).toEqual(errors);
});

function said(result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }): string[][] {
  return result.error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? [];
}

// Covers: 5.1
test.each([
  ["", "Fyll i din e-postadress"],
  ["alva@", "Ogiltig e-postadress"],
])("a link for %j is not asked for", (email, message) => {
  expect(said(forgotPasswordSchema.safeParse({ email }))[0]).toEqual(["email", message]);
});

describe("a chosen password", () => {
  test.each([
    [{ password: "", repeat: "" }, ["password", "Fyll i ditt lösenord"]],
    [{ password: "abc12", repeat: "abc12" }, ["password", "Lösenordet måste vara minst 6 tecken"]],
    [{ password: "tre ord och 7", repeat: "tre ord och 8" }, ["repeat", "Lösenorden är inte lika"]],
  ])("%j is refused", (values, issue) => {
    expect(said(invitationSchema.safeParse(values))[0]).toEqual(issue);
  });

  test.each(["tre ord och 7", "  sex  ", "пароль", "🙂🙂🙂🙂🙂🙂"])("%j is taken as it was typed", (password) => {
    expect(invitationSchema.parse({ password, repeat: password }).password).toBe(password);
  });
});

test.each([
  [{ firstName: " " }, ["firstName", "Förnamn krävs"]],
  [{ lastName: "\u200b" }, ["lastName", "Efternamn krävs"]],
  [{ email: "alva" }, ["email", "Ogiltig e-postadress"]],
  [{ password: "" }, ["password", "Fyll i ditt lösenord"]],
  [{ password: "abc12", repeat: "abc12" }, ["password", "Lösenord måste vara minst 6 tecken"]],
  [{ repeat: "annat" }, ["repeat", "Lösenorden är inte lika"]],
])("the first system admin with %j", (change, issue) => {
  const good = { firstName: "Sara", lastName: "Systemsson", ...LOGIN, repeat: LOGIN.password };
  expect(said(firstAdminSchema.safeParse(good))).toEqual([]);
  expect(said(firstAdminSchema.safeParse({ ...good, ...change }))[0]).toEqual(issue);
});

test.each([
  ["", "Fyll i koden"],
  ["12345", "Koden är sex siffror"],
  ["123456", undefined],
])("the code %j", (code, problem) => {
  expect(codeProblem(code)).toBe(problem);
});

test.each([
  ["Din kod: 123 456", "123456"],
  ["1234567", "123456"],
  ["１２３", ""],
  ["<b>12</b>", "12"],
])("the digits of %j are kept", (text, digits) => {
  expect(onlyDigits(text)).toBe(digits);
});
