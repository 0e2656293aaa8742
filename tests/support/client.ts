import { createClient, FunctionsHttpError, type SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import type { TestAccount } from "./build-portal.ts";

/** Signs in and returns the client. Throws when the sign-in is refused. */
export async function signedInClient(
  url: string,
  { email, password }: Pick<TestAccount, "email" | "password">,
): Promise<SupabaseClient> {
  const client = createClient(url, "portal", { auth: { persistSession: false } });
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

/** Inserts a row and returns the id that it got. Throws when it is refused. */
export async function insertedId(client: SupabaseClient, table: string, row: object): Promise<string> {
  const { data } = await client.from(table).insert(row).select("id").single().throwOnError();
  return z.object({ id: z.string() }).parse(data).id;
}

export interface FunctionAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** Calls a function and returns status and body, refusals included. */
export async function callFunction(client: SupabaseClient, name: string, body: object): Promise<FunctionAnswer> {
  const { data, error } = await client.functions.invoke<Record<string, unknown>>(name, { body: { ...body } });
  if (!error) return { status: 200, body: data ?? {} };
  if (!(error instanceof FunctionsHttpError)) throw error;
  const response = z.instanceof(Response).parse(error.context);
  return { status: response.status, body: z.record(z.string(), z.unknown()).parse(await response.json()) };
}
