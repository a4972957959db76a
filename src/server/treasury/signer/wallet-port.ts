import type { Logger } from 'pino';
import { jsonOf, listenForLines, numberOf, type LinePort } from '#server/net/line-port.ts';
import type { Answer } from '#server/net/lines.ts';
import { walletQuestion, WalletRefused, type WalletQuestion, type WalletSigner } from './signer-terms.ts';

interface PortParts {
  readonly signer: WalletSigner;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** What it signed may not be in its book: it must not go on with what it remembers. */
  readonly onFault: () => void;
}

/** Answers for a wallet on its socket, one question after the other: two at once would each count without the other. */
export function listenForPayments({
  path,
  mode,
  ...parts
}: PortParts & { readonly path: string; readonly mode: 0o600 | 0o660 }): Promise<LinePort> {
  let last: Promise<unknown> = Promise.resolve();
  const answer = (line: string): Promise<Answer> => {
    const next = last.then(() => answerTo(line, parts));
    last = next;
    return next;
  };
  return listenForLines({ path, mode, answer });
}

/** Never rejects. */
async function answerTo(line: string, { signer, log, onFault }: PortParts): Promise<Answer> {
  const asked = jsonOf(line);
  const no = numberOf(asked);
  const question = walletQuestion.safeParse(asked);
  if (!question.success) {
    log.warn({ why: question.error.issues[0]?.message }, "the wallet's signer was asked what it does not know");
    return { no, refused: "the wallet's signer knows no such question" };
  }
  try {
    return { no, value: (await valueOf(question.data, signer)) ?? null };
  } catch (error) {
    if (!(error instanceof WalletRefused)) {
      log.error({ err: error }, "the wallet's signer could not answer");
      onFault();
      return { no, refused: "the wallet's signer could not answer" };
    }
    log.warn({ why: error.message }, "the wallet's signer refused a payment");
    return { no, refused: error.message };
  }
}

async function valueOf(question: WalletQuestion, signer: WalletSigner): Promise<unknown> {
  switch (question.ask) {
    case 'wallet':
      return signer.wallet();
    case 'accept':
      return signer.accept(question.payment);
    case 'sign':
      return signer.sign(question.payment, question.attempt);
    case 'acceptCoins':
      return signer.acceptCoins(question.payment);
    case 'signCoins':
      return signer.signCoins(question.payment, question.attempt);
  }
}
