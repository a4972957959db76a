import type { RoundVerdict } from '#verify/rounds/round.ts';
import type { Verdict } from '#verify/verify.ts';
import type { Translate } from '#web/i18n/texts.ts';

type Say = Translate<'verify'>;

/** What stands at the top of a prediction's result. `failed`: number of the first check that failed. */
export function predictionTitle(
  t: Say,
  { verdict, facts }: Pick<Verdict, 'verdict' | 'facts'>,
  failed: number,
): string {
  if (verdict === 'invalid' || facts === null) return t('verdict.invalid', { no: failed });
  if (facts.outcome === null) return t('verdict.open');
  return t(`title.${verdict}`, { outcome: facts.outcome, side: t(facts.dir === 'UP' ? 'dir.up' : 'dir.down') });
}

/** The same of a round. A tie or a void of it pays by share: the sentence below says how. */
export function roundTitle(
  t: Say,
  { verdict, facts }: Pick<RoundVerdict, 'verdict' | 'facts'>,
  failed: number,
): string {
  if (verdict === 'invalid' || facts === null) return t('verdict.invalid', { no: failed });
  if (facts.outcome === 'VOID') return t('verdict.void');
  return t(`title.${verdict}`, { outcome: facts.outcome === 'TIE' ? '' : facts.outcome, side: '' });
}
