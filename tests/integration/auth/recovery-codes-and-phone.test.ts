import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { claimsOf, makeUser, signIn } from "./auth-server.ts";
import { EMAIL, type MfaWorld, openMfaWorld, PASSWORD, PHONE } from "./mfa-world.ts";

describe("a second factor beside the app", () => {
  let world: MfaWorld;
  beforeAll(async () => {
    world = await openMfaWorld();
  });
  beforeEach(() => world.reset());
  afterAll(() => world.stop());

  describe("recovery codes", () => {
    it("are ten, shown once, and kept as digests", async () => {
      const { client } = await world.withApp();
      const { data, error } = await client.auth.mfa.recoveryCodes.generate();
      expect(error).toBeNull();
      expect(new Set(data?.codes).size).toBe(10);
      expect(data?.codes[0]).toMatch(/^[2-9a-hjkmnp-tv-z]{16}$/);
      expect((await client.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 10 });
      const { rows } = await world.admin.query("select to_jsonb(c)::text as row from auth.mfa_recovery_codes c");
      for (const { row } of rows) for (const code of data?.codes ?? []) expect(row).not.toContain(code);
      expect((await client.auth.mfa.listFactors()).data?.recovery_code).toHaveLength(1);
    });

    it("one opens the account without the app, in any spelling, once", async () => {
      const { client } = await world.withApp();
      const { data } = await client.auth.mfa.recoveryCodes.generate();
      const typed = (data?.codes[3] ?? "").toUpperCase().replace(/(.{4})/g, "$1-");
      const lost = await signIn(world.server, EMAIL, PASSWORD);
      expect((await lost.auth.mfa.recoveryCodes.verify({ code: typed })).error).toBeNull();
      expect(await claimsOf(lost)).toMatchObject({
        aal: "aal2",
        amr: [{ method: "password" }, { method: "mfa/recovery_code" }],
      });
      expect((await lost.auth.mfa.recoveryCodes.getStatus()).data?.remaining).toBe(9);
      const again = await signIn(world.server, EMAIL, PASSWORD);
      expect((await again.auth.mfa.recoveryCodes.verify({ code: typed })).error?.code).toBe("mfa_verification_failed");
    });

    it("made anew, the old ones are worth nothing", async () => {
      const { client } = await world.withApp();
      const first = await client.auth.mfa.recoveryCodes.generate();
      expect((await client.auth.mfa.recoveryCodes.generate()).error?.code).toBe("mfa_verified_factor_exists");
      const second = await client.auth.mfa.recoveryCodes.regenerate();
      expect(second.data?.id).toBe(first.data?.id);
      const lost = await signIn(world.server, EMAIL, PASSWORD);
      const old = await lost.auth.mfa.recoveryCodes.verify({ code: first.data?.codes[0] ?? "" });
      expect(old.error?.code).toBe("mfa_verification_failed");
    });

    it("stand in for a factor and are never the only one", async () => {
      const client = await signIn(world.server, EMAIL, PASSWORD);
      expect((await client.auth.mfa.recoveryCodes.generate()).error?.code).toBe("mfa_recovery_codes_sole_factor");
    });
  });

  describe("a phone", () => {
    const withPhone = async () => {
      const client = await signIn(world.server, EMAIL, PASSWORD);
      const { data, error } = await client.auth.mfa.enroll({
        factorType: "phone",
        phone: PHONE,
        friendlyName: "Mobilen",
      });
      if (error) throw error;
      return { client, factorId: data.id };
    };
    const challenge = async (client: SupabaseClient, factorId: string) => {
      const { data, error } = await client.auth.mfa.challenge({ factorId, channel: "sms" });
      return { challengeId: data?.id ?? "", error };
    };
    const sentCode = () => /^(\d{6}) /.exec(world.gateway.messages.at(-1)?.text ?? "")?.[1] ?? "none";

    // Covers: 7.3, auth.13
    it("gets six digits by text message", async () => {
      const { client, factorId } = await withPhone();
      const { challengeId } = await challenge(client, factorId);
      expect(world.gateway.messages).toMatchObject([{ to: PHONE }]);
      const { error } = await client.auth.mfa.verify({ factorId, challengeId, code: sentCode() });
      expect(error).toBeNull();
      expect(await claimsOf(client)).toMatchObject({
        aal: "aal2",
        amr: [{ method: "password" }, { method: "mfa/phone" }],
      });
    });

    it("the digits of one challenge do not answer another, and the database does not give them away", async () => {
      const { client, factorId } = await withPhone();
      await challenge(client, factorId);
      const code = sentCode();
      const { challengeId } = await challenge(client, factorId);
      if (sentCode() !== code) {
        expect((await client.auth.mfa.verify({ factorId, challengeId, code })).error?.code).toBe(
          "mfa_verification_failed",
        );
      }
      const { rows } = await world.admin.query(
        "select id, code_hash, sha256(convert_to($1, 'UTF8')) as plain, sha256(convert_to(id || $1, 'UTF8')) as salted from auth.mfa_challenges",
        [code],
      );
      for (const row of rows) expect([row.plain, row.salted]).not.toContainEqual(row.code_hash);
    });

    it("gets five messages an hour and no more", async () => {
      const { client, factorId } = await withPhone();
      for (let i = 0; i < 5; i += 1) expect((await challenge(client, factorId)).error).toBeNull();
      expect((await challenge(client, factorId)).error?.code).toBe("over_sms_send_rate_limit");
      expect(world.gateway.messages).toHaveLength(5);
    });

    /** Makes another administrator, who names the same phone number. */
    const named = async (email = "bertil@example.se") => {
      await makeUser(world.server, email, PASSWORD);
      const client = await signIn(world.server, email, PASSWORD);
      const { data } = await client.auth.mfa.enroll({ factorType: "phone", phone: PHONE });
      return { client, factorId: data?.id ?? "" };
    };
    const wearOut = async ({ client, factorId }: { client: SupabaseClient; factorId: string }) => {
      for (let n = 0; n < 5; n += 1) expect((await challenge(client, factorId)).error).toBeNull();
      expect((await challenge(client, factorId)).error?.code).toBe("over_sms_send_rate_limit");
    };

    it("signs in with digits however often another account names the number", async () => {
      const { client, factorId } = await withPhone();
      const { challengeId } = await challenge(client, factorId);
      await client.auth.mfa.verify({ factorId, challengeId, code: sentCode() });
      await wearOut(await named());
      const elsewhere = await signIn(world.server, EMAIL, PASSWORD);
      expect((await challenge(elsewhere, factorId)).error).toBeNull();
    });

    it("is enrolled although another account has named the number as often as it may", async () => {
      await wearOut(await named());
      const { client, factorId } = await withPhone();
      const { challengeId, error } = await challenge(client, factorId);
      expect(error).toBeNull();
      expect((await client.auth.mfa.verify({ factorId, challengeId, code: sentCode() })).error).toBeNull();
    });

    it("gets few messages from several accounts together", async () => {
      for (const name of ["b", "c", "d"]) {
        const { client, factorId } = await named(`${name}@example.se`);
        for (let n = 0; n < 5; n += 1) await challenge(client, factorId);
      }
      // Five messages go to the number, and the first one of each account.
      expect(world.gateway.messages).toHaveLength(5 + 3);
    });

    it("is no way to text one number after another, of whomever", async () => {
      const client = await signIn(world.server, EMAIL, PASSWORD);
      const ask = async (phone: string) => {
        const { data } = await client.auth.mfa.enroll({ factorType: "phone", phone });
        return (await challenge(client, data?.id ?? "")).error?.code;
      };
      const said: (string | undefined)[] = [];
      for (let n = 0; n < 12; n += 1) {
        said.push(await ask(`+4670123456${n % 10}`));
        // An hour passes on the same day.
        if (n % 5 === 4) await world.admin.query("delete from auth.rate_limits where key like 'sms:enrolment:%'");
        await world.admin.query("delete from auth.mfa_factors");
      }
      expect(said).toEqual([...Array(10).fill(undefined), ...Array(2).fill("over_sms_send_rate_limit")]);
    });

    // Covers: auth.13
    it("a gateway that refuses is reported as such", async () => {
      const { client, factorId } = await withPhone();
      world.gateway.status = 503;
      expect((await challenge(client, factorId)).error?.code).toBe("sms_send_failed");
    });

    it("cannot be chosen where there are no text messages, and must have a number", async () => {
      const without = await signIn(world.other, EMAIL, PASSWORD);
      const none = await without.auth.mfa.enroll({ factorType: "phone", phone: PHONE });
      expect(none.error?.code).toBe("mfa_phone_enroll_not_enabled");
      const client = await signIn(world.server, EMAIL, PASSWORD);
      const wrong = await client.auth.mfa.enroll({ factorType: "phone", phone: "0701234567" });
      expect(wrong.error?.code).toBe("validation_failed");
    });
  });
});
