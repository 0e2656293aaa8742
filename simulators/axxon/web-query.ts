// The macro action "Execute web query". It writes to the socket, since Node's client refuses unescaped URLs.
import net from "node:net";
import tls from "node:tls";

const TIME_LIMIT_MS = 10_000;

export interface WebQuerySettings {
  url: string;
  username: string;
  password: string;
  method?: "POST" | "GET" | "PUT";
  auth?: "preemptive" | "after-challenge" | "none";
  placeholder?: "encoded" | "raw" | "unresolved";
}

export interface WebQueryRecord {
  readId: string;
  plate: string | null;
  target: string;
  at: number;
  status: number | null;
  /** A real server ignores it. */
  answer: string;
  error: string | null;
  tookMs: number;
}

/** Returns the record before anything is sent. `at`: the world's time, ms. */
export function unsentQuery({ readId, plate, at }: Pick<WebQueryRecord, "readId" | "plate" | "at">): WebQueryRecord {
  return { readId, plate, target: "", at, status: null, answer: "", error: "no webhook is set", tookMs: 0 };
}

export interface WebQueryResult {
  target: string;
  status: number | null;
  answer: string;
  error: string | null;
}

/** Sends once, or twice where the server waits for a challenge. An error is in the result, not thrown. */
export async function sendWebQuery(settings: WebQuerySettings, plateText: string): Promise<WebQueryResult> {
  const url = fillIn(settings, plateText);
  const plain = { target: url.target, status: null, answer: "" };
  try {
    const first = await exchange(url, settings, settings.auth === undefined || settings.auth === "preemptive");
    const challenged = first.status === 401 && settings.auth === "after-challenge";
    const { status, answer } = challenged ? await exchange(url, settings, true) : first;
    return { target: url.target, status, answer, error: null };
  } catch (error) {
    return { ...plain, error: error instanceof Error ? error.message : String(error) };
  }
}

interface Destination {
  secure: boolean;
  host: string;
  port: number;
  authority: string;
  target: string;
}

function fillIn(settings: WebQuerySettings, plateText: string): Destination {
  // The URL class would escape characters that a raw placeholder leaves.
  const [, scheme = "http", authority = "", rest = ""] = /^(https?):\/\/([^/?]+)(.*)$/i.exec(settings.url) ?? [];
  const template = /\{plate\}|%plate%/.test(rest) ? rest : `${rest}${rest.includes("?") ? "&" : "?"}regnr={plate}`;
  const placeholder = settings.placeholder ?? "encoded";
  const value = placeholder === "encoded" ? encodeURIComponent(plateText) : plateText;
  const target = placeholder === "unresolved" ? template : template.replaceAll(/\{plate\}|%plate%/g, () => value);
  const secure = scheme.toLowerCase() === "https";
  const { hostname, port } = new URL(`${scheme}://${authority}`);
  return {
    secure,
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port ? Number(port) : secure ? 443 : 80,
    authority,
    target: target.startsWith("/") ? target : `/${target}`,
  };
}

async function exchange(
  url: Destination,
  settings: WebQuerySettings,
  withLogin: boolean,
): Promise<{ status: number; answer: string }> {
  const login = Buffer.from(`${settings.username}:${settings.password}`).toString("base64");
  const request = [
    `${settings.method ?? "POST"} ${url.target} HTTP/1.1`,
    `Host: ${url.authority}`,
    "User-Agent: AxxonSoft",
    ...(withLogin ? [`Authorization: Basic ${login}`] : []),
    "Content-Length: 0",
    "Connection: close",
    "\r\n",
  ].join("\r\n");
  const received = await new Promise<Buffer>((resolve, reject) => {
    const options = { host: url.host, port: url.port };
    // It is unknown whether a real server checks certificates; the demo's would fail.
    const socket = url.secure
      ? tls.connect({ ...options, rejectUnauthorized: false, ...(net.isIP(url.host) ? {} : { servername: url.host }) })
      : net.connect(options);
    const chunks: Buffer[] = [];
    socket.setTimeout(TIME_LIMIT_MS, () => socket.destroy(new Error("no answer within 10 s")));
    socket.on(url.secure ? "secureConnect" : "connect", () => socket.write(request, "utf8"));
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(Buffer.concat(chunks)));
  });
  const text = received.toString("utf8");
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1];
  if (!status) throw new Error("the connection was closed without an answer");
  const headEnd = text.indexOf("\r\n\r\n");
  const [head, body] = headEnd < 0 ? [text, ""] : [text.slice(0, headEnd), text.slice(headEnd + 4)];
  const chunked = /^transfer-encoding:.*chunked/im.test(head);
  return { status: Number(status), answer: (chunked ? joinChunks(body) : body).slice(0, 500) };
}

function joinChunks(body: string): string {
  return body.replaceAll(/(?:^|\r\n)[0-9a-f]+(?:;[^\r\n]*)?\r\n/gi, "").trimEnd();
}
