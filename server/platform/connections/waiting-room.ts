// Evicts the oldest member of the address with the most members: an address with a thousand goes before ten with one each. O(1).

export interface WaitingRoom<Member extends object> {
  readonly size: number;
  add(member: Member, address: string): void;
  remove(member: Member): void;
  countOf(address: string): number;
  /** Returns the address's oldest member, which stays until removed; null when it has none. */
  oldestOf(address: string): Member | null;
  oldestOfLargest(): Member | null;
}

/** Creates an empty room. */
export function createWaitingRoom<Member extends object>(): WaitingRoom<Member> {
  const addressOf = new Map<Member, string>();
  const byAddress = new Map<string, Set<Member>>();
  const bySize = new Map<number, Set<string>>();
  let largest = 0;

  const moveAddress = (address: string, from: number, to: number) => {
    const old = bySize.get(from);
    old?.delete(address);
    if (old?.size === 0) bySize.delete(from);
    if (to > 0) {
      const next = bySize.get(to) ?? new Set<string>();
      bySize.set(to, next.add(address));
    }
    // Sizes change by one, so the largest falls by at most one.
    largest = Math.max(largest, to);
    if (!bySize.has(largest)) largest = Math.max(0, largest - 1);
  };

  return {
    get size() {
      return addressOf.size;
    },
    add: (member, address) => {
      if (addressOf.has(member)) return;
      const members = byAddress.get(address) ?? new Set<Member>();
      byAddress.set(address, members.add(member));
      addressOf.set(member, address);
      moveAddress(address, members.size - 1, members.size);
    },
    remove: (member) => {
      const address = addressOf.get(member);
      if (address === undefined) return;
      addressOf.delete(member);
      const members = byAddress.get(address);
      if (!members?.delete(member)) return;
      if (members.size === 0) byAddress.delete(address);
      moveAddress(address, members.size + 1, members.size);
    },
    countOf: (address) => byAddress.get(address)?.size ?? 0,
    oldestOf: (address) => first(byAddress.get(address)),
    oldestOfLargest: () => {
      const address = first(bySize.get(largest));
      return address === null ? null : first(byAddress.get(address));
    },
  };
}

function first<T>(set: Set<T> | undefined): T | null {
  return set?.values().next().value ?? null;
}
