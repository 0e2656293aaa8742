// The shape of one function of /functions/v1 and the checklist they all follow: sign-in, parse, act, answer.

import type { PoolClient } from "pg";
import type { z } from "zod";
import { platformErrors } from "#contract/errors/platform.ts";
import type { Language } from "#contract/language.ts";
import type { Role } from "#contract/roles.ts";
import type { AuthService } from "#server/auth/auth-service.ts";
import type { SyncEngine } from "#server/reconcile/engine.ts";
import { asUser, type Caller, type SessionClaims } from "../database/as-user.ts";
import type { Deps } from "../deps.ts";
import { PortalError } from "../http/errors.ts";

export interface FunctionDeps extends Deps {
  sync: SyncEngine;
  /** Accounts, as administrators manage them; limits that hold over all servers. */
  auth: Pick<AuthService, "administration" | "settings" | "limiter">;
}

export interface FunctionCall<Input> {
  input: Input;
  claims: SessionClaims;
  /** The caller's, for a reply that holds sentences. */
  language: Language;
}

export interface PortalFunction<Schema extends z.ZodType = z.ZodType> {
  /** Last segment of the address. */
  name: string;
  method: "GET" | "POST";
  /** Body of a POST, query of a GET. */
  input: Schema;
  /** Returns the reply's own keys; `success: true` is added. */
  handle(deps: FunctionDeps, call: FunctionCall<z.output<Schema>>): Promise<object>;
}

/** Keeps the input type of each function while the list holds them all. */
export function defineFunction<Schema extends z.ZodType>(definition: PortalFunction<Schema>): PortalFunction<Schema> {
  return definition;
}

/** Runs `work` as the caller, who must have `role`. The database's own policies answer the rest. */
export async function asRole<T>(
  deps: FunctionDeps,
  claims: SessionClaims,
  role: Role,
  work: (client: PoolClient, caller: Caller) => Promise<T>,
): Promise<T> {
  return asUser(deps.pools.user, claims, async (client, caller) => {
    requireRole(caller, role);
    return work(client, caller);
  });
}

export function requireRole(caller: Caller, role: Role): void {
  if (caller.role !== role) {
    throw new PortalError(platformErrors.not_allowed());
  }
}
