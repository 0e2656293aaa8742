import type { Page } from "@playwright/test";
import { z } from "zod";
import { realAnswer } from "#tests/e2e/real-answer.ts";

const states = z.array(z.looseObject({ device_type: z.string() }));

/** Makes the page learn that no door controller answers. */
export async function hearNobodyAnswer(page: Page): Promise<void> {
  await page.route("**/rest/v1/rpc/controller_states", async (route) => {
    const response = await realAnswer(route);
    const away = states
      .parse(await response.json())
      .map((unit) => (unit.device_type === "axis" ? { ...unit, state: "offline", last_error: "timeout" } : unit));
    await route.fulfill({ response, json: away });
  });
}
