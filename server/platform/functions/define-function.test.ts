// Checked by tsc: each line that must not compile fails the type check when it does.
import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { FunctionDeps } from "#server/functions.ts";
import type { Deps } from "../deps.ts";
import { defineFunction, type PortalFunction } from "./define-function.ts";

const input = z.object({ id: z.string() });
const common = { name: "sample", method: "POST", input } as const;
type Listed = PortalFunction<z.ZodType, FunctionDeps>;

test("a function names its role, or does not compile", () => {
  // @ts-expect-error: no role
  const silent = defineFunction({ ...common, handle: async () => ({}) });
  // @ts-expect-error: not a role
  const misspelled = defineFunction({ ...common, role: "admin", handle: async () => ({}) });
  expect([silent.role, misspelled.role]).toEqual([undefined, "admin"]);
});

test("a function that needs more than the root gives does not compile", () => {
  const modest = defineFunction({ ...common, role: "any", handle: async (_deps: Deps, call) => call.input });
  const greedy = defineFunction({
    ...common,
    role: "any",
    handle: async (deps: Deps & { moon: { phase: number } }) => deps.moon,
  });
  const list: Listed[] = [modest];
  // @ts-expect-error: there is no moon
  list.push(greedy);
  expect(list).toHaveLength(2);
  expectTypeOf<Parameters<typeof modest.handle>[1]["input"]>().toEqualTypeOf<{ id: string }>();
});
