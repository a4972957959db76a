import { useTranslation } from '#web/i18n/use-translation.ts';
import { Num } from '#web/ui/num.tsx';
import { useShell } from '../../shell-context.ts';
import { pathOf } from '../../site.ts';
import { useSupportLink } from '../../support-link.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { SiteFrame } from '../../ui/frame/site-frame.tsx';

function Problem(props: {
  readonly code?: string;
  readonly title: string;
  readonly text: string;
  /** It may be there the next time. */
  readonly again?: true;
}) {
  const { t } = useTranslation('common');
  const { locale, pathname } = useShell();
  const support = useSupportLink();
  return (
    <SiteFrame>
      <div className="grid justify-items-start gap-4 py-16 md:py-24">
        {props.code === undefined ? null : (
          <Num as="p" className="text-15 font-620 text-brand-text">
            {props.code}
          </Num>
        )}
        <h1 className="max-w-xl text-38 font-620 tracking-[-.03em] text-balance">{props.title}</h1>
        <p className="max-w-xl text-16 text-mut text-pretty">{props.text}</p>
        <div className="mt-2 flex flex-wrap gap-3">
          {props.again ? (
            <Button variant="primary" size="lg" onClick={() => location.reload()}>
              {t('btn.load_again')}
            </Button>
          ) : null}
          <a
            href={pathOf('trading-demo', locale)}
            className={buttonClass({ variant: props.again ? 'secondary' : 'primary', size: 'lg' })}
          >
            {t('try_demo')}
          </a>
          <a href={pathOf('landing', locale)} className={buttonClass({ size: 'lg' })}>
            {t('to_start')}
          </a>
          {props.code === undefined ? null : (
            <a
              href={support({ kind: 'error', ref: `${props.code} ${pathname}`.slice(0, 100) })}
              className={buttonClass({ variant: 'ghost', size: 'lg' })}
            >
              {t('btn.contact_support')}
            </a>
          )}
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
  return <Problem code="500" title={t('err.unexpected.title')} text={t('broken.text')} again />;
}

/** The address is right and nothing is broken: the network is away. */
export function NoNetworkView() {
  const { t } = useTranslation('common');
  return <Problem title={t('no_network.title')} text={t('no_network.text')} again />;
}
