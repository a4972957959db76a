import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { fetchCode } from '#web/fetch-code.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import type { ReceiptWire } from '#protocol/tables/receipts.ts';
import type { Facts } from '#verify/verify.ts';
import { Button } from '#web/ui/button.tsx';
import { Num } from '#web/ui/num.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { digitsOf } from './price-path.ts';
import type { QuotedTick } from './read-quotes.ts';

export interface SourceQuotesProps {
  readonly receipt: ReceiptWire;
  readonly facts: Facts;
}

/** What each source said at the two prices: read from the public file of the hour, and checked against the signed record. */
export function SourceQuotes({ receipt, facts }: SourceQuotesProps) {
  const { t } = useTranslation('verify');
  const { config } = useShell();
  const [asked, setAsked] = useState<'yes' | 'no'>('no');
  const host = config.apiHost === config.origins.main ? '' : config.apiHost;
  const quotes = useQuery({
    queryKey: ['receipt-quotes', facts.id, facts.fingerprint],
    enabled: asked === 'yes',
    retry: false,
    queryFn: async () => (await fetchCode(() => import('./read-quotes.ts'))).readQuotes(receipt, host),
  });
  return (
    <section className="card min-w-0 p-5 md:p-6">
      <h2 className="mb-2 text-18 font-620">{t('sources')}</h2>
      <p className="mb-3 text-mut text-pretty">{t('sources.text')}</p>
      {asked === 'no' ? (
        <Button className="print:hidden" onClick={() => setAsked('yes')}>
          {t('sources.see')}
        </Button>
      ) : null}
      {asked === 'yes' && quotes.isPending ? <Skeleton className="h-24" /> : null}
      {quotes.isError ? (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-mut">{t('sources.failed')}</p>
          <Button onClick={() => void quotes.refetch()}>{t('retry')}</Button>
        </div>
      ) : null}
      {quotes.data === null ? <p className="text-mut">{t('sources.wait')}</p> : null}
      {quotes.data?.map((tick) => (
        <Quoted key={tick.role} tick={tick} />
      ))}
      {quotes.data ? <p className="mt-3 text-13 text-mut text-pretty">{t('sources.proven')}</p> : null}
    </section>
  );
}

function Quoted({ tick }: { readonly tick: QuotedTick }) {
  const { t } = useTranslation('verify');
  const formats = useFormats();
  const name = t(tick.role === 'e' ? 'fact.start' : 'fact.end');
  return (
    <div className="mt-3">
      <h3 className="mb-1 flex flex-wrap justify-between gap-x-3 font-540">
        {name}
        <Num>{formats.price(tick.price, digitsOf(tick.price))}</Num>
      </h3>
      {tick.quotes.length === 0 ? (
        <p className="text-13 text-mut">{t('sources.quiet')}</p>
      ) : (
        <div className="-mx-4">
          <Table
            plain
            caption={name}
            head={
              <tr>
                <Th>{t('sources.name')}</Th>
                <Th end>{t('sources.price')}</Th>
                <Th end>{t('sources.time')}</Th>
              </tr>
            }
          >
            {tick.quotes.map((quote) => (
              <tr key={quote.src}>
                <Td>
                  <bdi>{quote.src}</bdi>
                </Td>
                <Td end>
                  <Num>{formats.price(quote.price, digitsOf(quote.price))}</Num>
                </Td>
                <Td end className="text-mut">
                  {/* UTC, as the record has it. */}
                  <Num>{new Date(quote.t).toISOString().slice(11, 23)}</Num>
                </Td>
              </tr>
            ))}
          </Table>
        </div>
      )}
    </div>
  );
}
