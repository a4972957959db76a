import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useProfile } from '#web/api/profile.ts';
import { useSession } from '#web/api/session.tsx';
import { useFormats, useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { Button } from '#web/ui/button.tsx';
import { useCall } from '#web/ui/call/use-call.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Form, FormEnd } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
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
  const wait = formats.durationWords(config.spans.closing / 1_000);
  const balances = profile?.balances;
  const left = balances === undefined ? 0 : balances.cash + balances.bonus + balances.locked;
  const call = useCall();
  // A whole page anew, which says what happens now: nothing of the account stays in this tab.
  const close = () =>
    leaveBy(async () => {
      const { finalAt } = await client.call('privacy.close', { body: left > 0 ? { leaveBalance: true } : {} });
      const query = new URLSearchParams({ until: finalAt, ...(profile?.email === null ? { mail: 'none' } : {}) });
      return `${pathOf('account-closing', locale)}?${query.toString()}`;
    });
  const form = useForm({
    start: { balance: false, sure: false },
    call,
    missing: ({ balance, sure }) => {
      const name = left > 0 && !balance ? 'balance' : sure ? null : 'sure';
      return name === null ? null : { name, says: t(`close.missing_${name}`) };
    },
    send: () => call.run(close),
  });
  return (
    <Form form={form}>
      <ul className="grid list-disc gap-1.5 ps-5 text-13 text-mut">
        {POINTS.map((key) => (
          <li key={key}>{t(key, { wait })}</li>
        ))}
      </ul>
      {left > 0 ? (
        <Checkbox
          name="balance"
          checked={form.values.balance}
          onChange={(on) => form.set('balance', on)}
          label={t('close.leave', { amount: formats.money(left) })}
        />
      ) : null}
      <Checkbox
        name="sure"
        checked={form.values.sure}
        onChange={(on) => form.set('sure', on)}
        label={t('close.sure')}
      />
      <FormEnd form={form} says={t('close.do')} variant="danger" />
    </Form>
  );
}
