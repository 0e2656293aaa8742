import { screen } from "@testing-library/react";

/** Returns each term of the page's lists with its value, in plain spaces. */
export const definitions = (): Record<string, string | undefined> =>
  Object.fromEntries(
    screen
      .getAllByRole("term")
      .map(({ textContent, nextElementSibling }) => [
        textContent,
        nextElementSibling?.textContent?.replaceAll(/[\u00a0\u202f]/g, " "),
      ]),
  );
