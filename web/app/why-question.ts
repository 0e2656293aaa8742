// "varför kom Anna inte in": whose last refusal somebody asks for, in either language whatever the page's. Pure.

const QUESTIONS = [
  /^varför (?:kom|kommer) (?<name>.+?) (?:inte|aldrig|ej) in$/i,
  /^varför (?:kunde|kan|fick|får) (?<name>.+?) (?:inte|aldrig|ej) (?:komma|gå|åka|köra) in$/i,
  /^varför (?:släpptes|släpps) (?<name>.+?) (?:inte|aldrig|ej) in$/i,
  /^varför (?:nekades|nekas|blev|blir) (?<name>.+?)(?: (?:nekad|avvisad))?$/i,
  /^why (?:didn't|did not|doesn't|does not|couldn't|could not|can't|cannot|can not) (?<name>.+?) (?:get|come|go|drive) in$/i,
  /^why (?:did|does|could|can) (?<name>.+?) not (?:get|come|go|drive) in$/i,
  /^why (?:was|is) (?<name>.+?) (?:refused|denied|turned away|not let in)$/i,
  /^why wasn't (?<name>.+?) let in$/i,
] as const;

/** Where it ends in a time or a question mark the name does not. */
const ENDING =
  /(?:\s(?:i ?dag|i ?går(?: (?:kväll|morse|natt|eftermiddag))?|i ?(?:kväll|morse|natt)|nyss|nu|today|yesterday(?: (?:morning|evening))?|just now|now|last night))*\s*\?*$/i;
const ASKS = /^(?:varför|why) /i;

/** The name as it was typed; null for anything but such a question. */
export function nameInQuestion(text: string): string | null {
  const typed = text.trim().replace(/\s+/g, " ").replaceAll("’", "'");
  if (!ASKS.test(typed)) return null;
  const asked = typed.replace(ENDING, "").trim();
  for (const question of QUESTIONS) {
    const name = question.exec(asked)?.groups?.["name"]?.trim();
    if (name) return name;
  }
  return null;
}
