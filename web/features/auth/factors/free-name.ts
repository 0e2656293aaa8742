/** Returns `wanted`, numbered from 2 when taken: the server requires distinct names. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLocaleLowerCase("sv")));
  let name = wanted;
  for (let number = 2; used.has(name.toLocaleLowerCase("sv")); number += 1) name = `${wanted} ${number}`;
  return name;
}
