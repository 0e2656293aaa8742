// Ways to ask why a person was not let in, in both languages: a question is understood whatever the page's language.

export const WHY_QUESTIONS = [
  /^varför (?:kom|kommer) (?<name>.+?) (?:inte|aldrig|ej) in$/i,
  /^varför (?:kunde|kan|fick|får) (?<name>.+?) (?:inte|aldrig|ej) (?:komma|gå|åka|köra) in$/i,
  /^varför (?:släpptes|släpps) (?<name>.+?) (?:inte|aldrig|ej) in$/i,
  /^varför (?:nekades|nekas|blev|blir) (?<name>.+?)(?: (?:nekad|avvisad))?$/i,
  /^why (?:didn't|did not|doesn't|does not|couldn't|could not|can't|cannot|can not) (?<name>.+?) (?:get|come|go|drive) in$/i,
  /^why (?:did|does|could|can) (?<name>.+?) not (?:get|come|go|drive) in$/i,
  /^why (?:was|is) (?<name>.+?) (?:refused|denied|turned away|not let in)$/i,
  /^why wasn't (?<name>.+?) let in$/i,
] as const;

/** Matches an ending of the question, such as a time or a question mark, which is no part of the name. */
export const WHY_ENDING =
  /(?:\s(?:i ?dag|i ?går(?: (?:kväll|morse|natt|eftermiddag))?|i ?(?:kväll|morse|natt)|nyss|nu|today|yesterday(?: (?:morning|evening))?|just now|now|last night))*\s*\?*$/i;
export const ASKS_WHY = /^(?:varför|why) /i;
