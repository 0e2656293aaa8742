// The layout of every email, as text and HTML from one description. It loads nothing remote; all escaping happens here.

import type { Language } from "#contract/language.ts";

export type Block =
  | { kind: "text"; text: string }
  | { kind: "values"; rows: readonly { label: string; value: string; secret?: boolean }[] }
  | { kind: "link"; label: string; url: string }
  | { kind: "items"; items: readonly { title: string; text: string; label: string; url: string }[] }
  | { kind: "note"; text: string; link?: { label: string; url: string } };

export interface Email {
  subject: string;
  /** Shown beside the subject, also on locked screens: never a secret. */
  preview: string;
  heading: string;
  blocks: readonly Block[];
  origin: string;
  /** Absent: Swedish. */
  language?: Language | undefined;
  /** Address for a POST that unsubscribes from such emails. Absent: this email cannot be declined. */
  unsubscribe?: string;
}

export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
  unsubscribe?: string;
}

/** Returns subject, text and HTML. The subject is one line, whatever it was made of. */
export function renderEmail(message: Email): RenderedEmail {
  const { subject, unsubscribe } = message;
  return {
    subject: oneLine(subject),
    text: asText(message),
    html: asHtml(message),
    ...(unsubscribe !== undefined && { unsubscribe }),
  };
}

function asText({ heading, blocks, origin }: Email): string {
  const parts = [heading, ...blocks.map(blockAsText), `-- \n${origin}`];
  return `${parts.join("\n\n")}\n`;
}

function blockAsText(block: Block): string {
  switch (block.kind) {
    case "text":
      return block.text;
    case "note":
      return block.link ? `${block.text}\n${block.link.label}:\n${block.link.url}` : block.text;
    case "items":
      return block.items.map(({ title, text, url }) => `${title}\n${text}\n${url}`).join("\n\n");
    case "values":
      return block.rows.map(({ label, value }) => `${label}: ${value}`).join("\n");
    case "link":
      return `${block.label}:\n${block.url}`;
  }
}

// The page's colours (web/styles/tokens.css) as sRGB, the only notation mail clients know. Light and dark.
const STYLE = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  body { margin: 0; padding: 0; background: #f9fafb; color: #12181f; font: 16px/1.5 -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
  .card { background: #ffffff; border: 1px solid #e1e4e8; border-radius: 10px; }
  .quiet { color: #4a525b; }
  .values { background: #f3f5f7; border-radius: 8px; }
  .button { background: #115ca6; border-radius: 8px; color: #ffffff; }
  .row { border-top: 1px solid #e1e4e8; }
  .link { color: #115ca6; }
  @media (prefers-color-scheme: dark) {
    body, .outer { background: #0c0f13 !important; color: #eceef1 !important; }
    .card { background: #14181d !important; border-color: #2a3038 !important; }
    .quiet { color: #aab2bb !important; }
    .values { background: #1b2027 !important; }
    .plain { color: #eceef1 !important; }
    .row { border-color: #2a3038 !important; }
    .link { color: #7db8f5 !important; }
  }`;

function asHtml({ subject, preview, heading, blocks, origin, language = "sv" }: Email): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(oneLine(subject))}</title>
<style>${STYLE}
</style>
</head>
<body class="plain">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="outer"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left">
<tr><td class="plain" style="padding:0 4px 14px;font-size:15px;font-weight:600">Webbportal</td></tr>
<tr><td class="card" style="padding:28px">
<h1 class="plain" style="margin:0 0 16px;font-size:21px;line-height:1.3;font-weight:600">${escapeHtml(heading)}</h1>
${blocks.map(blockAsHtml).join("\n")}
</td></tr>
<tr><td class="quiet" style="padding:16px 4px 0;font-size:13px">${escapeHtml(origin)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function blockAsHtml(block: Block): string {
  switch (block.kind) {
    case "text":
      return `<p class="plain" style="margin:0 0 16px">${escapeHtml(block.text)}</p>`;
    case "note":
      return `<p class="quiet" style="margin:0 0 12px;font-size:14px">${escapeHtml(block.text)}${block.link ? ` ${anchor(block.link)}` : ""}</p>`;
    case "items":
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 18px">${block.items.map(itemAsHtml).join("")}</table>`;
    case "values":
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="values" style="margin:0 0 18px"><tr><td style="padding:12px 16px">${block.rows.map(valueAsHtml).join("")}</td></tr></table>`;
    case "link": {
      const url = escapeHtml(block.url);
      return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 12px"><tr><td class="button"><a href="${url}" class="button" style="display:inline-block;padding:11px 20px;font-weight:600;text-decoration:none">${escapeHtml(block.label)}</a></td></tr></table>
<p class="quiet" style="margin:0 0 18px;font-size:13px;word-break:break-all">${url}</p>`;
    }
  }
}

function itemAsHtml({ title, text, label, url }: { title: string; text: string; label: string; url: string }): string {
  return `<tr><td class="row" style="padding:10px 0"><div class="plain" style="font-weight:600;word-break:break-word">${escapeHtml(title)}</div><div class="quiet" style="font-size:14px">${escapeHtml(text)}</div><div style="font-size:14px">${anchor({ label, url })}</div></td></tr>`;
}

const anchor = ({ label, url }: { label: string; url: string }): string =>
  `<a href="${escapeHtml(url)}" class="link">${escapeHtml(label)}</a>`;

function valueAsHtml({ label, value, secret = false }: { label: string; value: string; secret?: boolean }): string {
  const font = secret ? "font-family:Consolas,Menlo,monospace;font-size:17px;letter-spacing:0.02em" : "font-size:16px";
  return `<div class="quiet" style="font-size:13px;padding-top:4px">${escapeHtml(label)}</div><div class="plain" style="${font};padding-bottom:4px;word-break:break-word">${escapeHtml(value)}</div>`;
}

const ENTITIES = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES.get(sign) ?? sign);
}

/** Returns one line: a subject of several lines would inject headers. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
