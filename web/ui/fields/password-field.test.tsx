import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PasswordField } from "./password-field.tsx";
import { TextField } from "./text-field.tsx";

const HINT = "En mening med flera ord";
const ERROR = "Lösenordet är för svagt";
const field = {
  label: "Lösenord",
  name: "password",
  value: "",
  onChange: () => undefined,
  onBlur: () => undefined,
  inputRef: () => undefined,
};

test("the rule for a password stays beside its fault, and nothing is said twice", () => {
  const wrong = renderToStaticMarkup(<PasswordField {...field} hint={HINT} errorMessage={ERROR} />);
  expect(wrong).toContain(ERROR);
  expect(wrong).toContain(HINT);
  const same = renderToStaticMarkup(<PasswordField {...field} hint={ERROR} errorMessage={ERROR} />);
  expect(same.split(ERROR)).toHaveLength(2);
});

test("the hint of another field gives way to its error", () => {
  const wrong = renderToStaticMarkup(<TextField {...field} hint={HINT} errorMessage={ERROR} />);
  expect(wrong).toContain(ERROR);
  expect(wrong).not.toContain(HINT);
});
