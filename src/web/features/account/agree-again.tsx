import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink, FileText } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { CallAnswer } from '#web/api/calls.ts';
import { useSession } from '#web/api/session.tsx';
import { useFormats, useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { Button } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { CONSENTS_KEY, useConsents } from './use-consents.ts';

type Consents = CallAnswer<'privacy.consents'>;
type LegalText = Consents['documents'][number];

/**
 * Asks for a yes to legal texts that changed since the person's own, on every page but the one where their data can be taken and the
 * account closed: who does not agree must be able to go. Nothing is said where the question itself cannot be asked.
 */
export function AgreeAgain() {
  const { page } = useShell();
  const { data } = useConsents();
  const open = data?.documents.filter(({ document }) => data.toAccept.includes(document)) ?? [];
  return open.length === 0 || page === 'settings-personal' ? null : <Question texts={open} />;
}

function Question({ texts }: { readonly texts: readonly LegalText[] }) {
  const { t } = useTranslation('account');
  const { config, locale } = useShell();
  const { logout } = useSession();
  const queries = useQueryClient();
  const call = useSend('privacy.agree', {
    words: { InvalidRequest: { title: '', text: t('agree.newer') } },
    onDone: (now) => queries.setQueryData(CONSENTS_KEY, now),
  });
  const agree = async () => {
    const body = { documents: texts.map(({ document, version }) => ({ document, version })) };
    // Another version came into force while this one was read: it is shown next.
    if ((await call.send({ body })) === null) void queries.invalidateQueries({ queryKey: CONSENTS_KEY });
  };
  const isFirst = texts.every(({ acceptedVersion }) => acceptedVersion === null);
  return (
    <Sheet
      open
      title={t(isFirst ? 'agree.first' : 'agree.title')}
      description={t(isFirst ? 'agree.first_text' : 'agree.text')}
    >
      <ul className="grid gap-2">
        {texts.map((text) => (
          <TextRow key={text.document} text={text} />
        ))}
      </ul>
      <ProblemBox problem={call.problem} className="mt-4" />
      <div className="mt-4 grid gap-2">
        <Button variant="primary" wide aria-disabled={call.busy} onClick={() => void agree()}>
          {t('agree.yes')}
        </Button>
        <Button variant="ghost" wide onClick={() => void logout()}>
          {t('auth.logout')}
        </Button>
      </div>
      <p className="mt-3 text-13 text-mut text-pretty">
        {t('agree.else')}{' '}
        <a
          href={link(config, 'dashboard', pathOf('settings-personal', locale))}
          className="text-brand-text underline underline-offset-2"
        >
          {t('agree.leave')}
        </a>
      </p>
    </Sheet>
  );
}

function TextRow({ text: { document, version, acceptedVersion } }: { readonly text: LegalText }) {
  const { t } = useTranslation(['account', 'common']);
  const { config, locale } = useShell();
  const formats = useFormats();
  const dateOf = (day: string) => formats.date(Date.parse(`${day}T12:00:00Z`));
  return (
    <li>
      <a
        href={link(config, 'main', pathOf(document, locale))}
        target="_blank"
        rel="noopener"
        className="flex items-center gap-3 rounded-field bg-s2 px-3.5 py-2.5 hover:bg-s3"
      >
        <FileText aria-hidden className="size-4.5 shrink-0 text-brand-text" />
        <span className="min-w-0 flex-1">
          <span className="block font-540">{t(`common:nav.${document}`)}</span>
          <span className="block text-13 text-mut">
            {acceptedVersion === null
              ? t('agree.version', { date: dateOf(version) })
              : t('agree.changed', { date: dateOf(version), before: dateOf(acceptedVersion) })}
          </span>
        </span>
        <span className="vh">{t('agree.new_tab')}</span>
        <ExternalLink aria-hidden className="flip size-4 shrink-0 text-mut" />
      </a>
    </li>
  );
}
