import { generateSecret, generateSync, generateURI } from 'otplib';
import type { PoolClient } from 'pg';
import QRCode from 'qrcode';
import type { Actor } from '#domain/identity/actor.ts';
import { OTP_DIGITS, OTP_PERIOD_SEC, OTP_SETUP_MS, checkOtp, otpPause } from '#domain/identity/otp.ts';
import type { Refusal } from '#domain/refusals.ts';
import { waitMs } from '#domain/waits.ts';
import { toIso } from '#protocol/codecs.ts';
import type { OtpSecretAnswer } from '#protocol/factors.ts';
import { transaction } from '#server/db/index.ts';
import type { RecoveryCodesReply, Reply } from './contract.ts';
import { tellerOf, type Teller } from './news.ts';
import { recordAct } from '../audit-trail.ts';
import { changingFactor } from './others.ts';
import type { FactorParts } from './parts.ts';
import { giveRecoveryCodes, isRecoveryCode } from './recovery-codes.ts';
import {
  confirmSecret,
  countRecoveryCodes,
  deleteOtp,
  deleteRecoveryCodes,
  findOtp,
  ensureOtp,
  lockOtp,
  putFailures,
  putPendingSecret,
  spendStep,
  type OtpRow,
} from './store-otp.ts';
import { passkeysOf } from './store-passkey.ts';
import { goesOn, lockSignInMethods } from './store-proofs.ts';

/** Codes of an authenticator app and recovery codes of people. */
export interface Otp {
  generate(userId: string): Promise<OtpSecretAnswer>;
  /** Turns it on with the first right code; the person's other sessions end, as at its end. OTPInvalid for a wrong one; SetupOver when no secret waits. */
  confirm(actor: Actor, code: string): Promise<RecoveryCodesReply>;
  disable(actor: Actor): Promise<void>;
  /** NotFound where there is no second factor. */
  renewRecoveryCodes(actor: Actor): Promise<RecoveryCodesReply>;
  /** Spends a code of the app or a recovery code; every wrong one counts. null: right; OTPInvalid; RateLimit in a pause. */
  spend(userId: string, code: string): Promise<Refusal | null>;
  state(userId: string): Promise<{ readonly since: number | null; readonly recoveryCodesLeft: number }>;
}

const WRONG: Reply<never> = { ok: false, refusal: { code: 'OTPInvalid' } };
const OVER: Reply<never> = { ok: false, refusal: { code: 'SetupOver' } };

