// Checked by tsc: each line that must not compile fails the type check when it does.
import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { onlyAction } from "#contract/define-action.ts";
import type { FunctionDeps } from "#server/functions.ts";
import type { Deps } from "../deps.ts";
import { action } from "./action.ts";
import { defineFunction, type PortalFunction } from "./define-function.ts";

const contract = onlyAction("sample", z.object({ id: z.string() }), {});
type Listed = PortalFunction<FunctionDeps>;

test("a function names its role, or does not compile", () => {
  const call = action(contract, async () => undefined);
  // @ts-expect-error: no role
  const silent = defineFunction({ call });
  // @ts-expect-error: not a role
  const misspelled = defineFunction({ call, role: "admin" });
  expect([silent.role, misspelled.role]).toEqual([undefined, "admin"]);
});

test("a function's dependencies are those of the root, or the list does not compile", () => {
  const modest = action(contract, async (_deps: Deps, _call, input) => {
    expectTypeOf(input).toEqualTypeOf<{ id: string }>();
  });
  const greedy = action(contract, async (deps: Deps & { moon: { phase: number } }) => void deps.moon);
  const list: Listed[] = [defineFunction({ role: "any", call: modest })];
  // @ts-expect-error: there is no moon
  list.push(defineFunction({ role: "any", call: greedy }));
  expect(list).toHaveLength(2);
});
