import { expect, test } from "vitest";
import { DEFAULT_DEVICE_NETWORKS } from "#drivers/network-policy.ts";
import { ConfigError, loadConfig, ownDatabase } from "./config.ts";

test("an empty environment gives the documented defaults", () => {
  expect(loadConfig({})).toMatchObject({
    port: 8080,
    host: "127.0.0.1",
    dataDir: "./data",
    databaseUrl: null,
    deviceNetworks: DEFAULT_DEVICE_NETWORKS,
    allowLoopbackDevices: false,
    corsOrigins: [],
    doorStepUp: [],
    welcomeMail: "password",
    logLevel: "info",
  });
});

test("the place of the copies is one value, and a part of it alone is refused by name", () => {
  const whole = {
    BACKUP_S3_URL: "https://s3.example:9000/bucket/brf/",
    BACKUP_S3_ACCESS_KEY: "key",
    BACKUP_S3_SECRET_KEY: "secret",
  };
  const url = "https://s3.example:9000/bucket/brf";
  expect(loadConfig(whole).backupS3).toEqual({ url, region: "us-east-1", accessKey: "key", secretKey: "secret" });
  expect(loadConfig({}).backupS3).toBeNull();
  for (const name of Object.keys(whole)) {
    expect(() => loadConfig({ ...whole, [name]: "" })).toThrow(/BACKUP_S3_URL, BACKUP_S3_ACCESS_KEY och/);
  }
});

test("the demo may reach devices on loopback and keeps its data apart", () => {
  const config = loadConfig({}, { demo: true });
  expect(config.allowLoopbackDevices).toBe(true);
  expect(config.dataDir).toBe("./.demo");
  expect(loadConfig({ PORTAL_DATA_DIR: "/srv/x" }, { demo: true }).dataDir).toBe("/srv/x");
});

test.each([
  ["PORT", "eighty"],
  ["PORT", "70000"],
  ["PUBLIC_URL", "ftp://portal.example"],
  ["DATABASE_URL", "mysql://x"],
  ["PORTAL_SECRET_KEY", "short"],
  ["PORTAL_OTHER_SECRET_KEYS", `${"a".repeat(32)},short`],
  ["SMTP_URL", "http://mail"],
  ["BACKUP_S3_URL", "https://s3.example"],
  ["BACKUP_S3_URL", "https://key:secret@s3.example/bucket"],
  ["BACKUP_S3_URL", "s3://bucket"],
  ["BACKUP_S3_REGION", "eu north"],
  ["MAIL_FROM", "nobody"],
  ["MAIL_FROM", "a@b.example, c@d.example"],
  ["SMS_URL", "tel:112"],
  ["WELCOME_MAIL", "postcard"],
  ["OIDC_NORDEN_ISSUER", "not an address"],
  ["DEVICE_NETWORKS", "10.0.0.0/8,nonsense"],
  ["DEVICE_NETWORKS", "010.0.0.0/8"],
  ["DEVICE_NETWORKS", "192.168.001.0/24"],
  ["PORTAL_BACKUP_KEY", "short"],
  ["TRUSTED_PROXIES", "the proxy"],
  ["CORS_ORIGINS", "*"],
  ["CORS_ORIGINS", "null"],
  ["CORS_ORIGINS", "other.example.com"],
  ["CORS_ORIGINS", "https://other.example.com/"],
  ["CORS_ORIGINS", "https://Other.example.com"],
  ["CORS_ORIGINS", "https://good.example.com, https://other.example.com:443"],
  ["METRICS_TOKEN", "short"],
  ["SUSPENDED_DAYS", "31"],
  ["SUSPENDED_DAYS", "-1"],
  ["DRAIN_SECONDS", "3600"],
  ["LOG_LEVEL", "loud"],
])("%s=%s is refused by name", (name, value) => {
  expect(() => loadConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => loadConfig({ [name]: value })).toThrow(name);
});

test("a refusal says in Swedish and English what is allowed, and which part of a list is wrong", () => {
  expect(() => loadConfig({ PORT: "eighty" })).toThrow(
    "Miljövariabeln PORT har ett ogiltigt värde: ange ett heltal 0–65535. (PORT: give a whole number 0–65535.)",
  );
  expect(() => loadConfig({ DEVICE_NETWORKS: "10.0.0.0/8,nonsense" })).toThrow(/nonsense is not a network/);
});

test("other secret keys stand between commas or line breaks, and a short one is named by position", () => {
  const [a, b, c] = ["a", "b", "c"].map((message) => message.repeat(32));
  expect(loadConfig({ PORTAL_OTHER_SECRET_KEYS: `${a}, ${b}\n${c}\n` }).otherSecretKeys).toEqual([a, b, c]);
  expect(loadConfig({}).otherSecretKeys).toEqual([]);
  const refused = () => loadConfig({ PORTAL_OTHER_SECRET_KEYS: `${a},hemligt-men-kort` });
  expect(refused).toThrow(/Key 2 is too short/);
  expect(refused).not.toThrow(/hemligt/);
});

test("an administrator needs both e-mail and password", () => {
  expect(() => loadConfig({ PORTAL_ADMIN_EMAIL: "a@b.example" })).toThrow(/PORTAL_ADMIN_PASSWORD/);
});

test("a blank value counts as unset", () => {
  expect(loadConfig({ PORT: " ", SMTP_URL: "" })).toMatchObject({ port: 8080, smtpUrl: null });
});

test("each OpenID Connect provider is read by its name; a blank one is none", () => {
  const norden = {
    OIDC_NORDEN_ISSUER: "https://id.norden.example",
    OIDC_NORDEN_CLIENT_ID: "portal",
    OIDC_NORDEN_CLIENT_SECRET: "s3cret",
  };
  const keys = { name: "norden", issuer: "https://id.norden.example", clientId: "portal", clientSecret: "s3cret" };
  expect(loadConfig({ ...norden, OIDC_SYD_ISSUER: " " }).oidcProviders).toEqual([{ ...keys, linkByEmail: true }]);
  expect(loadConfig({ ...norden, OIDC_NORDEN_LINK_BY_EMAIL: "false" }).oidcProviders).toEqual([
    { ...keys, linkByEmail: false },
  ]);
});

test("half a provider is refused, with what is missing", () => {
  expect(() => loadConfig({ OIDC_NORDEN_CLIENT_ID: "portal" })).toThrow(
    /OIDC_NORDEN_ISSUER[^]*OIDC_NORDEN_CLIENT_SECRET/,
  );
});

test("a direct database address needs the one that leads through the pooler", () => {
  const direct = { DATABASE_DIRECT_URL: "postgres://owner@db:5432/portal" };
  expect(() => loadConfig(direct)).toThrow("DATABASE_DIRECT_URL needs DATABASE_URL");
  const both = loadConfig({ ...direct, DATABASE_URL: "postgres://owner@pooler:6432/portal" });
  expect(ownDatabase(both)).toBe("postgres://owner@db:5432/portal");
});

test("headers for a collector are decoded, and one that is none is named by position", () => {
  const headers = (text: string) => loadConfig({ OTEL_EXPORTER_OTLP_HEADERS: text }).otelExporterOtlpHeaders;
  expect(headers("authorization=Bearer%20abc%3D, x-tenant=%zz")).toEqual({
    authorization: "Bearer abc=",
    "x-tenant": "%zz",
  });
  expect(() => headers("a=b,hemligt")).toThrow(/Header 2 is not name=value/);
  expect(() => headers("a=b,hemligt")).not.toThrow(/hemligt/);
  expect(() => loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" })).toThrow(/OTEL_EXPORTER_OTLP_ENDPOINT/);
});
