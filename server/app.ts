import type { FastifyInstance } from "fastify";
import { platformErrors } from "#contract/errors/platform.ts";
import { signedInBy } from "#server/auth/sign-in/signed-in.ts";
import { acceptInvitationPlugin } from "./administrators/accept-invitation.route.ts";
import { firstAdminPlugin } from "./administrators/first-admin.route.ts";
import { type AuthService, createAuthService } from "./auth/auth-service.ts";
import type { HashingSettings } from "./auth/settings.ts";
import { authPlugin } from "./auth.ts";
import { backupFilePlugin } from "./backup/backup-file.route.ts";
import { firstRestorePlugin } from "./backup/first-restore.route.ts";
import type { TypedRestores } from "./backup/typed-keys.ts";
import { createGateDrivers } from "./devices/gate-drivers.ts";
import { functionsPlugin } from "./functions.ts";
import { axxonWebhookPlugin } from "./gates/axxon-webhook.route.ts";
import { createBrokenCalls } from "./gates/broken-calls.ts";
import { createGateAddresses, type GateAddresses } from "./gates/gate-addresses.ts";
import { createGate } from "./gates/open-gate.ts";
import { platePushPlugin } from "./gates/plate-push.route.ts";
import { createRefusedCalls } from "./gates/refused-calls.ts";
import { refusedCallsHook } from "./gates/refused-calls-hook.ts";
import { stopNoticesPlugin } from "./notices/stop-notices.route.ts";
import { operationsPlugin } from "./operations/operations.route.ts";
import { securityTextPlugin } from "./operations/security-text.route.ts";
import { searchEndUsersPlugin } from "./people/search-end-users.route.ts";
import { addressKey, proxyCheck } from "./platform/connections/address-key.ts";
import { createConnectionGuard } from "./platform/connections/connection-guard.ts";
import { connectionCap, openFilesLimit } from "./platform/connections/descriptors.ts";
import type { Deps } from "./platform/deps.ts";
import { createHttp } from "./platform/http/create-http.ts";
import { PortalError } from "./platform/http/errors.ts";
import { pagePlugin } from "./platform/http/page.ts";
import type { Lifecycle } from "./platform/lifecycle.ts";
import { createHttpSmsGateway } from "./platform/sms/http-gateway.ts";
import type { Telemetry } from "./platform/telemetry/telemetry.ts";
import { createRealtime } from "./realtime/realtime.ts";
import type { SyncEngine } from "./reconcile/engine/engine.ts";
import { tablesPlugin } from "./tables.ts";
import type { Tls } from "./tls/serve-tls.ts";
import { tlsAuthorityPlugin } from "./tls/tls-authority.route.ts";

export interface App {
  http: FastifyInstance;
  auth: AuthService;
  gateAddresses: GateAddresses;
  /** Wakes the readers that wait for passages and door events. */
  wakeFollowers: () => void;
  /** Drains requests (openings included) and closes sockets. */
  close(): Promise<void>;
}

export interface AppOptions {
  deps: Deps;
  sync: SyncEngine;
  tls: Tls;
  typed: TypedRestores;
  /** Token issuer and link prefix, without a trailing slash. */
  publicUrl: string;
  pageDir: string | null;
  /** A login that may migrate. */
  adminUrl: string;
  lifecycle: Lifecycle;
  telemetry: Telemetry | null;
  /** Highest migration that this code knows; /readyz refuses a database that no longer serves it. */
  schemaVersion: number;
  /** Undefined: DEFAULT_AUTH_SETTINGS applies. */
  hashing: HashingSettings | undefined;
}

