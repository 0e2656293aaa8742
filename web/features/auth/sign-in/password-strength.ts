// Estimates a password's strength while typing; the server decides.

export type PasswordStrength = "weak" | "fair" | "strong";

const FAIR_BITS = 40;
const STRONG_BITS = 60;
const COMMON =
  /l[oö]senord|password|passw|qwerty|asdf|admin|portal|hemlig|sommar|vinter|v[aå]ren|h[oö]sten|welcome|v[aä]lkommen/gi;

/** Multiplies length by variety, without repeats, runs, common words and words about the person. */
export function passwordStrength(password: string, known: readonly string[]): PasswordStrength {
  const parts = known.flatMap((text) => text.split(/[@.\s]+/)).filter((part) => part.length >= 3);
  let rest = password.replace(COMMON, "§");
  for (const part of parts) rest = rest.replaceAll(new RegExp(escaped(part), "gi"), "§");
  rest = withoutRuns(rest);
  const bits = Array.from(rest).length * Math.log2(alphabet(rest));
  if (bits >= STRONG_BITS) return "strong";
  return bits >= FAIR_BITS ? "fair" : "weak";
}

/** Drops characters that repeat or follow the one before: they add next to nothing. */
function withoutRuns(text: string): string {
  return Array.from(text)
    .filter((sign, index, signs) => {
      const step = (sign.codePointAt(0) ?? 0) - (signs[index - 1]?.codePointAt(0) ?? -9);
      return Math.abs(step) > 1;
    })
    .join("");
}

function alphabet(text: string): number {
  const size = [
    [/[a-zåäö]/, 29],
    [/[A-ZÅÄÖ]/, 29],
    [/\d/, 10],
    [/[^a-zåäö\d]/i, 33],
  ] as const;
  const seen = new Set(text).size;
  return Math.max(
    1,
    Math.min(
      seen * 4,
      size.reduce((sum, [kind, count]) => sum + (kind.test(text) ? count : 0), 0),
    ),
  );
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
