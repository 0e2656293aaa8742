// Who may be asked to leave when there is no room: the oldest member of the address that holds the most places. One address with
// a thousand members makes way before ten addresses with one each do. Every operation takes constant time.

export interface WaitingRoom<Member extends object> {
  readonly size: number;
  add(member: Member, address: string): void;
  /** Does nothing for a member that is not here. */
  remove(member: Member): void;
  /** How many members this address has here. */
  countOf(address: string): number;
  /** The oldest member of this address; null when it has none. It stays until it is removed. */
  oldestOf(address: string): Member | null;
  /** The oldest member of an address that holds the most. */
  oldestOfLargest(): Member | null;
}

export function createWaitingRoom<Member extends object>(): WaitingRoom<Member> {
  const addressOf = new Map<Member, string>();
  const byAddress = new Map<string, Set<Member>>();
  /** Addresses by how many members they have; within one count, the address that reached it first comes first. */
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
    // Sizes change by one, so the largest falls by at most one when its last address leaves.
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