/** Builds the app with all its routes, on no port yet. Starts nothing that repeats. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { deps, sync, tls, publicUrl, pageDir, adminUrl, lifecycle, schemaVersion, telemetry } = options;
  const auth = await createAuth(options);
  const { http, connections, gateAddresses, refused } = await createGuardedHttp(options);
  await http.register(operationsPlugin, { deps, sync, connections, lifecycle, schemaVersion, telemetry });

  await http.register(securityTextPlugin, { deps, publicUrl });

  const signedIn = signedInBy(auth.tokens);
  const realtime = createRealtime({ deps, tokens: auth.tokens, maxConnections: connections.limit });
  const gateDrivers = createGateDrivers(deps);
  const gate = createGate(deps, { wake: realtime.wake, drivers: gateDrivers });

  await http.register(authPlugin(auth));
  await http.register(tablesPlugin(deps, signedIn), { prefix: "/rest/v1" });
  await http.register(searchEndUsersPlugin, { prefix: "/rest/v1", deps: { ...deps, auth }, signedIn });
  await http.register(functionsPlugin, {
    prefix: "/functions/v1",
    deps: { ...deps, sync, tls, auth, gateDrivers, adminUrl },
    signedIn,
  });
  await registerWithoutSession(http, options, auth);
  const received = (address: string | undefined) => gateAddresses.received(address);
  const webhook = { gate: gate.deps, track: gate.track, received };
  await http.register(axxonWebhookPlugin, { prefix: "/functions/v1", ...webhook });
  await http.register(platePushPlugin, { prefix: "/functions/v1", ...webhook });
  await http.register(realtime.plugin);
  if (pageDir !== null) await http.register(pagePlugin, { folder: pageDir });
  // Fastify's own reply repeats the URL, which may hold secrets.
  else
    http.setNotFoundHandler(() => {
      throw new PortalError(platformErrors.address_unknown());
    });

  return {
    http,
    auth,
    gateAddresses,
    wakeFollowers: realtime.wake,
    close: async () => {
      connections.stop();
      await http.close();
      await gate.idle();
      await refused.idle();
    },
  };
}

/** Creates the HTTP server, which limits connections by address and counts refused and broken calls of gates. */
async function createGuardedHttp({ deps, tls, publicUrl, telemetry }: AppOptions) {
  const { clock, log } = deps;
  const isProxy = proxyCheck(deps.config.trustedProxies);
  const gateAddresses = createGateAddresses({ ...deps, isProxy });
  const connections = createConnectionGuard({
    clock,
    log,
    metrics: deps.metrics,
    maxConnections: connectionCap(deps.config.maxConnections, openFilesLimit()),
    isProxy,
    isGate: (key) => gateAddresses.has(key),
  });
  const refused = createRefusedCalls(deps);
  const isGate = (address: string) => gateAddresses.has(addressKey(address));
  const broken = createBrokenCalls({ ...deps, refused, isGate, isProxy });
  const http = await createHttp(deps, connections, { publicUrl, certificate: tls.served(), telemetry }, broken);
  await http.register(refusedCallsHook, { refused, isGate });
  return { http, connections, gateAddresses, refused };
}

/** Registers the calls without a session: a one-time link or ticket admits, and the authority's certificate is public. */
async function registerWithoutSession(http: FastifyInstance, options: AppOptions, auth: AuthService): Promise<void> {
  const { deps, tls, typed, adminUrl } = options;
  await http.register(firstAdminPlugin, { prefix: "/functions/v1", deps, administration: auth.administration });
  await http.register(firstRestorePlugin, { prefix: "/functions/v1", deps: { ...deps, adminUrl, typed } });
  await http.register(acceptInvitationPlugin, { prefix: "/functions/v1", auth });
  const stopping = { engine: deps.pools.engine, keys: deps.keys };
  await http.register(stopNoticesPlugin, { prefix: "/functions/v1", deps: stopping });
  await http.register(backupFilePlugin, { prefix: "/functions/v1", deps });
  await http.register(tlsAuthorityPlugin, { prefix: "/functions/v1", authority: tls.authority });
}

function createAuth({ deps, publicUrl, hashing }: AppOptions): Promise<AuthService> {
  const { smsUrl, oidcProviders } = deps.config;
  return createAuthService({
    pool: deps.pools.auth,
    encryptor: deps.keys,
    clock: deps.clock,
    log: deps.log,
    mailer: deps.mail,
    sms: smsUrl === null ? null : createHttpSmsGateway(smsUrl),
    providers: oidcProviders,
    settings: { issuer: `${publicUrl}/auth/v1`, ...(hashing && { hashing }) },
  });
}
