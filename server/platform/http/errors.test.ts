import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { isDatabaseUnavailable, OutcomeUnknownError, StandbyError, toPortalError } from "./errors.ts";

function ofDatabase(code: string, severity = "ERROR"): DatabaseError {
  return Object.assign(new DatabaseError("x", 1, "error"), { code, severity });
}

const ofSystem = (code: string, syscall: string) => Object.assign(new Error("x"), { code, syscall });

test.each([
  ["refused", ofSystem("ECONNREFUSED", "connect")],
  ["reset", ofSystem("ECONNRESET", "read")],
  ["gone while something was sent", ofSystem("EPIPE", "write")],
  ["silent", ofSystem("ETIMEDOUT", "connect")],
  ["of an unknown name", ofSystem("ENOTFOUND", "getaddrinfo")],
  ["stopped, its Unix socket removed", ofSystem("ENOENT", "connect")],
  ["lost", ofDatabase("08006")],
  ["shut down by an administrator", ofDatabase("57P01")],
  ["starting", ofDatabase("57P03")],
  ["out of connections", ofDatabase("53300")],
  ["ended by itself, for whatever reason", ofDatabase("XX000", "FATAL")],
  ["ended in the driver", new Error("Connection terminated unexpectedly")],
  ["too slow to connect", new Error("timeout exceeded when trying to connect")],
  ["silent in the middle of a statement", new Error("Query read timeout")],
  ["a standby", new StandbyError()],
  ["unusable since an error", new Error("Client has encountered a connection error and is not queryable")],
  ["lost during a commit", new OutcomeUnknownError(ofDatabase("08006"))],
])("a database that is %s is called unavailable", (_name, error) => {
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(toPortalError(error).status).toBe(503);
});

test("a write at a server that became a standby is refused as one at a database that is away", () => {
  expect(toPortalError(ofDatabase("25006"))).toMatchObject({ status: 503, reason: "database_unavailable" });
});

test.each([
  ["a file that is missing", ofSystem("ENOENT", "open")],
  ["a statement that was refused", ofDatabase("23505")],
  ["a statement that the server could not read", ofDatabase("08P01")],
  ["a full disk", ofDatabase("53100")],
  ["any other error", new Error("boom")],
  ["what is no error", "ECONNREFUSED"],
])("%s says nothing about the connection to the database", (_name, error) => {
  expect(isDatabaseUnavailable(error)).toBe(false);
});
