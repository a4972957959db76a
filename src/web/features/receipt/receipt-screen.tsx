import { Check, ChevronDown, ChevronLeft, Clock, Download, FileCheck, Link, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useSearchParams } from 'react-router';
import { fromDecimal, subtract, toDecimal, usdt } from '#domain/money.ts';
import { sevenChecks, type Check as SevenCheck } from '#verify/seven.ts';
import type { Facts, StepResult, Verdict } from '#verify/verify.ts';
import { useSession } from '#web/api/session.tsx';
import { useFormats, useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { DataList, TickLens } from './parts.tsx';
import { ResultChart } from './result-chart.tsx';
import { SourceQuotes } from './source-quotes.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { EmptyState, Skeleton } from '#web/ui/states.tsx';
import { Seal } from './seal.tsx';
import { useReceipt, type CheckedReceipt } from './use-receipt.ts';

/** The receipt of one prediction, checked in this browser and shown check by check. */
export function ReceiptScreen() {
  const { t } = useTranslation('verify');
  const [search] = useSearchParams();
  const { realm } = useSession();
  const { config, locale } = useShell();
  const receipt = useReceipt(search.get('id') ?? '');
  const back =
    realm === 'demo'
      ? link(config, 'main', pathOf('history-demo', locale))
      : link(config, 'dashboard', pathOf('history', locale));
  return (
    <div className="grid gap-4 py-4">
      <div className="flex flex-wrap items-center gap-3">
        <a href={back} className={buttonClass({ variant: 'ghost' })}>
          <ChevronLeft aria-hidden className="flip size-5" />
          {t('trading.history')}
        </a>
        {receipt.data === undefined ? null : (
          <div className="ms-auto flex flex-wrap gap-2">
            <CopyLink />
            <SaveButton receipt={receipt.data} />
          </div>
        )}
      </div>
      {receipt.data === undefined ? null : <Result receipt={receipt.data} />}
      {receipt.isError || search.get('id') === null ? (
        <section className="card">
          <h1 className="vh">{t('receipt.check')}</h1>
          <EmptyState
            title={t('error')}
            action={<Button onClick={() => void receipt.refetch()}>{t('retry')}</Button>}
          />
        </section>
      ) : receipt.data === undefined ? (
        <Loading />
      ) : null}
    </div>
  );
}

function Loading() {
  const { t } = useTranslation('verify');
  return (
    <section className="card grid gap-3 p-6" aria-busy>
      <h1 className="text-18 font-620">{t('loading')}</h1>
      <Skeleton className="h-24" />
      <Skeleton className="h-40" />
    </section>
  );
}

/** The page is the owner's; the toast says how to show the result to others. */
function CopyLink() {
  const { t } = useTranslation('verify');
  const copy = () => {
    navigator.clipboard.writeText(location.href).then(
      () => showToast({ id: 'link', tone: 'info', title: t('copied'), text: t('copied.text') }),
      () => undefined,
    );
  };
  return (
    <Button variant="outline" onClick={copy}>
      <Link aria-hidden className="size-4" />
      {t('copy')}
    </Button>
  );
}

function SaveButton({ receipt }: { readonly receipt: CheckedReceipt }) {
  const { t } = useTranslation('verify');
  const save = () => {
    const address = URL.createObjectURL(new Blob([receipt.text], { type: 'application/json' }));
    const anchor = document.createElement('a');
    anchor.href = address;
    anchor.download = `receipt-${receipt.verdict.facts?.id ?? ''}.json`;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  };
  return (
    <Button variant="primary" onClick={save}>
      <Download aria-hidden className="size-4" />
      {t('download')}
    </Button>
  );
}

function Result({ receipt }: { readonly receipt: CheckedReceipt }) {
  const { t } = useTranslation('verify');
  const { locale, config } = useShell();
  const { verdict } = receipt;
  const checks = sevenChecks(verdict);
  const { facts } = verdict;
  return (
    <>
      <Hero verdict={verdict} checks={checks} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,380px)]">
        {facts === null ? null : (
          <div className="grid min-w-0 gap-4">
            <ResultChart facts={facts} />
            <TickLens facts={facts} />
          </div>
        )}
        <section className="card min-w-0 p-5 md:p-6">
          <h2 className="mb-3 text-18 font-620">{t('checks')}</h2>
          <ul className="grid gap-3">
            {checks.map((check) => (
              <CheckRow key={check.name} check={check} steps={verdict.steps} />
            ))}
          </ul>
        </section>
      </div>
      <div className="grid gap-4 lg:grid-cols-3">
        {facts === null ? null : <SourceQuotes receipt={receipt.receipt} facts={facts} />}
        <section className="card p-5 md:p-6">
          <h2 className="mb-2 text-18 font-620">{t('without_us')}</h2>
          <p className="mb-3 text-mut text-pretty">{t('without_us.text')}</p>
          <a href={link(config, 'main', pathOf('verify', locale))} className={buttonClass()}>
            <FileCheck aria-hidden className="size-4" />
            {t('checker')}
          </a>
        </section>
        <section className="card p-5 md:p-6">
          <h2 className="mb-2 text-18 font-620">{t('not_proven.title')}</h2>
          <p className="text-mut text-pretty">{t('not_proven.text')}</p>
        </section>
      </div>
    </>
  );
}

