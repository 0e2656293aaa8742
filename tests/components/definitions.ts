import { screen } from "@testing-library/react";

/** Each term of the page's lists with what stands beside it, in plain spaces. */
export const definitions = (): Record<string, string | undefined> =>
  Object.fromEntries(
    screen
      .getAllByRole("term")
      .map(({ textContent, nextElementSibling }) => [
        textContent,
        nextElementSibling?.textContent?.replaceAll(/[\u00a0\u202f]/g, " "),
      ]),
  );
