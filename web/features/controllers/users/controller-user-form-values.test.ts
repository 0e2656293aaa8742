import { describe, expect, test } from "vitest";
import { createControllerUserForm, editControllerUserForm } from "#contract/forms/controller-user.ts";
import { changedWindow, createWindow, formValues } from "./controller-user-form-values.ts";

const NOW = new Date("2026-10-12T09:30:15.250Z");
const VERA = {
  firstName: "Vera",
  lastName: "Vakt",
  name: "Vakt, Vera",
  validFrom: "2026-01-01T08:00:00Z",
  validTo: "2027-03-01T17:45:00Z",
};

describe("a new person", () => {
  test("is proposed from now and 30 days on", () => {
    const values = formValues(null, NOW);
    expect(values).toMatchObject({ validFrom: "2026-10-12", validTo: "2026-11-11", firstName: "", pin: "" });
    expect(createWindow(values, NOW)).toEqual({ validFrom: "2026-10-12T09:30:15Z", validTo: "2026-11-11T22:59:59Z" });
  });

  test("another first day begins at its first instant in Stockholm and ends with a short day's last second", () => {
    expect(createWindow({ validFrom: "2026-10-13", validTo: "2027-03-28" }, NOW)).toEqual({
      validFrom: "2026-10-12T22:00:00Z",
      validTo: "2027-03-28T21:59:59Z",
    });
  });
});

describe("a person who is edited", () => {
  test("keeps the device's exact times where no day was changed", () => {
    const values = formValues(VERA, NOW);
    expect(values).toMatchObject({ firstName: "Vera", validFrom: "2026-01-01", validTo: "2027-03-01" });
    expect(changedWindow(values, VERA)).toEqual({ validFrom: null, validTo: null });
    expect(changedWindow({ ...values, validTo: "2027-03-02" }, VERA)).toEqual({
      validFrom: null,
      validTo: "2027-03-02T22:59:59Z",
    });
  });

  test("without an end is proposed 365 days", () => {
    const values = formValues({ ...VERA, validTo: null }, NOW);
    expect(values.validTo).toBe("2027-10-12");
    expect(changedWindow(values, { ...VERA, validTo: null }).validTo).toBe("2027-10-12T21:59:59Z");
  });

  test("with only a full name on the device is shown by it", () => {
    expect(formValues({ ...VERA, firstName: "", lastName: "", name: "Städ Hus 1" }, NOW)).toMatchObject({
      firstName: "",
      lastName: "Städ Hus 1",
    });
  });
});

describe("the form's rules are the specification's", () => {
  const valid = { firstName: "Vera", lastName: "Vakt", pin: "4816", validFrom: "2026-01-01", validTo: "2026-01-02" };
  const said = (schema: typeof createControllerUserForm, change: object) =>
    schema.safeParse({ ...valid, ...change }).error?.issues.map(({ path, message }) => [path[0], message]) ?? [];

  test.each([
    [{}, []],
    [{ firstName: " " }, [["firstName", "Förnamn krävs"]]],
    [{ firstName: "a".repeat(101) }, [["firstName", "Förnamn måste vara mindre än 100 tecken"]]],
    [{ lastName: "" }, [["lastName", "Efternamn krävs"]]],
    [{ pin: "123" }, [["pin", "PIN måste vara 4-6 siffror"]]],
    [{ pin: "1234567" }, [["pin", "PIN måste vara 4-6 siffror"]]],
    [{ pin: "" }, [["pin", "PIN måste vara 4-6 siffror"]]],
    [{ validFrom: "" }, [["validFrom", "Giltig från-datum krävs"]]],
    [{ validTo: "" }, [["validTo", "Giltig till-datum krävs"]]],
    [{ validTo: "2026-01-01" }, [["validTo", "Giltig till-datum måste vara efter giltig från-datum"]]],
  ])("%j", (change, messages) => {
    expect(said(createControllerUserForm, change)).toEqual(messages);
  });

  test("a blank PIN keeps the stored one, and only that", () => {
    const blank = { ...valid, pin: "", firstName: "" };
    expect(editControllerUserForm({ hasPin: true }).safeParse(blank).success).toBe(true);
    expect(editControllerUserForm({ hasPin: true }).safeParse({ ...blank, pin: "12" }).error?.issues[0]?.message).toBe(
      "PIN måste vara 4-6 siffror",
    );
    expect(editControllerUserForm({ hasPin: false }).safeParse(blank).success).toBe(false);
  });
});