function Hero({ verdict, checks }: { readonly verdict: Verdict; readonly checks: readonly SevenCheck[] }) {
  const { t } = useTranslation('verify');
  const { facts } = verdict;
  const failed = checks.findIndex(({ state }) => state === 'fail') + 1;
  const title =
    verdict.verdict === 'invalid'
      ? t('verdict.invalid', { no: failed })
      : t(facts?.outcome === null ? 'verdict.open' : `verdict.${verdict.verdict}`);
  return (
    <section
      className="card flex flex-wrap items-center gap-5 p-5 md:p-7"
      data-verdict={verdict.verdict}
      role={verdict.verdict === 'invalid' ? 'alert' : undefined}
    >
      <Seal fingerprint={facts?.fingerprint ?? ''} verdict={verdict.verdict} />
      <div className="min-w-0 flex-1 basis-64">
        <p className="text-13 text-brand-text">{t('receipt.check')}</p>
        <h1 className="text-26 font-680 text-balance md:text-38">{title}</h1>
        {facts === null ? null : <Sentence facts={facts} />}
        {verdict.verdict === 'provisional' ? <p className="mt-1 text-13 text-mut">{t('verdict.wait')}</p> : null}
        {verdict.code === null ? null : (
          <p className="mt-1 text-13 text-mut">
            <bdi dir="ltr">{verdict.code}</bdi>
          </p>
        )}
      </div>
      {facts === null ? null : <Money facts={facts} />}
    </section>
  );
}

const OUTCOMES = ['WIN', 'LOSE', 'TIE', 'VOID', 'SOLD'] as const;
const REASONS = [
  'NO_ENTRY',
  'STALE_EXIT',
  'SESSION_CLOSED',
  'SOURCE_CORRECTION',
  'EVENT_PAST_POST',
  'MARKET_VOID',
  'DUPLICATE_ADMIN',
] as const;

function Sentence({ facts }: { readonly facts: Facts }) {
  const { t } = useTranslation('verify');
  const outcome = OUTCOMES.find((one) => one === facts.outcome);
  const reason = REASONS.find((one) => one === facts.reason);
  return (
    <p className="mt-1 text-mut">
      {outcome === undefined ? null : t(`outcome.${outcome}`)} {reason === undefined ? null : t(`void.${reason}`)}
    </p>
  );
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
    [t('fact.stake'), formats.money(facts.stake)],
    [t('fact.payout'), formats.percent(facts.payoutBps / 10_000)],
    ...(facts.credit === null
      ? []
      : [
          [t('term.profit'), formats.money(profitOf(facts.stake, facts.credit), { signed: true })] as const,
          [t('fact.paid'), formats.money(facts.credit)] as const,
        ]),
  ];
  return <DataList rows={rows} className="min-w-56 max-md:w-full" />;
}

const MARKS = {
  pass: [Check, 'bg-up-soft text-up'],
  fail: [X, 'bg-down-soft text-down'],
  pending: [Clock, 'bg-warn-soft text-warn'],
  none: [Minus, 'bg-s2 text-mut'],
  skipped: [Minus, 'bg-s2 text-mut'],
} as const;

/** One check in plain words; it opens to the steps behind it. */
function CheckRow({ check, steps }: { readonly check: SevenCheck; readonly steps: readonly StepResult[] }) {
  const { t } = useTranslation('verify');
  const [Icon, tone] = MARKS[check.state];
  const fault = check.state === 'fail' ? steps.find(({ state }) => state === 'fail') : undefined;
  return (
    <li data-check={check.name} data-state={check.state}>
      <details open={check.state === 'fail'} className="group/check">
        <summary className="flex min-h-9 items-start gap-3 pointer-coarse:min-h-11">
          <span className={cx('grid size-6 shrink-0 place-items-center rounded-pill', tone)}>
            <Icon aria-hidden className="size-4" />
          </span>
          <span className="min-w-0 flex-1 font-540">{t(`check.${check.name}`)}</span>
          <span className="text-13 text-mut">{t(`state.${check.state}`)}</span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-mut group-open/check:rotate-180" />
        </summary>
        <p className="ps-9 pt-1 text-13 text-mut text-pretty">{t(`check.${check.name}.text`)}</p>
        {fault === undefined ? null : (
          <p className="ps-9 pt-1 text-13 text-down" dir="ltr">
            {fault.code}
          </p>
        )}
      </details>
    </li>
  );
}
