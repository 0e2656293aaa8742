// The chart is not run on a cluster: it is rendered, and each object is compared with the fields that Kubernetes has for its kind.
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { readYaml, renderTemplate, type Yaml } from "#tests/support/helm.ts";
import { root } from "./lib/paths.ts";

const folder = `${root}/deploy/helm`;
const read = (name: string) => readFileSync(`${folder}/${name}`, "utf8");

const labels = z.strictObject({
  "app.kubernetes.io/name": z.literal("access-portal"),
  "app.kubernetes.io/instance": z.literal("hus"),
});
const metadata = z.strictObject({ name: z.string().regex(/^[a-z][a-z0-9-]*$/), labels: labels.optional() });
const selector = z.strictObject({ matchLabels: labels });
const quantity = z.string().regex(/^\d+(m|Mi|Gi)$/);
const port = z.union([z.literal("http"), z.int().min(1).max(65_535)]);
const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.enum(["/healthz", "/readyz"]), port }),
  periodSeconds: z.int(),
  timeoutSeconds: z.int().optional(),
  failureThreshold: z.int(),
});
const fromSecret = z.strictObject({ secretKeyRef: z.strictObject({ name: z.string(), key: z.string() }) });
const container = z.strictObject({
  name: z.string(),
  image: z.string().regex(/^\S+:\S+$/),
  ports: z.array(z.strictObject({ name: z.literal("http"), containerPort: z.literal(8080) })),
  env: z.array(
    z.union([
      z.strictObject({ name: z.string(), value: z.string() }),
      z.strictObject({ name: z.string(), valueFrom: fromSecret }),
    ]),
  ),
  envFrom: z.array(z.strictObject({ secretRef: z.strictObject({ name: z.string() }) })),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  resources: z.strictObject({
    requests: z.strictObject({ cpu: quantity, memory: quantity }),
    limits: z.strictObject({ memory: quantity }),
  }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal("ALL")]) }),
  }),
  volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string().startsWith("/") })),
});
const volume = z.strictObject({
  name: z.string(),
  emptyDir: z.strictObject({ sizeLimit: quantity }).optional(),
  persistentVolumeClaim: z.strictObject({ claimName: z.string().min(1) }).optional(),
});
const namespace = z.strictObject({
  namespaceSelector: z.strictObject({ matchLabels: z.record(z.string(), z.string()).optional() }),
});
const reached = z.array(z.strictObject({ port, protocol: z.enum(["TCP", "UDP"]).optional() }));

