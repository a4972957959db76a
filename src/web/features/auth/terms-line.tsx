import { useTranslation } from '#web/i18n/use-translation.ts';
import { LEGAL_DOCUMENTS } from '#domain/privacy/documents.ts';
import { useShell } from '#web/shell-context.ts';
import { link, pageOf, pathOf } from '#web/site.ts';
import { TickLine } from './fields.tsx';
import { LINK } from './parts.tsx';

/** Age, and a yes to every text that is recorded as agreed to when the account opens. */
export function TermsLine(props: { readonly checked: boolean; readonly onChange: (state: 'on' | 'off') => void }) {
  const { t } = useTranslation(['auth', 'common']);
  const { config, locale } = useShell();
  return (
    <div>
      <TickLine {...props} name="terms">
        {t('terms.accept')}
      </TickLine>
      <p className="ms-8 mt-1 flex flex-wrap gap-x-4 text-13 leading-6 pointer-coarse:mt-0 pointer-coarse:leading-11">
        {LEGAL_DOCUMENTS.map((text) => (
          <a key={text} href={link(config, pageOf(text).site, pathOf(text, locale))} target="_blank" className={LINK}>
            {t(`common:nav.${text}`)}
          </a>
        ))}
      </p>
    </div>
  );
}
