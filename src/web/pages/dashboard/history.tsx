import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLoaderData } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import { PageTitle } from '#web/features/account/page-title.tsx';
import { HistoryCard } from '#web/features/history/history-screen.tsx';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { readPairs } from '../read-pairs.server.ts';

/** The decimals of each pair. */
export async function loader({ context }: LoaderFunctionArgs) {
  const pairs = await readPairs(context);
  return { precision: pairs.map((pair) => [pair.id, pair.precision] as const) };
}

export default function History() {
  const { precision } = useLoaderData<typeof loader>();
  const { t } = useTranslation('account');
  const { config, locale } = useShell();
  return (
    <div className="grid gap-4">
      <PageTitle title={t('trading.history')} back={link(config, 'dashboard', pathOf('account', locale))} />
      <HistoryCard precision={new Map(precision)} />
    </div>
  );
}
