import { describe, expect, it } from "vitest";
import { createWaitingRoom } from "./waiting-room.ts";

const member = (name: string) => ({ name });

describe("the call that makes way", () => {
  it("is the oldest of the address that holds the most places", () => {
    const room = createWaitingRoom<{ name: string }>();
    const [alone, ...crowd] = ["alone", "c1", "c2", "c3"].map(member);
    if (alone) room.add(alone, "a");
    for (const one of crowd) room.add(one, "b");
    expect(room.oldestOfLargest()?.name).toBe("c1");
    for (const one of crowd.slice(0, 2)) room.remove(one);
    // With one member each, the address that has waited longest loses its place.
    expect(room.oldestOfLargest()?.name).toBe("alone");
  });

  it("is nobody in an empty room, and an unknown member cannot be removed", () => {
    const room = createWaitingRoom<{ name: string }>();
    room.remove(member("outsider"));
    expect([room.size, room.oldestOfLargest(), room.oldestOf("a"), room.countOf("a")]).toEqual([0, null, null, 0]);
  });

  it("stays right over many comings and goings, as counted the slow way", () => {
    const room = createWaitingRoom<{ name: string }>();
    const present = new Map<{ name: string }, string>();
    let state = 20261122;
    const draw = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
    let compared = 0;
    for (let step = 0; step < 5_000; step += 1) {
      const address = `a${draw(7)}`;
      if (draw(5) < 3) {
        const one = member(String(step));
        room.add(one, address);
        present.set(one, address);
      } else {
        const leaving = [...present.keys()][draw(present.size)];
        if (leaving) {
          room.remove(leaving);
          present.delete(leaving);
        }
      }
      const counts = [...present.values()].reduce(
        (all, a) => all.set(a, (all.get(a) ?? 0) + 1),
        new Map<string, number>(),
      );
      const chosen = room.oldestOfLargest();
      expect(room.size).toBe(present.size);
      if (chosen === null) continue;
      const home = present.get(chosen) ?? "";
      expect(counts.get(home)).toBe(Math.max(...counts.values()));
      expect([...present].find(([, a]) => a === home)?.[0]).toBe(chosen);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(4_000);
  });
});
