// One Patroni member with its PostgreSQL, on a disk of its own. Others reach it through relays; clients reach it directly.
import { chownSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { lastingPort } from "../world/ports.ts";
import type { SmallDisk } from "../world/small-disk.ts";
import { type Account, type Child, familyOf, processesIn, signalAll, startChild } from "./child.ts";
import { POSTGRES_BIN } from "./packages.ts";
import { type Relay, startRelay } from "./relay.ts";

export const SUPERUSER = { username: "drill", password: "drill" };
/** Everything that Patroni keeps in etcd for the whole cluster, as docs/deploy.md recommends it. */
const CLUSTER = {
  ttl: 20,
  loop_wait: 5,
  retry_timeout: 5,
  maximum_lag_on_failover: 1_048_576,
  /** A primary that crashed is not started again where it was: a standby is promoted at once. */
  primary_start_timeout: 0,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  /** Without etcd the primary continues while it reaches every member. */
  failsafe_mode: true,
  postgresql: {
    use_pg_rewind: true,
    parameters: {
      max_connections: 200,
      wal_log_hints: "on",
      max_wal_size: "96MB",
      min_wal_size: "32MB",
      max_slot_wal_keep_size: "128MB",
    },
  },
};

export interface Member {
  readonly name: string;
  /** PostgreSQL's own port. */
  readonly port: number;
  /** Patroni's. */
  readonly restPort: number;
  readonly disk: SmallDisk;
  /** Cuts the member's way to etcd. */
  readonly etcd: Relay;
  /** Cuts the others' way to this member's PostgreSQL (replication). */
  readonly replication: Relay;
  readonly running: boolean;
  /** Starts Patroni, unless it runs or the member was closed. */
  start(): void;
  /** The process id of PostgreSQL; null when it does not run. */
  postmaster(): number | null;
  /** kill -9 of the postmaster alone. */
  killPostmaster(): void;
  /** kill -9 of Patroni and every PostgreSQL process, like the loss of the machine. */
  killAll(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** An orderly stop, like a service manager's. */
  stop(): Promise<void>;
  /** Patroni's own report; null when it does not answer. */
  state(): Promise<MemberState | null>;
  close(): Promise<void>;
}

const memberState = z.object({
  state: z.string(),
  role: z.string(),
  sync_standby: z.boolean().optional(),
  /** The primary's standbys. */
  replication: z.array(z.object({ state: z.string(), sync_state: z.string() })).optional(),
});
export type MemberState = z.infer<typeof memberState>;

const REST_LIMIT_MS = 1_000;

interface Place {
  folder: string;
  /** Mounted at the member's name in the folder. */
  disk: SmallDisk;
  etcdPort: number;
  account: Account;
}

export async function makeMember(name: string, { folder, disk, etcdPort, account }: Place): Promise<Member> {
  const home = join(folder, name);
  const [port, restPort] = [await lastingPort(), await lastingPort()];
  const [etcd, replication] = [await startRelay(etcdPort), await startRelay(port)];
  const settings = join(folder, `${name}.yml`);
  const data = join(realpathSync(home), "data");
  chownSync(home, account.uid, account.gid);
  mkdirSync(join(folder, "sockets", name), { recursive: true });
  chownSync(join(folder, "sockets", name), account.uid, account.gid);
  const local = "127.0.0.1/32";
  // JSON is YAML.
  writeFileSync(
    settings,
    JSON.stringify({
      scope: "drill",
      name,
      restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
      // Patroni 3.0.2 writes the leader's key by etcd's v3 interface without comparing it. A frozen primary then takes the
      // leadership back when it thaws, and its successor's acknowledged changes are lost. The v2 interface compares.
      // The hosts are proxies, because Patroni else asks etcd for its own address and passes the relay.
      etcd: { hosts: [`127.0.0.1:${etcd.port}`], use_proxies: true },
      bootstrap: {
        dcs: CLUSTER,
        initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${replication.port}`,
        data_dir: data,
        bin_dir: POSTGRES_BIN,
        pgpass: join(home, "pgpass"),
        authentication: {
          superuser: SUPERUSER,
          replication: { username: "replicator", password: "drill" },
          rewind: SUPERUSER,
        },
        pg_hba: [`host all all ${local} scram-sha-256`, `host replication all ${local} scram-sha-256`],
        parameters: {
          unix_socket_directories: join(folder, "sockets", name),
          shared_buffers: "64MB",
        },
      },
    }),
  );
  let patroni: Child | null = null;
  let isClosed = false;
  const postmaster = (): number | null => {
    try {
      const pid = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
      // The file outlives a killed PostgreSQL, and another process may have got its number.
      return processesIn(data).includes(pid) ? pid : null;
    } catch {
      return null; // PostgreSQL does not run.
    }
  };
  const everyProcess = () => new Set([...(patroni?.running ? familyOf(patroni.pid) : []), ...processesIn(data)]);
  /** Signals all processes, and those that they start meanwhile. */
  const signalEach = (signal: NodeJS.Signals) => {
    const reached = new Set<number>();
    for (;;) {
      const fresh = [...everyProcess().difference(reached)];
      if (fresh.length === 0) return;
      signalAll(fresh, signal);
      for (const pid of fresh) reached.add(pid);
    }
  };
  const member: Member = {
    name,
    port,
    restPort,
    disk,
    etcd,
    replication,
    get running() {
      return patroni?.running ?? false;
    },
    start() {
      if (isClosed || patroni?.running) return;
      patroni = startChild("/usr/bin/patroni", [settings], {
        log: join(folder, `${name}.log`),
        account,
        env: { HOME: home },
      });
    },
    postmaster,
    killPostmaster() {
      const pid = postmaster();
      if (pid !== null) signalAll([pid], "SIGKILL");
    },
    async killAll() {
      signalEach("SIGKILL");
      await patroni?.ended();
    },
    freeze: () => signalEach("SIGSTOP"),
    thaw: () => signalEach("SIGCONT"),
    async stop() {
      patroni?.signal("SIGTERM");
      await patroni?.ended();
    },
    async state() {
      try {
        const response = await fetch(`http://127.0.0.1:${restPort}/patroni`, {
          signal: AbortSignal.timeout(REST_LIMIT_MS),
        });
        return memberState.parse(await response.json());
      } catch {
        return null;
      }
    },
    async close() {
      isClosed = true;
      await member.killAll();
      await etcd[Symbol.asyncDispose]();
      await replication[Symbol.asyncDispose]();
    },
  };
  return member;
}
