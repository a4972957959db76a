import type { Logger } from 'pino';
import { jsonOf, listenForLines, numberOf, type LinePort } from '#server/net/line-port.ts';
import type { Answer } from '#server/net/lines.ts';
import { SignerRefused, type Signer } from './signer.ts';
import { questionWire, toSignedWire, type Question } from './signer-wire.ts';

/**
 * Answers for a signer on its socket (`listenForLines`): questions of `questionWire`, one a line.
 */
export function listenForSigning(parts: {
  readonly signer: Signer;
  readonly path: string;
  readonly mode: 0o600 | 0o660;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}): Promise<LinePort> {
  return listenForLines({ path: parts.path, mode: parts.mode, answer: (line) => answerTo(line, parts) });
}

/** Never rejects: what is no question is refused by its number, as far as it has one. */
async function answerTo(
  line: string,
  { signer, log }: { readonly signer: Signer; readonly log: Pick<Logger, 'error' | 'warn'> },
): Promise<Answer> {
  const asked = jsonOf(line);
  const no = numberOf(asked);
  const question = questionWire.safeParse(asked);
  if (!question.success) {
    log.warn({ why: question.error.issues[0]?.message }, 'the signer was asked what it does not know');
    return { no, refused: 'the signer knows no such question' };
  }
  try {
    return { no, value: await valueOf(question.data, signer) };
  } catch (error) {
    if (!(error instanceof SignerRefused)) {
      log.error({ err: error }, 'the signer could not answer');
      return { no, refused: 'the signer could not answer' };
    }
    log.warn({ why: error.message }, 'the signer refused a document');
    return { no, refused: error.message };
  }
}

async function valueOf(question: Question, signer: Signer): Promise<unknown> {
  switch (question.ask) {
    case 'keys':
      return signer.keys();
    case 'sign':
      return (await signer.sign(question.context, question.document)).toString('hex');
    case 'manifest': {
      const made = await signer.manifest(question);
      return made === 'no-root' ? made : toSignedWire(made);
    }
  }
}
