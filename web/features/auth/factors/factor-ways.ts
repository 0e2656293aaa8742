// Ways to show the second factor, the safest and quickest first.
import type { Factor } from "#contract/auth.ts";
import { secondFactorTexts as t } from "../texts/second-factor.sv.ts";

export interface Way {
  /** Factor id; for recovery codes, the id of the set. */
  id: string;
  kind: Factor["factor_type"];
  label: string;
  /** Set only where several of its kind must be distinguished. */
  name: string | null;
}

const ORDER: readonly Factor["factor_type"][] = ["webauthn", "totp", "phone", "recovery_code"];

/** Returns the ways. `passkeys` false: this browser or address does not support them. */
export function factorWays(factors: readonly Factor[], { passkeys }: { passkeys: boolean }): Way[] {
  const verified = factors.filter(({ status }) => status === "verified");
  return ORDER.flatMap((kind) => {
    if (kind === "webauthn" && !passkeys) return [];
    const same = verified.filter((factor) => factor.factor_type === kind);
    return same.map((factor): Way => {
      const name = same.length > 1 && factor.friendly_name ? factor.friendly_name : null;
      return { id: factor.id, kind, name, label: label(kind, name) };
    });
  });
}

function label(kind: Factor["factor_type"], name: string | null): string {
  switch (kind) {
    case "webauthn":
      return name === null ? t.usePasskey : t.usePasskeyNamed(name);
    case "totp":
      return name === null ? t.useApp : t.useAppNamed(name);
    case "phone":
      return name === null ? t.useSms : t.useSmsNamed(name);
    case "recovery_code":
      return t.useRecoveryCode;
  }
}