const KINDS = {
  "apps/v1 Deployment": z.strictObject({
    replicas: z.int().min(2),
    strategy: z.strictObject({
      type: z.literal("RollingUpdate"),
      rollingUpdate: z.strictObject({ maxUnavailable: z.literal(0), maxSurge: z.literal(1) }),
    }),
    selector,
    template: z.strictObject({
      metadata: z.strictObject({ labels }),
      spec: z.strictObject({
        automountServiceAccountToken: z.literal(false),
        terminationGracePeriodSeconds: z.int(),
        securityContext: z.strictObject({
          runAsNonRoot: z.literal(true),
          runAsUser: z.int(),
          runAsGroup: z.int(),
          fsGroup: z.int(),
          seccompProfile: z.strictObject({ type: z.literal("RuntimeDefault") }),
        }),
        topologySpreadConstraints: z.array(
          z.strictObject({
            maxSkew: z.int(),
            topologyKey: z.literal("kubernetes.io/hostname"),
            whenUnsatisfiable: z.enum(["ScheduleAnyway", "DoNotSchedule"]),
            labelSelector: selector,
          }),
        ),
        containers: z.tuple([container]),
        volumes: z.array(volume),
      }),
    }),
  }),
  "v1 Service": z.strictObject({
    selector: labels,
    ports: z.array(z.strictObject({ name: z.literal("http"), port: z.int(), targetPort: z.literal("http") })),
  }),
  "policy/v1 PodDisruptionBudget": z.strictObject({ maxUnavailable: z.literal(1), selector }),
  "networking.k8s.io/v1 NetworkPolicy": z.strictObject({
    podSelector: selector,
    policyTypes: z.tuple([z.literal("Ingress"), z.literal("Egress")]),
    ingress: z.array(z.strictObject({ from: z.array(namespace).min(1), ports: reached.min(1) })),
    egress: z.array(
      z.strictObject({
        to: z.array(z.union([namespace, z.strictObject({ ipBlock: z.strictObject({ cidr: z.cidrv4() }) })])).optional(),
        ports: reached.optional(),
      }),
    ),
  }),
  "monitoring.coreos.com/v1 ServiceMonitor": z.strictObject({
    selector,
    endpoints: z.array(
      z.strictObject({
        port: z.literal("http"),
        path: z.literal("/metrics"),
        interval: z.string(),
        relabelings: z.array(z.strictObject({ targetLabel: z.string(), replacement: z.string() })),
        authorization: z.strictObject({ credentials: z.strictObject({ name: z.string(), key: z.string() }) }),
      }),
    ),
  }),
  "postgresql.cnpg.io/v1 Cluster": z.strictObject({
    instances: z.int().min(3),
    minSyncReplicas: z.int().min(1),
    maxSyncReplicas: z.int().min(1),
    storage: z.strictObject({ size: quantity }),
    postgresql: z.strictObject({ parameters: z.record(z.string(), z.string()) }),
    bootstrap: z.strictObject({
      initdb: z.strictObject({ database: z.string(), owner: z.string(), encoding: z.string() }),
    }),
    managed: z.strictObject({
      roles: z.array(
        z.strictObject({ name: z.string(), ensure: z.string(), login: z.boolean(), createrole: z.boolean() }),
      ),
    }),
  }),
};
const object = z.strictObject({ apiVersion: z.string(), kind: z.string(), metadata, spec: z.unknown() });
const valuesOf = z.record(z.string(), z.custom<Yaml>());

/** Renders the chart, and parses every object. Returns their specs by kind. */
function objectsOf(changes: Record<string, Yaml> = {}): Map<string, unknown> {
  const values = { ...valuesOf.parse(readYaml(read("values.yaml"))), ...changes };
  const found = new Map<string, unknown>();
  for (const file of globSync(`${folder}/templates/*.yaml`)) {
    const text = renderTemplate(read(`templates/${basename(file)}`), values, "hus");
    if (text.trim() === "") continue;
    const { apiVersion, kind, spec } = object.parse(readYaml(text));
    const schema = Object.entries(KINDS).find(([name]) => name === `${apiVersion} ${kind}`)?.[1];
    if (schema === undefined) throw new Error(`${file} makes an unknown ${apiVersion} ${kind}`);
    found.set(kind, schema.parse(spec));
  }
  return found;
}
const deployment = (changes?: Record<string, Yaml>) =>
  KINDS["apps/v1 Deployment"].parse(objectsOf(changes).get("Deployment")).template.spec;

// Covers: running.19
test("the chart makes two servers, what keeps one of them through maintenance, and who may reach them", () => {
  expect([...objectsOf().keys()].sort()).toEqual(["Deployment", "NetworkPolicy", "PodDisruptionBudget", "Service"]);
  const all = objectsOf({
    serviceMonitor: { enabled: true, namespace: "monitoring" },
    postgres: { enabled: true, storage: "20Gi" },
  });
  expect([...all.keys()].sort()).toEqual([
    "Cluster",
    "Deployment",
    "NetworkPolicy",
    "PodDisruptionBudget",
    "Service",
    "ServiceMonitor",
  ]);
});

