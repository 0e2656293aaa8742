// Texts that people type and paste where a plate belongs.
import type { PlateProblem } from "#contract/plate-problem.ts";

/** Plates of many countries, as they stand on cars and in registers. */
// biome-ignore format: by country
export const TAKEN_PLATES = [
  "ABC123", "abc 12d", "ABC-123", "ÅSVS1", "ÅÄÖ 1", "KALLE 1", "VOLVO", "AB 123 C", "BB 12 34",
  "BC 12345", "W 12345 X", "W-ANNA 1", "GU KARLI 1", "12-ABC-3", "AB-12-CD", "1-ABC-123", "M AB 1234", "M AB 1234 E", "HOM AB 123",
  "AB12 CDE", "ABC 123D", "V8", "WPR 12AB", "KR 1AB23", "ČK 218-AB", "ZG 1234-AB", "A12-B-345", "LJ AB-123", "AA BC-123", "1A2 3456",
  "131 KE 12345", "12 OR 34", "A OR 123", "34 ABC 123", "123 ABC 02", "KA 01 AB 1234", "АІ 1234 ВК", "А 123 ВС 77", "ΙΚΑ-1234", "ABC·123",
  "ABC123VOLVO", "ØÆ 12 345", "ＭＬＢ８４Ａ",
] as const;

export const REFUSED_PLATES: readonly (readonly [string, PlateProblem])[] = [
  ["ABC123, DEF456", "several"],
  ["ABC123,DEF456", "several"],
  ["ABC123;DEF456", "several"],
  ["ABC123/DEF456", "several"],
  ["ABC123 + DEF456", "several"],
  ["ABC123\nDEF456", "several"],
  ["ABC123 DEF456", "several"],
  ["ABC 123 DEF 456", "several"],
  ["ABC123DEF456", "several"],
  ["ABC123-DEF456", "several"],
  ["ABC123 och DEF456", "several"],
  ["AB12 och CD34", "several"],
  ["AB 12345 eller X1", "several"],
  ["AB12345 CD67890", "several"],
  ["ABC123 Volvo", "remark"],
  ["ABC 123 VW", "remark"],
  ["ABC12D röd", "remark"],
  ["ABC123 - lånebil", "remark"],
  ["ABC123 (Volvo)", "remark"],
  ["ABC123, Anna", "remark"],
  ["Volvo ABC123", "remark"],
  ["Regnr ABC 123", "remark"],
  ["AB 12345 Golf", "remark"],
  ["日本 12", "signs"],
  ["?BK724", "signs"],
  ["\ufffdBK724", "signs"],
  ["Ã–SA 77", "signs"],
  ["ШЩ 123", "signs"],
  ["ABC\u202e123", "signs"],
  ["🚗 ABC 12", "signs"],
  ["ABCDEFGHIJKLM", "too_many"],
  ["A B C D E F G H I J K", "long"],
  ["", "missing"],
  [" - ", "missing"],
  ["A", "missing"],
  ["undefined", "missing"],
];
