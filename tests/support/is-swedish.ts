const SMALL_WORDS = /(?:^|[\s}>])(?:av|till|och|på|för|inte|är|har|från|med|som|ett|alla|kan)(?:[\s{<.,]|$)/;
const SIGNS = /[åäöÅÄÖ]/;

/** Tells whether a text is Swedish, by å, ä and ö or by common short words. A single word with neither may be English. */
export function isSwedish(said: string): boolean {
  return SIGNS.test(said) || SMALL_WORDS.test(said);
}