export function createOtp(parts: FactorParts): Otp {
  const { db, clock, vault, accounts, config } = parts;

  const changed = async (tx: PoolClient, of: { userId: string; state: 'on' | 'off'; tell: Teller }) => {
    await accounts.holdWithdrawals(tx, { userId: of.userId, reason: 'otp' });
    await of.tell(tx, { kind: 'otp_changed', state: of.state });
  };

  return {
    generate: async (userId) => {
      const secret = generateSecret();
      const until = clock.now() + OTP_SETUP_MS;
      await transaction(db, async (tx) => {
        await putPendingSecret(tx, { userId, secret: await vault.seal(tx, userId, secret), until });
      });
      const address = await accounts.mailAddressOf(userId);
      const url = generateURI({ issuer: config.brand, label: address?.to ?? userId, secret });
      return { secret, url, qr: await qrOf(url), expiresAt: toIso(until) };
    },
    confirm: async ({ userId, sessionId }, code) => {
      const tell = await tellerOf(parts, userId);
      return changingFactor(parts, { userId, sessionId }, async (tx, endOthers): Promise<RecoveryCodesReply> => {
        await lockSignInMethods(tx, userId);
        const row = await lockOtp(tx, userId);
        const now = clock.now();
        if (!(await goesOn(tx, sessionId))) return { ok: false, refusal: { code: 'NotSignedIn' } };
        if (row === null || row.pendingSecret === null || (row.pendingUntil ?? 0) <= now) return OVER;
        const secret = await vault.open(tx, userId, row.pendingSecret);
        const step = secret === null ? null : checkOtp({ code, now, lastStep: null, codeAt: codesOf(secret) });
        if (step === null) return WRONG;
        await confirmSecret(tx, { userId, now, step });
        const recoveryCodes = await giveRecoveryCodes(parts, tx, userId);
        await changed(tx, { userId, state: 'on', tell });
        await endOthers();
        await recordAct(parts, tx, { userId, sessionId, action: 'otp.enabled' });
        return { ok: true, recoveryCodes };
      });
    },
    disable: async ({ userId, sessionId }) => {
      const tell = await tellerOf(parts, userId);
      await changingFactor(parts, { userId, sessionId }, async (tx, endOthers) => {
        await lockSignInMethods(tx, userId);
        const row = await lockOtp(tx, userId);
        if (row === null) return;
        await deleteOtp(tx, userId);
        // They lead past a lost passkey as well.
        if ((await passkeysOf(tx, userId)).length === 0) await deleteRecoveryCodes(tx, userId);
        if (row.secret === null) return;
        await changed(tx, { userId, state: 'off', tell });
        await endOthers();
        await recordAct(parts, tx, { userId, sessionId, action: 'otp.disabled' });
      });
    },
    renewRecoveryCodes: ({ userId, sessionId }) =>
      transaction(db, async (tx): Promise<RecoveryCodesReply> => {
        await lockSignInMethods(tx, userId);
        const hasApp = ((await lockOtp(tx, userId))?.secret ?? null) !== null;
        const hasFactor = hasApp || (await passkeysOf(tx, userId)).length > 0;
        if (!hasFactor) return { ok: false, refusal: { code: 'NotFound' } };
        const recoveryCodes = await giveRecoveryCodes(parts, tx, userId);
        await recordAct(parts, tx, { userId, sessionId, action: 'recovery_codes.renewed' });
        return { ok: true, recoveryCodes };
      }),
    spend: (userId, code) => transaction(db, (tx) => spendOnce(parts, tx, { userId, code })),
    state: async (userId) => {
      const [row, recoveryCodesLeft] = await Promise.all([findOtp(db, userId), countRecoveryCodes(db, userId)]);
      return { since: row?.confirmedAt ?? null, recoveryCodesLeft };
    },
  };
}

interface Guess {
  readonly userId: string;
  readonly code: string;
}

/** Under the lock of the person's row: of two calls with one code, one is right, and every wrong one is counted. */
async function spendOnce(parts: FactorParts, tx: PoolClient, { userId, code }: Guess): Promise<Refusal | null> {
  // Who has passkeys only has a row for wrong recovery codes.
  if ((await countRecoveryCodes(tx, userId)) > 0) await ensureOtp(tx, userId);
  const row = await lockOtp(tx, userId);
  const now = parts.clock.now();
  if (row === null) return { code: 'OTPInvalid' };
  if (row.blockedUntil !== null && row.blockedUntil > now) {
    return { code: 'RateLimit', retryAfterMs: row.blockedUntil - now };
  }
  if (await isRight({ parts, tx, row, now }, { userId, code })) {
    if (row.failures > 0) await putFailures(tx, { userId, failures: 0, blockedUntil: null });
    return null;
  }
  const failures = row.failures + 1;
  const pause = waitMs(otpPause(failures), parts.config.waits);
  await putFailures(tx, { userId, failures, blockedUntil: pause === 0 ? null : now + pause });
  return { code: 'OTPInvalid' };
}

async function isRight(
  at: { readonly parts: FactorParts; readonly tx: PoolClient; readonly row: OtpRow; readonly now: number },
  { userId, code }: Guess,
): Promise<boolean> {
  const { parts, tx, row, now } = at;
  const secret = row.secret === null ? null : await parts.vault.open(tx, userId, row.secret);
  const step = secret === null ? null : checkOtp({ code, now, lastStep: row.lastStep, codeAt: codesOf(secret) });
  if (step !== null) {
    await spendStep(tx, { userId, step });
    return true;
  }
  return isRecoveryCode(parts, tx, { userId, code });
}

/** Codes of a secret by step. */
export function codesOf(secret: string): (step: number) => string {
  return (step) => generateSync({ secret, epoch: step * OTP_PERIOD_SEC, digits: OTP_DIGITS, period: OTP_PERIOD_SEC });
}

async function qrOf(url: string): Promise<string> {
  const svg = await QRCode.toString(url, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
