import { CircleCheck, CircleDashed, CircleMinus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PageId } from '#web/page-rows.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Chip } from '#web/ui/states.tsx';
import type { Gate } from './use-cashier.ts';

const ICONS: Readonly<Record<Gate['state'], ReactNode>> = {
  met: <CircleCheck aria-hidden className="text-ok" />,
  open: <CircleMinus aria-hidden className="text-warn" />,
  unneeded: <CircleDashed aria-hidden className="text-mut" />,
};
/** Where the person can do something about it. */
const LEADS: Partial<Record<Gate['gate'], PageId>> = {
  email: 'settings-personal',
  name: 'settings-personal',
  deposit: 'deposit',
  documents: 'verification',
  break: 'settings-limits',
};
/** What the button there says, where it leads to no settings. */
const ACTIONS = { deposit: 'gate.deposit.action', documents: 'gate.documents.action' } as const satisfies Partial<
  Record<Gate['gate'], string>
>;
/** Told only while they are in the way: nobody is praised for not being held back. */
const ONLY_OPEN: readonly Gate['gate'][] = ['payouts', 'hold', 'break', 'limits', 'balance'];

/** The first gate that is open: the press of a main button that is off goes there. */
export const NEXT_GATE = { 'data-part': 'gates', tabIndex: -1 } as const;

/** What a payment asks for: the same list by which the server judges it. */
export function GatesPanel({
  gates,
  toPlay,
  of = 'payment',
}: {
  readonly gates: readonly Gate[];
  readonly toPlay: string;
  readonly of?: 'payment' | 'balance';
}) {
  const { t } = useTranslation('cashier');
  const open = gates.filter(({ state }) => state === 'open').length;
  const next = gates.find(({ state }) => state === 'open');
  const shown = gates.filter(({ gate, state }) => state === 'open' || !ONLY_OPEN.includes(gate));
  return (
    <Panel
      title={t(of === 'payment' ? 'gates.title' : 'gates.title_balance')}
      end={open === 0 ? undefined : <Chip tone="warn">{t('gates.open', { count: open })}</Chip>}
    >
      <ul>
        {shown.map((gate) => (
          <GateRow key={gate.gate} gate={gate} toPlay={toPlay} isNext={gate === next} />
        ))}
      </ul>
    </Panel>
  );
}

interface RowProps {
  readonly gate: Gate;
  readonly toPlay: string;
  /** The first that is open: a main button that is off leads here. */
  readonly isNext: boolean;
}

function GateRow({ gate, toPlay, isNext }: RowProps) {
  const { t } = useTranslation('cashier');
  const formats = useFormats();
  const { config, locale } = useShell();
  const isMet = gate.state === 'met';
  const until = gate.until === null ? '' : formats.deadline(Date.parse(gate.until));
  const text = isMet
    ? null
    : gate.state === 'unneeded'
      ? t('gate.unneeded')
      : gate.gate === 'break' && gate.until === null
        ? t('gate.break.forever')
        : t(`gate.${gate.gate}.text`, { until, amount: formats.own(toPlay) });
  const lead = isMet ? undefined : LEADS[gate.gate];
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
          {t(`gate.${gate.gate}`)}
          <span className="vh">{t(`gates.state.${gate.state}`)}</span>
        </span>
        {text === null ? null : <span className="block text-13 text-mut">{text}</span>}
      </span>
      {lead === undefined ? null : (
        <Link
          to={link(config, 'dashboard', pathOf(lead, locale))}
          className={cx(buttonClass({ variant: 'outline', size: 'sm' }), 'self-center')}
        >
          {t(gate.gate === 'deposit' || gate.gate === 'documents' ? ACTIONS[gate.gate] : 'gate.action')}
        </Link>
      )}
    </li>
  );
}
