import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { MailIcon } from 'lucide-react';
import type { CallAnswer } from '#web/api/calls.ts';
import { useProfile, useProfileChanged } from '#web/api/profile.ts';
import { useSession } from '#web/api/session.tsx';
import { EmailText, OwnEmail } from '#web/email/own-email.tsx';
import { SandboxInbox } from '#web/sandbox/sandbox-inbox.tsx';
import { useFormats, useHold } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Form, FormEnd } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { PanelRow } from '#web/ui/panel.tsx';
import { Sheet } from '#web/ui/sheet.tsx';

type Change = CallAnswer<'privacy.emailChange'>;
const KEY = ['email-change'];
/** While it waits, an open page asks what the mailboxes have said. */
const WAITING_MS = 3_000;

/** The address of the account, and a change of it that waits for its yeses: rows of a panel. */
export function EmailChange() {
  const { t } = useTranslation('privacy');
  const { client } = useSession();
  const formats = useFormats();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const { data: profile } = useProfile();
  const profileChanged = useProfileChanged();
  const { data: change } = useQuery({
    queryKey: KEY,
    queryFn: async () => {
      const now = await client.call('privacy.emailChange');
      // It is over, and may have been made: then the account has another address.
      if (isWaiting(queries.getQueryData<Change>(KEY)) && !isWaiting(now)) void profileChanged();
      return now;
    },
    refetchInterval: ({ state }) => (isWaiting(state.data) ? WAITING_MS : false),
    refetchOnWindowFocus: ({ state }) => (isWaiting(state.data) ? 'always' : false),
  });
  const drop = useSend('privacy.dropEmailChange', {
    toast: 'email-change',
    onDone: (now) => queries.setQueryData(KEY, now),
  });
  const pending = change?.pending ?? null;
  const email = profile?.email ?? null;
  return (
    <>
      <PanelRow
        icon={<MailIcon />}
        title={email === null ? t('email.none') : <OwnEmail email={email} />}
        text={profile?.verifications.email === true ? t('email.confirmed') : t('email.unconfirmed')}
        end={
          <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
            {t('email.change')}
          </Button>
        }
      />
      {pending === null ? null : (
        <PanelRow
          title={<EmailText email={pending.email} />}
          text={
            <>
              <p>{t(waitingFor(pending))}</p>
              <p>{t('email.until', { time: formats.dateTime(Date.parse(pending.expiresAt)) })}</p>
              <SandboxInbox />
            </>
          }
          end={
            <Button variant="ghost" size="sm" aria-disabled={drop.busy} onClick={() => void drop.send()}>
              {t('email.drop')}
            </Button>
          }
        />
      )}
      <Sheet open={open} onOpenChange={setOpen} title={t('email.sheet')} description={t('email.explain')}>
        <EmailForm
          onAsked={(now) => {
            queries.setQueryData(KEY, now);
            setOpen(false);
          }}
        />
      </Sheet>
    </>
  );
}

function isWaiting(change: Change | undefined): boolean {
  return (change?.pending ?? null) !== null;
}

function waitingFor(pending: NonNullable<Change['pending']>) {
  if (pending.newConfirmed) return 'email.waits_old';
  return pending.oldConfirmed ? 'email.waits_new' : 'email.waits_both';
}

function EmailForm({ onAsked }: { readonly onAsked: (change: Change) => void }) {
  const { t } = useTranslation('privacy');
  const wait = useHold();
  const ask = useSend('privacy.changeEmail', { onDone: onAsked });
  const form = useForm({
    start: { email: '' },
    call: ask,
    // The server judges; what cannot be an address is not worth the question who one is, which comes first.
    missing: ({ email }) =>
      /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(email.trim()) ? null : { name: 'email', says: t('email.missing') },
    // The address that was asked for is the one that the account has, however it was typed.
    faults: (name, fault) => (name === 'email' && fault === 'same' ? t('email.same') : null),
    send: ({ email }) => ask.send({ body: { email: email.trim() } }),
  });
  return (
    <Form form={form}>
      <Field label={t('email.new')} type="email" autoComplete="email" dir="ltr" {...form.field('email')} />
      <p className="text-13 text-mut">{t('email.effects', { wait })}</p>
      <FormEnd form={form} says={t('email.send')} />
    </Form>
  );
}
