import { useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { fromDecimal, toDecimal, usdt } from '#domain/money.ts';
import type { PredictionWire } from '#protocol/trading.ts';
import type { SaleQuoteWire } from '#protocol/sale.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useSession } from '#web/api/session.tsx';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { Num } from '#web/ui/num.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { Banner, Skeleton } from '#web/ui/states.tsx';
import { leastOf, profitIfSold } from './sale-values.ts';

/** The indication is asked for anew so often, ms. */
const QUOTE_MS = 1_000;
/** The server answers a sale within 15 s, whatever comes of it. */
const ANSWERED_WITHIN_MS = 16_000;

interface Live {
  readonly quote: SaleQuoteWire | null;
  readonly problem: ApiError | null;
}

/** What a sale would bring, every second while the sheet is open. */
function useQuote(id: string): Live {
  const { client } = useSession();
  const [live, setLive] = useState<Live>({ quote: null, problem: null });
  useEffect(() => {
    const leaving = new AbortController();
    const ask = () => {
      client.call('sale.quote', { params: { id } }, { signal: leaving.signal }).then(
        (quote) => setLive({ quote, problem: null }),
        (error: unknown) => {
          if (!leaving.signal.aborted && error instanceof ApiError) setLive({ quote: null, problem: error });
        },
      );
    };
    ask();
    const timer = setInterval(ask, QUOTE_MS);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [client, id]);
  return live;
}

const creditOf = (quote: SaleQuoteWire) => fromDecimal(quote.creditStr, 6) ?? usdt(0n);

export interface SaleSheetProps {
  readonly prediction: PredictionWire;
  readonly onClose: () => void;
}

/** Sells an open prediction early: what it would bring now, what is taken at least, and what it gives up. */
export default function SaleSheet({ prediction, onClose }: SaleSheetProps) {
  const { t } = useTranslation('trading');
  const { client } = useSession();
  const live = useQuote(prediction.id);
  const [selling, setSelling] = useState(false);
  const [refused, setRefused] = useState<ApiError | null>(null);
  const { quote } = live;
  const ready = quote !== null && !selling;
  const sell = async () => {
    if (quote === null || selling) return;
    setSelling(true);
    setRefused(null);
    try {
      const asked = { params: { id: prediction.id }, body: { minCredit: leastOf(creditOf(quote)) } };
      await client.call('sale.sell', asked, { timeoutMs: ANSWERED_WITHIN_MS });
      onClose();
    } catch (error) {
      if (error instanceof ApiError) setRefused(error);
    } finally {
      setSelling(false);
    }
  };
  return (
    <Sheet open onOpenChange={onClose} title={t('sale.title')} description={t('sale.text')}>
      <div className="grid gap-4">
        <Figures prediction={prediction} quote={quote} />
        <Problem refused={refused ?? (selling ? null : live.problem)} />
        <Button variant="primary" size="lg" wide aria-disabled={!ready} onClick={() => void sell()}>
          <SellText selling={selling} quote={quote} />
        </Button>
      </div>
    </Sheet>
  );
}

function SellText({ selling, quote }: { readonly selling: boolean; readonly quote: SaleQuoteWire | null }) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  if (selling) return t('sale.selling');
  return quote === null ? t('sale.no_quote') : t('sale.button', { amount: formats.own(quote.creditStr) });
}

function Figures({ prediction, quote }: { readonly prediction: PredictionWire; readonly quote: SaleQuoteWire | null }) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const whole = prediction.stake * (1 + prediction.payout);
  const rows = [
    { label: t('sale.paid'), value: formats.own(prediction.stakeStr) },
    { label: t('sale.right'), value: formats.own(whole.toFixed(2)) },
    { label: t('sale.now'), value: quote === null ? null : formats.own(quote.creditStr) },
    {
      label: t('sale.profit'),
      value:
        quote === null
          ? null
          : formats.own(toDecimal(profitIfSold(prediction.stakeStr, creditOf(quote)), 2), { signed: true }),
    },
    { label: t('sale.least'), value: quote === null ? null : formats.own(leastOf(creditOf(quote))) },
  ];
  return (
    <dl className="grid gap-2 rounded-field bg-s2 p-3.5">
      {rows.map(({ label, value }) => (
        <div key={label} className="flex min-h-6 items-center justify-between gap-4">
          <dt className="text-mut">{label}</dt>
          <Num as="dd" className="font-620">
            {value ?? <Skeleton className="h-4 w-16" />}
          </Num>
        </div>
      ))}
    </dl>
  );
}

/** What the server said no to; a price that moved says what the sale would have brought. */
function Problem({ refused }: { readonly refused: ApiError | null }) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  if (refused === null) return null;
  const credit = refused.details['creditStr'];
  const text =
    refused.code === 'SaleLapsed' && typeof credit === 'string'
      ? t('sale.moved', { amount: formats.own(credit) })
      : refused.unknownOutcome || refused.text === ''
        ? t('sale.no_answer')
        : refused.text;
  return (
    <Banner tone="warn" role="alert" title={refused.title === '' ? t('sale.no_quote') : refused.title}>
      {text}
    </Banner>
  );
}
