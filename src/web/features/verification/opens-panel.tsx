import { Check, Circle, LifeBuoy } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { useSupportLink } from '#web/support-link.ts';
import type { DocumentsAnswer } from '#web/documents/use-documents.ts';
import { cx } from '#web/ui/cx.ts';
import { Panel, PanelBody } from '#web/ui/panel.tsx';
import { Chip } from '#web/ui/states.tsx';
import { useStepName } from './step-name.ts';
import type { Step, StepId } from './steps.ts';

interface Row {
  readonly steps: readonly StepId[];
  readonly opens: string;
}

/** What each step opens, and which one is next. */
export function OpensPanel(props: { readonly steps: readonly Step[]; readonly tiers: DocumentsAnswer['tiers'] }) {
  const { t } = useTranslation('verification');
  const nameOf = useStepName();
  const formats = useFormats();
  const { steps, tiers } = props;
  const rows: readonly Row[] = [
    { steps: ['email'], opens: t('opens.email') },
    { steps: ['name'], opens: t('opens.name') },
    ...tiers.map(({ documents, monthOut }) => ({
      steps: documents,
      opens: monthOut === null ? t('opens.more') : t('opens.upto', { amount: formats.own(monthOut) }),
    })),
  ];
  const isDone = (row: Row) => row.steps.every((id) => steps.find((step) => step.id === id)?.look === 'APPROVED');
  const next = rows.find((row) => !isDone(row));
  return (
    <Panel title={t('opens.steps')}>
      <ul>
        {rows.map((row) => (
          <li
            key={row.steps.join(' ')}
            className={cx(
              'flex items-center gap-3 border-t border-line px-4.5 py-3 md:px-6',
              row === next && 'bg-brand-soft',
            )}
          >
            {isDone(row) ? (
              <span className="shrink-0 text-ok">
                <Check aria-hidden className="size-5" />
                <span className="vh">{t('st.APPROVED')}</span>
              </span>
            ) : (
              <Circle aria-hidden className="size-5 shrink-0 text-mut" />
            )}
            <p className="min-w-0 flex-1">
              <span className="block font-540">{row.steps.map((id) => nameOf(id)).join(' + ')}</span>
              <span className="block text-13 text-mut">{row.opens}</span>
            </p>
            {row === next ? <Chip tone="brand">{t('opens.next')}</Chip> : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What happens when a document is not taken. */
export function IfNoPanel() {
  const { t } = useTranslation('verification');
  const support = useSupportLink();
  return (
    <Panel title={t('no.title')}>
      <PanelBody className="grid gap-2 text-13 text-mut">
        <p>{t('no.text')}</p>
        <a
          href={support({ kind: 'document', ref: 'verification' })}
          className="inline-flex min-h-6 items-center gap-2 font-540 text-brand-text hover:underline"
        >
          <LifeBuoy aria-hidden className="size-4" />
          {t('support')}
        </a>
      </PanelBody>
    </Panel>
  );
}
