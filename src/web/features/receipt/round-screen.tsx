import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RoundReceipt } from '#verify/rounds/round-document.ts';
import type { RoundFacts } from '#verify/rounds/round-facts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useRoundAddress } from '#web/receipt-link.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { pairLabel } from '#web/ui/market/pair-icon.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { CheckList } from './check-list.tsx';
import { roundNumbersOf } from './check-numbers.ts';
import { DataList } from './parts.tsx';
import { digitsOf } from './price-path.ts';
import { usePriceSentence } from './price-sentence.ts';
import { QuestionFirst, QuestionLink } from './question.tsx';
import { CopyLink, Hero, Loading, PaperHead, PrintButton, SaveButton, Sentence, WithoutUs } from './result-parts.tsx';
import { roundTitle } from './result-title.ts';
import { RoundChart } from './round-chart.tsx';
import { useRoundReceipt, type CheckedRound } from './use-round-receipt.ts';

/** The public receipt of a round, checked in this browser. It holds no amounts: what one held comes as `own`, on one's own page. */
export function RoundScreen(props: { readonly market: string; readonly back?: ReactNode; readonly own?: ReactNode }) {
  const { t } = useTranslation('verify');
  const { market, own } = props;
  const receipt = useRoundReceipt(market);
  const address = useRoundAddress();
  const { data } = receipt;
  const failed = receipt.isError || market === '';
  return (
    <div className="grid gap-4 py-4">
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        {props.back}
        <div className="ms-auto flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-auto">
          <CopyLink address={() => address(market)} text={t('round.copied')} />
          {data ? <PrintButton /> : null}
          {data && data.verdict.verdict !== 'invalid' ? <SaveButton {...fileOf(market, data)} /> : null}
        </div>
      </div>
      {data ? <PaperHead address={address(market)} /> : null}
      {data ? <Result market={market} receipt={data} own={own} /> : null}
      {data === undefined && !failed ? <Loading /> : null}
      {data === null || failed ? (
        <section className="card" data-round-wait={data === null ? '' : undefined}>
          <h1 className="vh">{t('receipt.check')}</h1>
          <EmptyState
            icon={<Clock aria-hidden />}
            title={data === null ? t('state.pending') : t('error')}
            text={data === null ? t('round.wait') : undefined}
            action={<Button onClick={() => void receipt.refetch()}>{t('retry')}</Button>}
          />
        </section>
      ) : null}
      {data ? null : own}
    </div>
  );
}

/** The receipt as a file. */
const fileOf = (market: string, { text }: CheckedRound) => ({ name: `round-${market}.json`, text });

interface ResultProps {
  readonly market: string;
  readonly receipt: CheckedRound;
  readonly own: ReactNode;
}

function Result({ market, receipt, own }: ResultProps) {
  const { t } = useTranslation('verify');
  const sentence = usePriceSentence();
  const { verdict, unshown, checks, code, facts } = receipt.verdict;
  // What has facts has been read by the verifier: it has the form of a receipt.
  const numbers = facts === null ? {} : roundNumbersOf(receipt.receipt as RoundReceipt, facts);
  const failed = checks.findIndex(({ state }) => state === 'fail') + 1;
  // A round that its prices voided has no averages to draw.
  const charted = facts !== null && facts.start.ticks.length + facts.end.ticks.length > 0 ? facts : null;
  const beside = charted !== null || Boolean(own);
  const about = { kind: 'round', id: market, code: verdict === 'invalid' ? code : null } as const;
  return (
    <>
      <Hero
        fingerprint={facts?.fingerprint ?? ''}
        verdict={verdict}
        title={roundTitle(t, receipt.verdict, failed)}
        code={code}
        note={unshown ? t('verdict.unshown') : null}
        action={verdict === 'invalid' ? <QuestionFirst about={about} file={fileOf(market, receipt)} /> : null}
        end={facts === null ? null : <Averages facts={facts} />}
      >
        {facts === null || verdict === 'invalid' ? null : (
          <Sentence
            prices={facts.outcome === 'VOID' ? null : sentence(facts.start.average, facts.end.average)}
            outcome={t(`round.outcome.${facts.outcome}`)}
            reason={facts.reason}
          />
        )}
        {facts?.correction ? <Corrected {...facts.correction} /> : null}
      </Hero>
      {/* Who held nothing in it has nothing to show beside the checks. */}
      <div
        className={cx(
          'grid items-start gap-4',
          beside && 'lg:[&:not(:has(>:empty))]:grid-cols-[minmax(0,1fr)_minmax(0,23.75rem)]',
        )}
      >
        {beside ? (
          <div className="grid min-w-0 gap-4 empty:hidden">
            {charted === null ? null : <RoundChart facts={charted} />}
            {own}
          </div>
        ) : null}
        <CheckList checks={checks} numbers={numbers} code={code} sealed={null} />
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <WithoutUs question={verdict === 'invalid' ? null : <QuestionLink about={about} />} />
      </div>
    </>
  );
}

/** Which correction made the round void, and why, in the words of those who made it. */
function Corrected({ no, at, clause }: NonNullable<RoundFacts['correction']>) {
  const { t } = useTranslation('verify');
  const formats = useFormats();
  return (
    <div className="mt-2 border-s-2 border-line2 ps-3 text-13 text-mut" data-correction={no}>
      <p>{t('round.corrected', { no, time: formats.dateTime(at) })}</p>
      <p className="text-text">
        <bdi>{clause}</bdi>
      </p>
    </div>
  );
}

function Averages({ facts }: { readonly facts: RoundFacts }) {
  const { t } = useTranslation('verify');
  const formats = useFormats();
  const { start, end } = facts;
  // A date is text, not a number: it reads in the direction of the language.
  const time = (at: number) => <bdi dir="auto">{formats.dateTime(at)}</bdi>;
  const price = (text: string | null) => (text === null ? '–' : formats.price(text, digitsOf(text)));
  return (
    <DataList
      className="min-w-56 max-md:w-full"
      rows={[
        [t('fact.pair'), <bdi key="pair">{pairLabel(facts.pair)}</bdi>],
        [t('fact.start'), time(start.at)],
        [t('round.start'), price(start.average)],
        [t('fact.end'), time(end.at)],
        [t('round.end'), price(end.average)],
      ]}
    />
  );
}
