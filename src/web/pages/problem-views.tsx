import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '../shell-context.ts';
import { pathOf } from '../site.ts';
import { buttonClass } from '../ui/button.tsx';
import { SiteFrame } from '../ui/site-frame.tsx';

function Problem(props: { readonly code: string; readonly title: string; readonly text: string }) {
  const { t } = useTranslation('common');
  const { locale } = useShell();
  return (
    <SiteFrame>
      <div className="grid justify-items-start gap-4 py-16 md:py-24">
        <p className="num text-15 font-620 text-brand-text">{props.code}</p>
        <h1 className="max-w-xl text-38 font-620 tracking-[-.03em] text-balance">{props.title}</h1>
        <p className="max-w-xl text-16 text-mut text-pretty">{props.text}</p>
        <div className="mt-2 flex flex-wrap gap-3">
          <a href={pathOf('trading-demo', locale)} className={buttonClass({ variant: 'primary', size: 'lg' })}>
            {t('try_demo')}
          </a>
          <a href={pathOf('landing', locale)} className={buttonClass({ size: 'lg' })}>
            {t('to_start')}
          </a>
        </div>
      </div>
    </SiteFrame>
  );
}

export function NotFoundView() {
  const { t } = useTranslation('common');
  return <Problem code="404" title={t('not_found.title')} text={t('not_found.text')} />;
}

export function BrokenView() {
  const { t } = useTranslation('common');
  return <Problem code="500" title={t('err.unexpected.title')} text={t('broken.text')} />;
}
