// Three Patroni members, one etcd and HAProxy, on loopback. One etcd is enough here: the drill cuts the way to it instead.
import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { paced } from "#tests/support/pace.ts";
import { lastingPort } from "../world/ports.ts";
import { until } from "../world/quiet.ts";
import { mountSmallDisk } from "../world/small-disk.ts";
import { accountOf, startChild } from "./child.ts";
import { type Member, type MemberState, makeMember, SUPERUSER } from "./member.ts";

const MEMBERS = ["eins", "zwei", "drei"];
const ASK_EVERY_MS = 1_000;
/** Long enough for a member that copies the whole database again. */
const HEALTHY_WITHIN_MS = paced(120_000);
/** Patroni 3 calls the primary "master". */
const isPrimary = ({ role }: MemberState): boolean => role === "master" || role === "primary";

export interface Cluster {
  readonly members: readonly Member[];
  /** The portal's DATABASE_URL: HAProxy's way to the primary. */
  readonly url: string;
  /** The address in front of the portals. */
  readonly portalUrl: string;
  /** Resolves when there is a primary. Throws after two minutes. */
  primary(): Promise<Member>;
  /** Resolves when there is a primary, a synchronous standby and a streaming one. Throws after two minutes. */
  healthy(): Promise<void>;
  /** Asks Patroni for a planned switchover. */
  switchover(): Promise<void>;
}

/** Starts the cluster. `stack` ends every process, including those of a start that fails. */
export async function startCluster(
  stack: AsyncDisposableStack,
  { folder, portalPorts }: { folder: string; portalPorts: readonly number[] },
): Promise<Cluster> {
  const account = accountOf("postgres");
  mkdirSync(join(folder, "sockets"), { mode: 0o711 });
  const [etcdPort, peerPort, databasePort, portalPort] = [
    await lastingPort(),
    await lastingPort(),
    await lastingPort(),
    await lastingPort(),
  ];
  mkdirSync(join(folder, "etcd"));
  chownSync(join(folder, "etcd"), account.uid, account.gid);
  chmodSync(join(folder, "etcd"), 0o700);
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const peerUrl = `http://127.0.0.1:${peerPort}`;
  const etcd = startChild(
    "/usr/bin/etcd",
    [
      "--name=drill",
      `--data-dir=${join(folder, "etcd")}`,
      "--log-level=warn",
      "--enable-v2",
      `--listen-client-urls=${etcdUrl}`,
      `--advertise-client-urls=${etcdUrl}`,
      `--listen-peer-urls=${peerUrl}`,
      `--initial-advertise-peer-urls=${peerUrl}`,
      `--initial-cluster=drill=${peerUrl}`,
    ],
    { log: join(folder, "etcd.log"), account },
  );
  stack.defer(async () => {
    etcd.signal("SIGKILL");
    await etcd.ended();
  });
  if (!(await until(() => answers(`${etcdUrl}/health`)))) throw new Error("etcd did not start");

  const members: Member[] = [];
  for (const name of MEMBERS) {
    // After Ctrl-C nothing would unmount it.
    if (stack.disposed) throw new Error("the drill was stopped");
    const disk = mountSmallDisk(join(folder, name));
    if (disk === null) throw new Error("a small disk could not be mounted");
    stack.defer(() => disk.unmount());
    const member = await makeMember(name, { folder, disk, etcdPort, account });
    stack.defer(() => member.close());
    members.push(member);
  }
  writeFileSync(join(folder, "haproxy.cfg"), haproxy({ members, databasePort, portalPort, portalPorts }));
  const proxy = startChild("/usr/sbin/haproxy", ["-db", "-f", join(folder, "haproxy.cfg")], {
    log: join(folder, "haproxy.log"),
  });
  stack.defer(async () => {
    proxy.signal("SIGKILL");
    await proxy.ended();
  });

  const primary = async () => {
    const end = performance.now() + HEALTHY_WITHIN_MS;
    for (;;) {
      const states = await Promise.all(members.map((member) => member.state()));
      const found = members[states.findIndex((state) => state?.state === "running" && isPrimary(state))];
      if (found !== undefined) return found;
      if (performance.now() > end) throw new Error("the cluster has no primary");
      await wait(ASK_EVERY_MS);
    }
  };
  const healthy = async () => {
    const isHealthy = async () => {
      const states = await Promise.all(members.map((member) => member.state()));
      const running = states.filter((state) => state?.state === "running");
      const [leader, ...others] = running.filter((state) => state !== null && isPrimary(state));
      const standbys = leader?.replication?.filter(({ state }) => state === "streaming") ?? [];
      return (
        others.length === 0 &&
        running.length === members.length &&
        standbys.length === members.length - 1 &&
        standbys.some(({ sync_state }) => sync_state === "sync")
      );
    };
    const end = performance.now() + HEALTHY_WITHIN_MS;
    // Patroni answers slowly, so it is asked seldom.
    while (!(await isHealthy()) && performance.now() < end) await wait(ASK_EVERY_MS);
    if (!(await isHealthy())) {
      const states = await Promise.all(
        members.map(async (member) => `${member.name} ${JSON.stringify(await member.state())}`),
      );
      throw new Error(`the cluster did not become whole: ${states.join("; ")}`);
    }
  };
  for (const member of members) {
    member.start();
    await primary(); // The first one makes the cluster, the others copy it.
  }
  await healthy();
  return {
    members,
    url: `postgres://${SUPERUSER.username}:${SUPERUSER.password}@127.0.0.1:${databasePort}/portal`,
    portalUrl: `http://127.0.0.1:${portalPort}`,
    primary,
    healthy,
    async switchover() {
      const leader = await primary();
      const states = await Promise.all(members.map((member) => member.state()));
      const candidate = members[states.findIndex((state) => state?.sync_standby === true)];
      const response = await fetch(`http://127.0.0.1:${leader.restPort}/switchover`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ leader: leader.name, candidate: candidate?.name }),
      });
      if (!response.ok) throw new Error(`Patroni refused the switchover: ${await response.text()}`);
    },
  };
}

/** Creates the portal's login and database, as docs/deploy.md says; returns the login's address. */
export async function createPortalDatabase({ url }: Cluster): Promise<string> {
  const address = new URL(url);
  address.pathname = "/postgres";
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  await client.query("create role portal_admin login createrole password 'drill'");
  await client.query("create database portal owner portal_admin template template0 encoding 'UTF8'");
  await client.query("create table drill_probe (id int primary key, at timestamptz not null)");
  await client.query("insert into drill_probe values (1, now())");
  await client.end();
  const portal = new URL(url);
  portal.username = "portal_admin";
  portal.password = "drill";
  return portal.href;
}

interface Ways {
  members: readonly Member[];
  databasePort: number;
  portalPort: number;
  portalPorts: readonly number[];
}

/** HAProxy's settings as docs/deploy.md recommends them. */
function haproxy({ members, databasePort, portalPort, portalPorts }: Ways): string {
  return `
global
  maxconn 2000
defaults
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 1s
  default-server inter 500ms fall 2 rise 1
listen database
  bind 127.0.0.1:${databasePort}
  mode tcp
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server on-marked-down shutdown-sessions
${members.map(({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`).join("\n")}
listen portal
  bind 127.0.0.1:${portalPort}
  mode http
  option httpchk GET /readyz
  option redispatch
  timeout tunnel 1h
${portalPorts.map((port, i) => `  server portal${i} 127.0.0.1:${port} check`).join("\n")}
`;
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
