// Tests which counts of a list are announced.
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Toolbar } from "./toolbar.tsx";

// Covers: page.15
test("a list's count is announced after a search, and not with each row that comes by itself", () => {
  const { rerender } = render(<Toolbar count="38 oklara" question="" />);
  const live = (count: string, question: string) => {
    rerender(<Toolbar count={count} question={question} />);
    return screen.getByRole("status").getAttribute("aria-live");
  };
  expect(live("39 oklara", "")).toBe("polite");
  expect(live("40 oklara", "")).toBe("off");
  expect(live("41 oklara", "")).toBe("off");
  expect(live("2 oklara", "MLB")).toBe("polite");
  expect(live("3 oklara", "MLB")).toBe("off");
});
