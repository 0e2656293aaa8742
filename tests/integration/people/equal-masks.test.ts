import { expect, test } from "vitest";
import { encrypted, one, openWorld } from "#tests/integration/platform/world.ts";

// Covers: 9.2
test("the mask of a PIN has four dots whatever the PIN's length", async () => {
  await using world = await openWorld({ filled: false });
  for (const pin of ["8642", "86420", "864209"]) {
    expect(await one(world.admin, "select private.encrypted_pin_mask($1) as mask", [encrypted(pin)])).toEqual({
      mask: "••••",
    });
  }
});
