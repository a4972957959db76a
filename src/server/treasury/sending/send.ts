import type { NodeAnswer } from '#domain/treasury/node-answers.ts';
import { crashAt } from '#server/crash-points.ts';
import type { OpenNetwork } from '#server/networks/index.ts';
import type { SendingParts } from '../parts.ts';
import { broadcast } from './broadcast.ts';
import { writeAnswer, writeSigned, type Attempt, type OpenPayout } from './store.ts';
import { attemptTerms, termsOf } from './terms.ts';

/** Has the last attempt signed where it is not, stores its bytes, and sends them to every node. Safe to repeat at any moment. */
export async function signAndSend(parts: SendingParts, at: OpenNetwork, payout: OpenPayout): Promise<void> {
  const attempt = payout.attempts.at(-1);
  if (attempt === undefined) throw new Error('a nonce without an attempt');
  const bytes =
    attempt.raw !== null && attempt.txHash !== null
      ? { raw: attempt.raw, hash: attempt.txHash }
      : await sign(parts, at, { payout, attempt });
  await send(parts, at, { payout, no: attempt.no, ...bytes });
}

async function sign(
  parts: SendingParts,
  at: OpenNetwork,
  { payout, attempt }: { readonly payout: OpenPayout; readonly attempt: Attempt },
): Promise<{ readonly raw: `0x${string}`; readonly hash: `0x${string}` }> {
  const signed = await parts.signer.sign(await termsOf(parts, at, payout), attemptTerms(payout.nonce, attempt));
  if (signed.from.toLowerCase() !== payout.wallet) throw new Error("the wallet's signer has another wallet");
  crashAt('payout.signed');
  await writeSigned(parts.db, { ...payout, no: attempt.no }, signed);
  crashAt('payout.stored');
  return { raw: signed.raw as `0x${string}`, hash: signed.hash as `0x${string}` };
}

async function send(
  parts: SendingParts,
  at: OpenNetwork,
  {
    payout,
    no,
    raw,
    hash,
  }: { readonly payout: OpenPayout; readonly no: number; readonly raw: `0x${string}`; readonly hash: `0x${string}` },
): Promise<void> {
  const answers = await broadcast(at, raw);
  crashAt('payout.sent');
  const now = parts.clock.now();
  await writeAnswer(parts.db, { ...payout, no }, { answer: answers.join(' '), now });
  if (payout.kind === 'withdrawal' && answers.some(mayHaveIt)) {
    await parts.payouts.sent(parts.db, { id: payout.id, txHash: hash });
  }
  if (answers.every((one) => one === 'poor')) {
    parts.log.error(
      { alarm: 'wallet', network: payout.network, wallet: payout.wallet },
      'the wallet cannot pay the fee of what it signed',
    );
  }
  crashAt('payout.told');
}

const mayHaveIt = (answer: NodeAnswer) => answer === 'taken' || answer === 'unknown' || answer === 'used';
