import { CircleCheck, CircleDashed, CircleMinus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PageId } from '#web/page-rows.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Panel, PanelBody } from '#web/ui/panel.tsx';
import { Chip } from '#web/ui/states.tsx';
import { useNumberField } from '#web/ui/use-number-field.ts';
import { NEXT_GATE } from '../gates-panel.tsx';
import { AMOUNT_PLACES } from '../pay-amount.ts';
import { freeAfter } from './amounts.ts';
import type { Estimate, Gate } from './use-withdraw.ts';

const ICONS: Readonly<Record<Gate['state'], ReactNode>> = {
  met: <CircleCheck aria-hidden className="text-ok" />,
  open: <CircleMinus aria-hidden className="text-warn" />,
  unneeded: <CircleDashed aria-hidden className="text-mut" />,
};
/** Where the person can do something about it, and what the button says. */
const LEADS = {
  email: ['settings-personal', 'act.settings'],
  name: ['settings-personal', 'act.settings'],
  documents: ['verification', 'act.verify'],
  deposit: ['deposit', 'act.deposit'],
  address: ['address-book', 'act.book'],
  wallet: ['address-book', 'act.book'],
} as const satisfies Partial<Record<Gate['gate'], readonly [PageId, string]>>;
/** Told only while they are in the way: nobody is praised for not being held back. */
const ONLY_OPEN: readonly Gate['gate'][] = ['payouts', 'hold', 'network', 'address', 'wallet', 'limits', 'balance'];
/** Their names are those of payments. */
const SHARED = ['email', 'name', 'deposit', 'payouts', 'hold', 'played', 'balance'] as const;

/** Everything that a withdrawal asks for, by the same list by which the server judges it; and what more play would free. */
export function RequirementsPanel({ now }: { readonly now: Estimate }) {
  const { t } = useTranslation('withdraw');
  const { t: tc } = useTranslation('cashier');
  const open = now.gates.filter(({ state }) => state === 'open').length;
  const next = now.gates.find(({ state }) => state === 'open');
  const shown = now.gates.filter(({ gate, state }) => state === 'open' || !ONLY_OPEN.includes(gate));
  return (
    <Panel
      title={t('gates.title')}
      end={open === 0 ? undefined : <Chip tone="warn">{tc('gates.open', { count: open })}</Chip>}
    >
      <ul>
        {shown.map((gate) => (
          <Requirement key={gate.gate} gate={gate} now={now} isNext={gate === next} />
        ))}
      </ul>
      {now.toPlay > 0 ? <WhatIf now={now} /> : null}
    </Panel>
  );
}

function useSays(now: Estimate) {
  const { t } = useTranslation('withdraw');
  const formats = useFormats();
  return ({ gate, state, code, until }: Gate): string | null => {
    if (state === 'met') return null;
    if (gate === 'documents' && Number(now.monthLeftStr ?? 0) <= 0) return t('text.documents_first');
    if (state === 'unneeded') return t('unneeded', { left: formats.own(now.toPlayStr) });
    return t(`text.${gate}`, {
      until: until === null ? '' : formats.deadline(Date.parse(until)),
      code: code ?? '',
      min: formats.money(now.minStr),
      max: formats.money(now.maxStr),
      unproved: formats.money(now.unprovedMostStr),
      left: formats.own(gate === 'documents' ? (now.monthLeftStr ?? '0') : now.toPlayStr),
      free: formats.own(now.freeStr),
      cash: formats.own(now.cashStr),
    });
  };
}

function Requirement({ gate, now, isNext }: { readonly gate: Gate; readonly now: Estimate; readonly isNext: boolean }) {
  const { t } = useTranslation('withdraw');
  const { t: tc } = useTranslation('cashier');
  const { config, locale } = useShell();
  const says = useSays(now)(gate);
  const shared = SHARED.find((one) => one === gate.gate);
  const lead = gate.state === 'open' && gate.gate in LEADS ? LEADS[gate.gate as keyof typeof LEADS] : undefined;
  const part = now.required > 0 ? Math.min(1, now.played / now.required) : 1;
  return (
    <li
      data-gate={gate.gate}
      data-state={gate.state}
      {...(isNext ? NEXT_GATE : {})}
      className="flex gap-3 border-t border-line px-4.5 py-3 md:px-6"
    >
      <span className="mt-px [&_svg]:size-5">{ICONS[gate.state]}</span>
      <span className="min-w-0 flex-1">
        <span className="block font-540">
          {shared === undefined
            ? t(`gate.${gate.gate as Exclude<Gate['gate'], (typeof SHARED)[number]>}`)
            : tc(`gate.${shared}`)}
          <span className="vh">{tc(`gates.state.${gate.state}`)}</span>
        </span>
        {says === null ? null : <span className="block text-13 text-mut text-pretty">{says}</span>}
        {gate.gate === 'played' && gate.state !== 'met' ? (
          <>
            <span aria-hidden className="mt-2 block h-1.5 overflow-hidden rounded-pill bg-s2">
              <span className="block h-full rounded-pill bg-brand" style={{ inlineSize: `${part * 100}%` }} />
            </span>
            <span className="mt-2 block text-13 text-mut text-pretty">{t('counts')}</span>
          </>
        ) : null}
      </span>
      {lead === undefined ? null : (
        <Link
          to={link(config, 'dashboard', pathOf(lead[0], locale))}
          className={cx(buttonClass({ variant: 'outline', size: 'sm' }), 'self-center')}
        >
          {t(lead[1])}
        </Link>
      )}
    </li>
  );
}

/** What more play would free. */
function WhatIf({ now }: { readonly now: Estimate }) {
  const { t } = useTranslation('withdraw');
  const formats = useFormats();
  const [typed, setTyped] = useState('');
  const field = useNumberField(AMOUNT_PLACES, setTyped);
  const free = freeAfter(now, typed);
  return (
    <PanelBody className="border-t border-line pt-4">
      <Field
        label={t('whatif')}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        {...field}
        hint={free === null ? undefined : t('whatif.says', { free: formats.own(free) })}
      />
    </PanelBody>
  );
}
