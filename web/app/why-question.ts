// Recognises "varför kom Anna inte in", a question for somebody's last refusal, in either language whatever the page's. Pure.
import { ASKS_WHY, WHY_ENDING, WHY_QUESTIONS } from "#web/texts/why-questions.ts";

/** Returns the typed name; null for anything but such a question. */
export function nameInQuestion(text: string): string | null {
  const typed = text.trim().replace(/\s+/g, " ").replaceAll("’", "'");
  if (!ASKS_WHY.test(typed)) return null;
  const asked = typed.replace(WHY_ENDING, "").trim();
  for (const question of WHY_QUESTIONS) {
    const name = question.exec(asked)?.groups?.["name"]?.trim();
    if (name) return name;
  }
  return null;
}
