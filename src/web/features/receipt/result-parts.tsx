import { VOID_REASONS } from '#domain/trading/prediction.ts';
import { ChevronLeft, Download, FileCheck, Link, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '#web/api/session.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { Term } from '#web/ui/term.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { Seal } from './seal.tsx';

export function BackToHistory() {
  const { t } = useTranslation('verify');
  const { realm } = useSession();
  const { config, locale } = useShell();
  const back =
    realm === 'demo'
      ? link(config, 'main', pathOf('history-demo', locale))
      : link(config, 'dashboard', pathOf('history', locale));
  return (
    <a href={back} className={buttonClass({ variant: 'ghost' })}>
      <ChevronLeft aria-hidden className="flip size-5" />
      {t('trading.history')}
    </a>
  );
}

export function Loading() {
  const { t } = useTranslation('verify');
  return (
    <section className="card grid gap-3 p-6" aria-busy>
      <h1 className="text-18 font-620">{t('loading')}</h1>
      <Skeleton className="h-24" />
      <Skeleton className="h-40" />
    </section>
  );
}

/** Copies an address; `text` says who can open it. */
export function CopyLink({ address, text }: { readonly address: () => string; readonly text: string }) {
  const { t } = useTranslation('verify');
  const copy = () => {
    navigator.clipboard.writeText(address()).then(
      () => showToast({ id: 'link', tone: 'info', title: t('copied'), text }),
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

/** At the top of a printed result: whose it is, and where it can be checked again. */
export function PaperHead({ address }: { readonly address: string }) {
  const { brand } = useShell().config;
  return (
    <p className="hidden items-baseline justify-between gap-4 text-12 print:flex">
      <b className="text-18">{brand}</b>
      <bdi dir="ltr" className="break-all text-mut">
        {address}
      </bdi>
    </p>
  );
}

export interface SaveProps {
  readonly name: string;
  readonly text: string;
  /** The main button of the page is another one. */
  readonly variant?: 'outline';
}

export function SaveButton({ name, text, variant }: SaveProps) {
  const { t } = useTranslation('verify');
  const save = () => {
    saveFile(new Blob([text], { type: 'application/json' }), name);
  };
  return (
    <Button variant={variant ?? 'primary'} onClick={save}>
      <Download aria-hidden className="size-4" />
      {t('download')}
    </Button>
  );
}

/** The page as a document: on paper, or as a file of the browser's own making. */
export function PrintButton() {
  const { t } = useTranslation('verify');
  return (
    <Button variant="outline" onClick={() => print()}>
      <Printer aria-hidden className="size-4" />
      {t('print')}
    </Button>
  );
}

/** Seal, verdict and what stands beside them. */
export function Hero(props: {
  readonly fingerprint: string;
  readonly verdict: 'valid' | 'provisional' | 'invalid';
  readonly title: string;
  readonly code: string | null;
  /** What is not shown, or not public yet; null: nothing. */
  readonly note: string | null;
  readonly children: ReactNode;
  /** What to do where a check failed. */
  readonly action?: ReactNode;
  readonly end?: ReactNode;
}) {
  const { t } = useTranslation('verify');
  const { verdict, note } = props;
  return (
    <section
      className="card flex flex-wrap items-center gap-5 p-5 md:p-7"
      data-verdict={verdict}
      role={verdict === 'invalid' ? 'alert' : undefined}
    >
      <Seal fingerprint={props.fingerprint} verdict={verdict} />
      <div className="min-w-0 flex-1 basis-64">
        <div className="text-13 text-brand-text">
          <Term name="receipt">{t('receipt.check')}</Term>
        </div>
        <h1 className="text-26 font-680 text-balance md:text-38">{props.title}</h1>
        {props.children}
        {note === null ? null : (
          <div className="mt-1 text-13 text-mut">
            <Term name="seal">{note}</Term>
          </div>
        )}
        {props.code === null ? null : (
          <p className="mt-1 text-13 text-mut">
            <bdi dir="ltr">{props.code}</bdi>
          </p>
        )}
        {props.action}
      </div>
      {props.end}
    </section>
  );
}

/** How to check without us, what no receipt proves, and `question`: how to ask about it. */
export function WithoutUs({ question }: { readonly question: ReactNode }) {
  const { t } = useTranslation('verify');
  const { locale, config } = useShell();
  return (
    <>
      <section className="card p-5 md:p-6 print:hidden">
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
        {question}
      </section>
    </>
  );
}

/** The two prices and how far they lie apart, how it ended, and why where it was void. */
export function Sentence(props: {
  readonly prices: string | null;
  readonly outcome: string | null;
  readonly reason: string | null;
}) {
  const { prices, outcome, reason } = props;
  const { t } = useTranslation('verify');
  const known = VOID_REASONS.find((one) => one === reason);
  return (
    <p className="mt-1 text-mut">
      {prices} {outcome} {known === undefined ? null : t(`void.${known}`)}
    </p>
  );
}