test("its servers take every secret from the Secret that exists, and the database's address from its cluster where there is one", () => {
  const { env, envFrom } = deployment().containers[0];
  expect(envFrom).toEqual([{ secretRef: { name: "access-portal" } }]);
  expect(env.map(({ name }) => name)).toEqual([
    "PUBLIC_URL",
    "TRUSTED_PROXIES",
    "DEVICE_NETWORKS",
    "DRAIN_SECONDS",
    "BACKUP_DIR",
  ]);
  const own = deployment({ postgres: { enabled: true, storage: "20Gi" } }).containers[0].env;
  expect(own).toContainEqual({
    name: "DATABASE_URL",
    valueFrom: { secretKeyRef: { name: "hus-postgres-app", key: "uri" } },
  });
});

test("its servers reach the networks of devices that are named, and no others", () => {
  const policyOf = (deviceNetworks: string[]) =>
    KINDS["networking.k8s.io/v1 NetworkPolicy"].parse(objectsOf({ deviceNetworks }).get("NetworkPolicy"));
  const networks = ["10.20.0.0/16", "192.168.7.0/24"];
  const reached = policyOf(networks).egress.flatMap(({ to = [] }) =>
    to.flatMap((one) => ("ipBlock" in one ? one.ipBlock.cidr : [])),
  );
  expect(reached).toEqual(networks);
  expect(deployment({ deviceNetworks: networks }).containers[0].env).toContainEqual({
    name: "DEVICE_NETWORKS",
    value: "10.20.0.0/16,192.168.7.0/24",
  });
  // A rule without ports reaches everything that it names, and one that names nothing reaches all.
  expect(policyOf([]).egress.filter(({ ports }) => ports === undefined)).toEqual([]);
});

test("its servers have the name of the job that the alert rules ask about", () => {
  const rules = readFileSync(`${root}/deploy/prometheus/alerts.yml`, "utf8");
  const jobs = new Set([...rules.matchAll(/job="([^"]+)"/g)].map(([, job = ""]) => job));
  const objects = objectsOf({ serviceMonitor: { enabled: true, namespace: "monitoring" } });
  const monitor = KINDS["monitoring.coreos.com/v1 ServiceMonitor"].parse(objects.get("ServiceMonitor"));
  expect(monitor.endpoints.flatMap(({ relabelings }) => relabelings)).toEqual(
    [...jobs].map((replacement) => ({ targetLabel: "job", replacement })),
  );
  expect(jobs.size).toBe(1);
});

test("its settings exist, its volumes are mounted, and a stop has longer than a server's drain", () => {
  const spec = deployment({ backupClaim: "kopior" });
  const [{ env, volumeMounts, readinessProbe, livenessProbe }] = spec.containers;
  const settings = readFileSync(`${root}/docs/settings.md`, "utf8");
  for (const { name } of env) expect(settings).toContain(`| \`${name}\``);
  expect(volumeMounts.map(({ name }) => name)).toEqual(spec.volumes.map(({ name }) => name));
  expect(spec.volumes.at(-1)).toEqual({ name: "backups", persistentVolumeClaim: { claimName: "kopior" } });
  const drain = env.find(({ name }) => name === "DRAIN_SECONDS");
  const seconds = drain !== undefined && "value" in drain ? Number(drain.value) : 0;
  expect(seconds).toBeGreaterThanOrEqual(readinessProbe.periodSeconds * readinessProbe.failureThreshold);
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(seconds + 15);
  // A database that is away ends no server.
  expect(livenessProbe.httpGet.path).toBe("/healthz");
});

test("a field that Kubernetes does not have, and a value that values.yaml lacks, are found", () => {
  const text = renderTemplate(read("templates/pod-disruption-budget.yaml"), {}, "hus");
  const { spec } = object.parse(readYaml(text.replace("maxUnavailable", "maxUnavailble")));
  expect(KINDS["policy/v1 PodDisruptionBudget"].safeParse(spec).success).toBe(false);
  expect(() => renderTemplate("image: {{ .Values.image }}", {}, "hus")).toThrow("lacks .Values.image");
});
