// Words the request that opens a relay for the event log.
import { type RelayRequest, storedRelayRequest } from "#contract/relay.ts";
import { relayTexts as t } from "#web/features/controllers/texts/relay.sv.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";

/** Returns every part, so that two different requests never read alike. */
export function relayWords(value: object): string {
  const request = storedRelayRequest.parse(value);
  if (request === null) return words.none;
  const { preset, sign_in, method, path, headers, body, unit, seconds, success, probe } = request;
  return [
    t.presets[preset],
    `${method} ${path}`,
    named(t.unit, unit),
    `${t.seconds}: ${t.secondsOf(formatNumber(seconds))}`,
    `${t.signIn}: ${t.signIns[sign_in]}`,
    named(t.headers, headers.map(({ name, value: text }) => `${name}: ${text}`).join(", ")),
    named(t.body, body),
    `${t.rule}: ${ruleWords(success)}`,
    named(t.probe, probe),
  ]
    .filter((part) => part !== null)
    .join(" · ");
}

const named = (name: string, value: string) => (value === "" ? null : `${name}: ${value}`);

function ruleWords(rule: RelayRequest["success"]): string {
  if (rule === null) return t.rules.none;
  if (rule.kind === "empty") return t.rules.empty;
  const what = rule.kind === "json" ? `${rule.field} = ${rule.value}` : rule.text;
  return `${t.rules[rule.kind]}: ${what}`;
}
