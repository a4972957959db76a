import { useState } from 'react';
import type { FormEvent } from 'react';
import { CLOSING_MS } from '#domain/privacy/closing.ts';
import { waitMs } from '#domain/waits.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useProfile } from '#web/api/profile.ts';
import { useSession } from '#web/api/session.tsx';
import { useFormats, useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { Button } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useCall } from '#web/ui/call/use-call.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { focusPart } from '#web/ui/focus-part.ts';
import { PanelRow } from '#web/ui/panel.tsx';
import { Sheet } from '#web/ui/sheet.tsx';

/** The end of the account: a row of a panel and the sheet that says what goes, what stays and for how long. */
export function CloseAccount() {
  const { t } = useTranslation('privacy');
  const [open, setOpen] = useState(false);
  const { data: profile } = useProfile();
  // Staff accounts are ended by the operator.
  if (profile !== undefined && profile.role !== 'USER') return null;
  return (
    <>
      <PanelRow
        title={t('close.title')}
        text={t('close.text')}
        end={
          <Button variant="danger" size="sm" onClick={() => setOpen(true)}>
            {t('close.open')}
          </Button>
        }
      />
      <Sheet open={open} onOpenChange={setOpen} title={t('close.sheet')} description={t('close.explain')}>
        <CloseForm />
      </Sheet>
    </>
  );
}

const POINTS = ['close.at_once', 'close.days', 'close.goes', 'close.stays', 'close.excluded'] as const;

function CloseForm() {
  const { t } = useTranslation('privacy');
  const { config, locale } = useShell();
  const formats = useFormats();
  const { client, leaveBy } = useSession();
  const { data: profile } = useProfile();
  const [sure, setSure] = useState(false);
  const [leave, setLeave] = useState(false);
  const wait = formats.durationWords(waitMs(CLOSING_MS, config.waits) / 1_000);
  const balances = profile?.balances;
  const left = balances === undefined ? 0 : balances.cash + balances.bonus + balances.locked;
  const call = useCall();
  // A whole page anew, which says what happens now: nothing of the account stays in this tab.
  const close = () =>
    leaveBy(async () => {
      const { finalAt } = await client.call('privacy.close', { body: leave ? { leaveBalance: true } : {} });
      const query = new URLSearchParams({ until: finalAt, ...(profile?.email === null ? { mail: 'none' } : {}) });
      return `${pathOf('account-closing', locale)}?${query.toString()}`;
    });
  const missing = left > 0 && !leave ? 'balance' : sure ? null : 'sure';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing !== null) focusPart(event.currentTarget, missing);
    else void call.run(close);
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <ul className="grid list-disc gap-1.5 ps-5 text-13 text-mut">
        {POINTS.map((key) => (
          <li key={key}>{t(key, { wait })}</li>
        ))}
      </ul>
      {left > 0 ? (
        <Checkbox
          name="balance"
          checked={leave}
          onChange={setLeave}
          label={t('close.leave', { amount: formats.money(left) })}
        />
      ) : null}
      <Checkbox name="sure" checked={sure} onChange={setSure} label={t('close.sure')} />
      <ProblemBox problem={call.problem} />
      <Button variant="danger" type="submit" wide aria-disabled={missing !== null || call.busy}>
        {t(missing === null ? 'close.do' : `close.missing_${missing}`)}
      </Button>
    </form>
  );
}
