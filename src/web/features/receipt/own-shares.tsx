import { useQuery } from '@tanstack/react-query';
import type { PositionWire } from '#protocol/exchange.ts';
import { useSession } from '#web/api/session.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { resultOf } from '#web/money/round-result.ts';
import { useFormats } from '#web/shell-context.ts';
import { Chip } from '#web/ui/states.tsx';
import { DataList } from './parts.tsx';

/** What one held in a round and what came back; nothing where one held nothing. */
export function OwnShares({ market }: { readonly market: string }) {
  const { t } = useTranslation('verify');
  const { client, state } = useSession();
  const own = useQuery({
    queryKey: ['round-shares', market, state.status === 'ready' ? state.user.id : null],
    enabled: state.status === 'ready',
    queryFn: ({ signal }) => client.call('exchange.positions', { query: { marketId: market } }, { signal }),
  });
  const items = own.data?.items ?? [];
  return items.length === 0 ? null : (
    <section className="card p-5 md:p-6" data-own-shares="">
      <h2 className="mb-3 text-18 font-620">{t('round.own')}</h2>
      <div className="grid gap-4 sm:grid-cols-2">
        {items.map((position) => (
          <Held key={position.outcome} position={position} />
        ))}
      </div>
    </section>
  );
}

/** One outcome that was held, and how it ended. */
export function Held({ position }: { readonly position: PositionWire }) {
  const { t } = useTranslation('verify');
  const formats = useFormats();
  const { outcome, shares, creditStr, profitStr } = position;
  const words = {
    won: t('round.own.won'),
    lost: t('round.own.lost'),
    same: t('round.own.same'),
    void: t('round.own.void'),
    sold: t('round.own.sold'),
  } as const;
  // Known from the position: the receipt may have to wait for the root of its hour.
  const result = resultOf(position);
  return (
    <div className="min-w-0">
      <p className="mb-2 flex flex-wrap items-center gap-2">
        {outcome === 'UP' || outcome === 'DOWN' ? (
          <Chip tone={outcome === 'UP' ? 'up' : 'down'}>{t(outcome === 'UP' ? 'dir.up' : 'dir.down')}</Chip>
        ) : (
          <Chip>{outcome}</Chip>
        )}
        {result === null ? null : <span className="text-14 font-620">{words[result]}</span>}
      </p>
      <DataList
        rows={[
          [t('term.shares'), formats.number(shares, Number.isInteger(shares) ? 0 : 2)],
          [t('fact.stake'), formats.own(position.costStr)],
          ...(creditStr === null ? [] : [[t('fact.paid'), formats.own(creditStr)] as const]),
          ...(profitStr === null ? [] : [[t('term.profit'), formats.own(profitStr, { signed: true })] as const]),
        ]}
      />
    </div>
  );
}
