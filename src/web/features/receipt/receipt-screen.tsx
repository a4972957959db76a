import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { fromDecimal, subtract, toDecimal, usdt } from '#domain/money.ts';
import { sevenChecks, type Check as SevenCheck } from '#verify/seven.ts';
import type { Receipt } from '#verify/documents.ts';
import type { Facts } from '#verify/verify.ts';
import type { Translate } from '#web/i18n/texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { CheckList } from './check-list.tsx';
import { numbersOf } from './check-numbers.ts';
import { OwnShares } from './own-shares.tsx';
import { DataList, TickLens } from './parts.tsx';
import { usePriceSentence } from './price-sentence.ts';
import { QuestionFirst, QuestionLink } from './question.tsx';
import { ResultChart } from './result-chart.tsx';
import {
  BackToHistory,
  Hero,
  Loading,
  PaperHead,
  PrintButton,
  SaveButton,
  Sentence,
  WithoutUs,
} from './result-parts.tsx';
import { predictionTitle } from './result-title.ts';
import { RoundScreen } from './round-screen.tsx';
import { sealedAt, waitsForRoot } from './sealing.ts';
import { ShareLink } from './share-link.tsx';
import { SharePicture } from './share-picture.tsx';
import { SourceQuotes } from './source-quotes.tsx';
import { isArchived, useReceipt, type CheckedReceipt } from './use-receipt.ts';

/** The receipt of one prediction, or of the round that `?round=` names with what one held in it, checked in this browser. */
export function ReceiptScreen() {
  const [search] = useSearchParams();
  const market = search.get('round');
  return market === null ? (
    <PredictionScreen id={search.get('id')} />
  ) : (
    <RoundScreen market={market} back={<BackToHistory />} own={<OwnShares market={market} />} />
  );
}

function PredictionScreen({ id }: { readonly id: string | null }) {
  const { t } = useTranslation('verify');
  const receipt = useReceipt(id ?? '');
  return (
    <div className="grid gap-4 py-4">
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <BackToHistory />
        {receipt.data === undefined ? null : (
          <div className="ms-auto flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-auto">
            <ShareLink text={receipt.data.text} />
            <PrintButton />
            {/* Of a receipt that fails it stands beside the question. */}
            {receipt.data.verdict.verdict === 'invalid' ? null : <SaveButton {...fileOf(receipt.data)} />}
          </div>
        )}
      </div>
      {receipt.data === undefined ? null : <PaperHead address={location.href} />}
      {receipt.data === undefined ? null : <Result id={id} receipt={receipt.data} />}
      {(receipt.isError && receipt.data === undefined) || id === null ? (
        <section className="card">
          <h1 className="vh">{t('receipt.check')}</h1>
          {isArchived(receipt.error) ? (
            <EmptyState title={receipt.error.text} text={<bdi>{id}</bdi>} />
          ) : (
            <EmptyState
              title={t('error')}
              action={<Button onClick={() => void receipt.refetch()}>{t('retry')}</Button>}
            />
          )}
        </section>
      ) : receipt.data === undefined ? (
        <Loading />
      ) : null}
    </div>
  );
}

/** The receipt as a file. */
const fileOf = ({ verdict, text }: CheckedReceipt) => ({ name: `receipt-${verdict.facts?.id ?? ''}.json`, text });

function Result({ id, receipt }: { readonly id: string | null; readonly receipt: CheckedReceipt }) {
  const { verdict } = receipt;
  const formats = useFormats();
  const checks = sevenChecks(verdict);
  const { facts } = verdict;
  const sealed = facts !== null && waitsForRoot(verdict) ? formats.minute(sealedAt(facts, receipt.at)) : null;
  // What has facts has been read by the verifier: it has the form of a receipt.
  const numbers = facts === null ? {} : numbersOf(receipt.receipt as unknown as Receipt, facts);
  const failed = verdict.verdict === 'invalid';
  const about = { kind: 'prediction', id: facts?.id ?? id, code: failed ? verdict.code : null } as const;
  return (
    <>
      <Verified
        receipt={receipt}
        checks={checks}
        sealed={sealed}
        action={failed ? <QuestionFirst about={about} file={fileOf(receipt)} /> : null}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,23.75rem)]">
        {facts === null ? null : (
          <div className="grid min-w-0 gap-4">
            <ResultChart facts={facts} />
            <TickLens facts={facts} />
          </div>
        )}
        <div className="grid min-w-0 gap-4">
          <CheckList checks={checks} numbers={numbers} code={verdict.code} sealed={sealed} />
          {facts === null ? null : <SourceQuotes receipt={receipt.receipt} facts={facts} />}
        </div>
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <WithoutUs question={failed ? null : <QuestionLink about={about} />} />
        {failed || id === null ? null : <SharePicture id={id} />}
      </div>
    </>
  );
}

function Verified(props: {
  readonly receipt: CheckedReceipt;
  readonly checks: readonly SevenCheck[];
  readonly sealed: string | null;
  readonly action: ReactNode;
}) {
  const { t } = useTranslation('verify');
  const sentence = usePriceSentence();
  const { verdict } = props.receipt;
  const { sealed } = props;
  const { facts } = verdict;
  const failed = props.checks.findIndex(({ state }) => state === 'fail') + 1;
  const outcome = facts?.outcome ?? null;
  const price = (role: string) => facts?.ticks.find((tick) => tick.role === role)?.price ?? null;
  const ran = outcome === 'WIN' || outcome === 'LOSE' || outcome === 'TIE';
  return (
    <Hero
      fingerprint={facts?.fingerprint ?? ''}
      verdict={verdict.verdict}
      title={predictionTitle(t, verdict, failed)}
      code={verdict.code}
      note={noteOf(t, verdict, sealed)}
      action={props.action}
      end={facts === null ? null : <Money facts={facts} />}
    >
      {/* Of a receipt that does not hold nothing is repeated. */}
      {facts === null || verdict.verdict === 'invalid' ? null : (
        <Sentence prices={ran ? sentence(price('e'), price('x')) : null} outcome={null} reason={facts.reason} />
      )}
    </Hero>
  );
}

/** What the receipt does not show, or when what is not public yet will be. */
function noteOf(t: Translate<'verify'>, verdict: CheckedReceipt['verdict'], sealed: string | null): string | null {
  if (verdict.verdict !== 'provisional') return null;
  if (sealed !== null) return t('verdict.sealed_at', { time: sealed });
  return t(verdict.unshown ? 'verdict.unshown' : 'verdict.wait');
}

/** What came back less what was put in, exactly. */
function profitOf(stake: string, credit: string): string {
  const read = (text: string) => fromDecimal(text, 6) ?? usdt(0n);
  return toDecimal(subtract(read(credit), read(stake)));
}

function Money({ facts }: { readonly facts: Facts }) {
  const { t } = useTranslation('verify');
  const formats = useFormats();
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t('fact.stake'), formats.own(facts.stake)],
    [t('fact.payout'), formats.percent(facts.payoutBps / 10_000)],
    ...(facts.credit === null
      ? []
      : [
          [t('term.profit'), formats.own(profitOf(facts.stake, facts.credit), { signed: true })] as const,
          [t('fact.paid'), formats.own(facts.credit)] as const,
        ]),
  ];
  return <DataList rows={rows} className="min-w-56 max-md:w-full" />;
}
