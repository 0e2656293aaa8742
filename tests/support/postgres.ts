// A database per test file: real PostgreSQL, migrated once per run and cloned in a fraction of a second.
import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { onDatabase, PORTAL_TEMPLATE, testCluster } from "./cluster.ts";

export interface TestDatabase {
  readonly name: string;
  /** The superuser's address, past the tenant guard. */
  readonly adminUrl: string;
  readonly authenticatorUrl: string;
  /** Cuts every connection; with `shut`, new ones are refused until `open`. */
  cut(options?: { shut: boolean }): Promise<void>;
  open(): Promise<void>;
  drop(): Promise<void>;
}

/** Creates a database: "portal" (default) has every migration, policy and trigger; "empty" has nothing. */
export async function createTestDatabase(options: { template?: "portal" | "empty" } = {}): Promise<TestDatabase> {
  const cluster = testCluster();
  const template = options.template === "empty" ? "template1" : PORTAL_TEMPLATE;
  if (template === PORTAL_TEMPLATE && cluster.templateError !== null) {
    throw new Error(`The template database could not be migrated: ${cluster.templateError}`);
  }
  const name = `test_${randomBytes(6).toString("hex")}`;
  await asAdmin(cluster.adminUrl, `create database ${name} template ${template}`);
  const adminUrl = onDatabase(cluster.adminUrl, name);
  const authenticatorUrl = new URL(adminUrl);
  authenticatorUrl.username = "authenticator";
  authenticatorUrl.password = cluster.authenticatorPassword;
  return {
    name,
    adminUrl,
    authenticatorUrl: authenticatorUrl.href,
    cut: async (options) => {
      if (options?.shut) await asAdmin(cluster.adminUrl, `alter database ${name} allow_connections false`);
      await asAdmin(
        cluster.adminUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      );
    },
    open: () => asAdmin(cluster.adminUrl, `alter database ${name} allow_connections true`),
    drop: () => asAdmin(cluster.adminUrl, `drop database if exists ${name} with (force)`),
  };
}

async function asAdmin(adminUrl: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
