import { ArrowDownToLine, ArrowUpFromLine, BookUser, ChevronRight, Scale, Send, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useProfile } from '#web/api/profile.ts';
import { ownedOf } from '#web/money/owned.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Own } from '#web/money/own.tsx';
import { CASHIER_SECTIONS, type CashierSection } from '#web/page-rows.ts';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { Skeleton } from '#web/ui/states.tsx';

const ICONS: Readonly<Record<CashierSection, ReactNode>> = {
  deposit: <ArrowDownToLine aria-hidden />,
  withdraw: <ArrowUpFromLine aria-hidden />,
  'pay-user': <Send aria-hidden />,
  'address-book': <BookUser aria-hidden />,
  balance: <Scale aria-hidden />,
  'wallet-history': <Wallet aria-hidden />,
};

/** What can be done with money here: one tile a page of the cashier, below what the person has. */
export function HubScreen() {
  const { t } = useTranslation('cashier');
  const { config, locale } = useShell();
  return (
    <>
      <Owned />
      <ul className="grid gap-3 md:grid-cols-2">
        {CASHIER_SECTIONS.map((id) => (
          <li key={id}>
            <Link
              to={link(config, 'dashboard', pathOf(id, locale))}
              className="card flex h-full items-center gap-3.5 p-4.5 hover:bg-s2"
            >
              <span className="grid size-10 shrink-0 place-items-center rounded-[11px] bg-s2 text-brand-text [&_svg]:size-4.5">
                {ICONS[id]}
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-540">{t(`tab.${id}`)}</span>
                <span className="block text-13 text-mut text-pretty">{t(`hub.${id}`)}</span>
              </span>
              <ChevronRight aria-hidden className="flip size-4 shrink-0 text-mut" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function Owned() {
  const { t } = useTranslation('account');
  const { data: profile, isError, error, refetch } = useProfile();
  if (profile === undefined) {
    return isError ? (
      <LoadProblem error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="h-24 rounded-card" />
    );
  }
  return (
    <section className="card p-4.5 md:p-6">
      <h2 className="text-13 font-540 text-mut">{t('balance.total')}</h2>
      <p className="mt-0.5 text-26 font-620 tracking-[-.02em]">
        <Own amount={ownedOf(profile.balances)} />
      </p>
    </section>
  );
}
