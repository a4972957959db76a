import { X } from 'lucide-react';
import { useState } from 'react';
import { LONGEST_MESSAGE } from '#domain/support/ticket.ts';
import { fetchCode } from '#web/fetch-code.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { CallAnswer } from '#web/api/calls.ts';
import { usePerson } from '#web/api/use-person.ts';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { IconButton } from '#web/ui/button.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Form, FormEnd } from '#web/ui/form/form.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FilesField } from './files-field.tsx';
import { FittingArticles } from './fitting-articles.tsx';
import { aboutLatest, type Latest } from './latest.ts';
import { LatestList, LatestWords } from './latest-list.tsx';
import { LONGEST_NAME, missingOf, ticketBodyOf, type About, type TicketDraft } from './ticket-draft.ts';
import { useLatest } from './use-latest.ts';
import { useSendFiles } from './use-send-files.ts';

export type BegunTicket = CallAnswer<'support.begin'>;

/** The form of a new ticket. It knows whoever is signed in. */
export function TicketForm(props: {
  readonly about: About | null;
  readonly onSent: (ticket: BegunTicket, unsent: number) => void;
}) {
  const { t } = useTranslation('support');
  const { person } = usePerson();
  const [about, setAbout] = useState(props.about);
  const [files, setFiles] = useState<readonly File[]>([]);
  const sendFiles = useSendFiles();
  const call = useSend('support.begin', {
    onDone: async (ticket) => {
      const { left } = await sendFiles({ id: ticket.id }, files);
      props.onSent(ticket, left.length);
    },
  });
  const form = useForm<TicketDraft>({
    start: {
      firstName: person?.firstName ?? '',
      lastName: person?.lastName ?? '',
      email: person?.email ?? '',
      phone: '',
      message: '',
      terms: false,
    },
    call,
    missing: (draft) => {
      const name = missingOf(draft);
      return name === null ? null : { name, says: t(`missing.${name}`) };
    },
    check: {
      schema: () => fetchCode(() => import('#protocol/support/support.ts')).then(({ ticketBody }) => ticketBody),
      of: (draft) => ticketBodyOf(draft, about),
    },
    faults: (name, fault) => {
      if (name === 'phone') return t('wrong.phone');
      if (name === 'email') return t('missing.email');
      if (name === 'firstName' || name === 'lastName' || name === 'message')
        return fault === 'too_large'
          ? t('wrong.name', { count: name === 'message' ? LONGEST_MESSAGE : LONGEST_NAME })
          : t(`missing.${name}`);
      return null;
    },
    send: (draft) => call.send({ body: ticketBodyOf(draft, about) }),
  });
  return (
    <Form form={form}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('first_name')} dir="auto" autoComplete="given-name" {...form.field('firstName')} />
        <Field label={t('last_name')} dir="auto" autoComplete="family-name" {...form.field('lastName')} />
        <Field
          label={t('email')}
          type="email"
          inputMode="email"
          dir="ltr"
          autoComplete="email"
          maxLength={254}
          {...form.field('email')}
        />
        <Field
          label={t('phone')}
          hint={t('phone.hint')}
          type="tel"
          inputMode="tel"
          dir="ltr"
          autoComplete="tel"
          maxLength={31}
          {...form.field('phone')}
        />
      </div>
      <AboutPart about={about} onChange={setAbout} />
      <TextArea
        label={t('message')}
        hint={t('message.hint')}
        rows={6}
        dir="auto"
        maxLength={LONGEST_MESSAGE}
        {...form.field('message')}
      />
      <FittingArticles message={form.values.message} />
      {person === null ? (
        <p className="text-13 text-mut text-pretty">{t('files.visitor')}</p>
      ) : (
        <FilesField files={files} onChange={setFiles} />
      )}
      <Terms agreed={form.values.terms} onChange={(terms) => form.set('terms', terms)} />
      <FormEnd form={form} says={t('send')} busy={t('sending')} />
    </Form>
  );
}

/** What the ticket is about, or what it may be about. */
function AboutPart(props: { readonly about: About | null; readonly onChange: (about: About | null) => void }) {
  const { about, onChange } = props;
  const latest = useLatest();
  if (about === null) return latest.length === 0 ? null : <LatestList items={latest} onChoose={onChange} />;
  const known = latest.find((item) => aboutLatest(item).ref === about.ref);
  return <AboutLine about={about} known={known} onRemove={() => onChange(null)} />;
}

function AboutLine(props: {
  readonly about: About;
  /** One of the person’s own, as it stands now. */
  readonly known: Latest | undefined;
  readonly onRemove: () => void;
}) {
  const { about, known, onRemove } = props;
  const { t } = useTranslation('support');
  return (
    <div>
      <p className="mb-1.5 text-13 font-540 text-mut">{t('about')}</p>
      <div className="flex items-center gap-3 rounded-btn bg-s2 py-1.5 ps-3 pe-1.5">
        <div className="min-w-0 flex-1">
          {known === undefined ? (
            <>
              <p className="font-540">{t('about.what', { kind: about.kind })}</p>
              <bdi className="block text-13 break-all text-mut">{about.ref}</bdi>
            </>
          ) : (
            <LatestWords item={known} />
          )}
        </div>
        <IconButton label={t('about.remove')} onClick={onRemove}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
    </div>
  );
}

function Terms(props: { readonly agreed: boolean; readonly onChange: (agreed: boolean) => void }) {
  const { t } = useTranslation('support');
  const { config, locale } = useShell();
  return (
    <div className="grid gap-1 text-13">
      <Checkbox name="terms" checked={props.agreed} onChange={props.onChange} label={t('terms')} />
      <a
        href={link(config, 'main', pathOf('terms', locale))}
        target="_blank"
        rel="noopener"
        className="ms-7.5 inline-flex min-h-6 items-center justify-self-start font-540 text-brand-text hover:underline pointer-coarse:min-h-11"
      >
        {t('terms.read')}
      </a>
    </div>
  );
}
