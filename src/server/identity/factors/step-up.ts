import type { Actor } from '#domain/identity/actor.ts';
import { provenLately, stepUpHolds } from '#domain/identity/step-up.ts';
import type { Refusal, StepUpMethod } from '#domain/refusals.ts';
import { spanOf } from '#domain/settings/settings.ts';
import type { StepUpAskAnswer, StepUpBody } from '#protocol/factors.ts';
import { transaction } from '#server/db/index.ts';
import { recordAct } from '../audit-trail.ts';
import type { Reply } from './contract.ts';
import type { Otp } from './otp.ts';
import type { Passkeys } from './passkeys.ts';
import type { FactorParts } from './parts.ts';
import { findProofs, putStepUp } from './store-proofs.ts';

/** Proofs given again inside a session. */
export interface StepUp {
  methods(userId: string): Promise<readonly StepUpMethod[]>;
  /** null: a step-up of this session holds. */
  require(actor: Actor): Promise<Refusal | null>;
  /** null: a step-up holds, or the sign-in itself is no older than one may be. Enough to add a factor. */
  requireProof(actor: Actor): Promise<Refusal | null>;
  /** End of the step-up that holds, ms; null: none does. */
  until(actor: Actor): Promise<number | null>;
  ask(actor: Actor): Promise<StepUpAskAnswer>;
  prove(actor: Actor, proof: StepUpBody): Promise<Reply<{ readonly until: number }>>;
}

export function createStepUp(parts: FactorParts & { readonly otp: Otp; readonly passkeys: Passkeys }): StepUp {
  const { db, clock, accounts, otp, passkeys, settings } = parts;

  const holdsMs = () => spanOf('proof.minutes', settings.values);

  /** With a second factor, a password alone is half of what the person showed at the door: it does not open drawers. */
  const methods = async (userId: string): Promise<readonly StepUpMethod[]> => {
    const [account, { since, recoveryCodesLeft }, keys] = await Promise.all([
      accounts.findAccount(userId),
      otp.state(userId),
      passkeys.count(userId),
    ]);
    if (since !== null) return keys > 0 ? ['otp', 'passkey'] : ['otp'];
    if (keys > 0) return recoveryCodesLeft > 0 ? ['passkey', 'recovery'] : ['passkey'];
    return account?.hasPassword === true ? ['password'] : [];
  };
  const refused = async ({ userId }: Actor): Promise<Refusal> => ({
    code: 'StepUpRequired',
    methods: await methods(userId),
  });
  const until = async ({ sessionId }: Actor): Promise<number | null> => {
    const proofs = await findProofs(db, sessionId);
    if (proofs === null || proofs.steppedUpAt === null) return null;
    const times = { now: clock.now(), holdsMs: holdsMs() };
    return stepUpHolds(proofs, times) ? proofs.steppedUpAt + times.holdsMs : null;
  };

  /** null: right. */
  const check = async (actor: Actor, proof: StepUpBody): Promise<Refusal | null> => {
    const { userId } = actor;
    if (proof.otp !== undefined) return otp.spend(userId, proof.otp);
    if (proof.passkey !== undefined) return passkeys.proveAgain(actor, proof.passkey);
    const wait = await accounts.takeTry(userId, 'password', proof);
    if (wait !== null) return wait;
    if (!(await accounts.verifyPassword(userId, proof.password ?? ''))) return { code: 'WrongCredentials' };
    await accounts.clearTries(userId, 'password');
    return null;
  };

  return {
    methods,
    until,
    require: async (actor) => ((await until(actor)) === null ? refused(actor) : null),
    requireProof: async (actor) => {
      const proofs = await findProofs(db, actor.sessionId);
      return proofs !== null && provenLately(proofs, { now: clock.now(), holdsMs: holdsMs() }) ? null : refused(actor);
    },
    ask: async (actor) => {
      const allowed = await methods(actor.userId);
      return {
        methods: [...allowed],
        passkey: allowed.includes('passkey') ? await passkeys.askAgain(actor) : null,
      };
    },
    prove: async (actor, proof) => {
      const method = proof.otp === undefined ? (proof.passkey === undefined ? 'password' : 'passkey') : 'otp';
      const allowed = await methods(actor.userId);
      const isAllowed = allowed.includes(method) || (method === 'otp' && allowed.includes('recovery'));
      if (!isAllowed) return { ok: false, refusal: { code: 'StepUpRequired', methods: allowed } };
      const refusal = await check(actor, proof);
      if (refusal !== null) return { ok: false, refusal };
      const now = clock.now();
      await transaction(db, async (tx) => {
        const { userId, sessionId } = actor;
        await putStepUp(tx, { sessionId, method, now });
        await recordAct(parts, tx, { userId, sessionId, action: 'session.stepped_up', after: { method } });
      });
      return { ok: true, until: now + holdsMs() };
    },
  };
}
