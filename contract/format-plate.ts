// Formats plates for display. Kept apart from the keys of plates, whose alphabets most pages do not need.

/** Spaces, invisible characters, dashes and dots. No other character is dropped. */
export const PLATE_SEPARATORS =
  /[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u00ad\u200b-\u200f\u2060\ufeff_\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d.\u00b7\u2022\u2024\u2027\u2219\u22c5\uff0e-]+/g;

/** Formats "MLB84A" as "MLB 84A" for the Swedish forms. Other plates, and texts with characters outside their key, stay as stored. */
export function formatPlate(text: string): string {
  const plate = text.replace(PLATE_SEPARATORS, "").toUpperCase();
  return /^[A-Z]{3}\d{2}[A-Z0-9]$/.test(plate) ? `${plate.slice(0, 3)} ${plate.slice(3)}` : text;
}
