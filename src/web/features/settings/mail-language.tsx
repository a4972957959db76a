import { useTranslation } from '#web/i18n/use-translation.ts';
import { useProfile, useProfileChanged } from '#web/api/profile.ts';
import { LOCALE_FACTS, isLocale } from '#web/i18n/locales.ts';
import { useShell } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { showToast } from '#web/ui/toast.tsx';

/** The language of e-mails is the account's; the one of the pages is this device's. Says both, and makes them one. */
export function MailLanguage() {
  const { t } = useTranslation('settings');
  const { locale } = useShell();
  const { data: profile } = useProfile();
  const changed = useProfileChanged();
  const keep = useSend('user.updatePersonalInfo', {
    toast: 'language',
    onDone: () => {
      showToast({ id: 'language', tone: 'ok', title: t('saved') });
      return changed();
    },
  });
  if (profile === undefined) return null;
  const mails = isLocale(profile.language) ? LOCALE_FACTS[profile.language].name : profile.language;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p className="min-w-48 flex-1 text-13 text-mut">
        {profile.language === locale ? t('language.same') : t('language.mails', { name: mails })}
      </p>
      {profile.language === locale ? null : (
        <Button
          size="sm"
          variant="outline"
          aria-disabled={keep.busy}
          onClick={() => void keep.send({ body: { language: locale } })}
        >
          {t('language.use_everywhere', { name: LOCALE_FACTS[locale].name })}
        </Button>
      )}
    </div>
  );
}
