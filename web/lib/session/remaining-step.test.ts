import { expect, test } from "vitest";
import { remainingStep, type Standing } from "./remaining-step.ts";

const standing: Standing = { refusal: null, hasFactor: false, factorShown: false, recovering: false };

test("a session that is not refused is let in, with or without a second factor shown", () => {
  expect(remainingStep(standing)).toBeNull();
  expect(remainingStep({ ...standing, hasFactor: true, factorShown: true })).toBeNull();
});

test("a second factor is asked for before anything else, also with a temporary password or a recovery link", () => {
  const withFactor = { ...standing, hasFactor: true };
  expect(remainingStep({ ...withFactor, refusal: "insufficient_aal" })).toBe("challenge");
  expect(remainingStep({ ...withFactor, refusal: "password_change_required" })).toBe("challenge");
  expect(remainingStep({ ...withFactor, recovering: true, refusal: "insufficient_aal" })).toBe("challenge");
  expect(remainingStep({ ...withFactor, recovering: true })).toBe("challenge");
});

test("a role that demands a factor lets a person without one add it", () => {
  expect(remainingStep({ ...standing, refusal: "insufficient_aal" })).toBe("enrol");
});

test("a temporary password is changed, and a recovery ends with a new one", () => {
  expect(remainingStep({ ...standing, refusal: "password_change_required" })).toBe("change-password");
  expect(remainingStep({ ...standing, recovering: true })).toBe("recover");
  const shown = { ...standing, hasFactor: true, factorShown: true };
  expect(remainingStep({ ...shown, refusal: "password_change_required" })).toBe("change-password");
  expect(remainingStep({ ...shown, recovering: true, refusal: "password_change_required" })).toBe("recover");
});

test("a recovered person whose role demands a factor chooses the password first, then adds the factor", () => {
  expect(remainingStep({ ...standing, recovering: true, refusal: "insufficient_aal" })).toBe("recover");
});
