import { Clock } from 'lucide-react';
import { useLoaderData } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import type { WithdrawalTimesWire } from '#protocol/cashier/times.ts';
import type { Formats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '../shell-context.ts';
import { PhoneFrame } from '../ui/frame/phone-frame.tsx';
import { SiteFrame } from '../ui/frame/site-frame.tsx';
import { WITHDRAWAL_GOAL } from '../ui/frame/legal-lines.tsx';
import { Num } from '../ui/num.tsx';
import { StatTiles } from '../ui/show/stat-tiles.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table, Td, Th } from '../ui/table.tsx';

export const handle = { static: true };

export function loader({ context }: LoaderFunctionArgs) {
  return { times: context.withdrawals };
}

/** How long withdrawals of the last 24 h took, as it was counted a moment ago; also that there were none. */
export default function WithdrawalTimesPage() {
  const { t } = useTranslation('times');
  const { times } = useLoaderData<typeof loader>();
  return (
    <PhoneFrame>
      <SiteFrame>
        <h1 className="pt-5 text-26 font-620 tracking-[-.022em] md:pt-8">{t('title')}</h1>
        <p className="mt-1.5 max-w-[44em] text-15 text-mut text-pretty">{t('lead')}</p>
        <div className="mt-5">
          {times === null ? (
            <EmptyState
              className="card"
              icon={<Clock aria-hidden />}
              title={t('unknown.title')}
              text={t('unknown.text')}
            />
          ) : (
            <Times times={times} />
          )}
        </div>
        <section className="mt-8 max-w-[44em]">
          <h2 className="mb-1.5 text-18 font-620 tracking-[-.012em]">{t('how.title')}</h2>
          <ul className="grid list-disc gap-1.5 ps-5 text-15 text-mut text-pretty">
            {(['sent', 'waiting', 'refused'] as const).map((what) => (
              <li key={what}>{t(`how.${what}`)}</li>
            ))}
          </ul>
        </section>
      </SiteFrame>
    </PhoneFrame>
  );
}

function Times({ times }: { readonly times: WithdrawalTimesWire }) {
  const { t } = useTranslation('times');
  const formats = useFormats();
  const took = useTook();
  const counted = (
    <p className="mt-3 text-13 text-faint">{t('counted', { time: formats.clock(Date.parse(times.to)) })}</p>
  );
  if (times.share === null) {
    const text = t('none.text', { percent: formats.percent(WITHDRAWAL_GOAL) });
    return (
      <>
        <EmptyState className="card" icon={<Clock aria-hidden />} title={t('none.title')} text={text} />
        {counted}
      </>
    );
  }
  const of = { quick: formats.number(times.underMinute), count: formats.number(times.count) };
  return (
    <>
      <StatTiles
        items={[
          { id: 'share', label: t('share'), value: shareOf(times.share, formats), text: t('share_of', of) },
          { id: 'median', label: t('median'), value: took(times.medianMs) },
          { id: 'p95', label: t('p95'), value: took(times.p95Ms) },
        ]}
      />
      <ByCoin times={times} />
      {counted}
    </>
  );
}

function ByCoin({ times }: { readonly times: WithdrawalTimesWire }) {
  const { t } = useTranslation('times');
  const formats = useFormats();
  const took = useTook();
  const heads = ['count', 'share', 'median', 'p95', 'final'] as const;
  return (
    <section className="card mt-4 overflow-hidden" aria-labelledby="by-coin">
      <h2 id="by-coin" className="px-4 pt-4 pb-2 text-16 font-620">
        {t('table')}
      </h2>
      <Table
        plain
        caption={t('table')}
        head={
          <tr>
            <Th>{t('coin')}</Th>
            <Th>{t('network')}</Th>
            {heads.map((head) => (
              <Th key={head} end>
                {t(head)}
              </Th>
            ))}
          </tr>
        }
      >
        {times.coins.map((row) => (
          <tr key={`${row.coin} ${row.network}`}>
            <Td>
              <bdi className="font-620">{row.coin}</bdi>
            </Td>
            <Td>
              <bdi>{row.network}</bdi>
            </Td>
            {[
              formats.number(row.count),
              shareOf(row.share ?? 0, formats),
              took(row.medianMs),
              took(row.p95Ms),
              took(row.paidMedianMs),
            ].map((value, at) => (
              <Td key={heads[at]} end>
                <Num>{value}</Num>
              </Td>
            ))}
          </tr>
        ))}
      </Table>
    </section>
  );
}

/** A span of up to two minutes in whole seconds, longer ones in their two largest units. Rounded up: it was not quicker. */
function useTook(): (ms: number | null) => string {
  const formats = useFormats();
  return (ms) => {
    if (ms === null) return '–';
    const seconds = Math.max(1, Math.ceil(ms / 1_000));
    return seconds < 120 ? formats.durationLong(seconds) : formats.span(Math.ceil(ms / 60_000) * 60_000);
  };
}

function shareOf(share: number, formats: Formats): string {
  return formats.percent(share, { places: share === 1 ? 0 : 1 });
}
