import { CircleAlert, RotateCw, X } from 'lucide-react';
import { Component, useEffect, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { CodeMissing } from '#web/fetch-code.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button, IconButton } from './button.tsx';
import { cx } from './cx.ts';

/** What is said in place of a part: its code did not come, did not come again, or it broke. */
export type PartTrouble = 'missing' | 'still-missing' | 'broken';

export interface PartPlace {
  /** Stands for a dialog: it lies over the page, and closing it is closing the dialog. */
  readonly onClose?: (() => void) | undefined;
  /** Where the part would have drawn itself, if that is elsewhere in the page. */
  readonly into?: HTMLElement | null | undefined;
  /** There is room for one small button. */
  readonly small?: true | undefined;
}

const WORDS = {
  missing: ['part.missing', 'part.missing_text'],
  'still-missing': ['part.missing', 'part.old_text'],
  broken: ['part.broken', 'part.broken_text'],
} as const;

/** Says in the place of a part that it is not there, with a way to get it; asks for it anew as soon as the network is back. */
function PartNote({
  trouble,
  onAgain,
  place,
}: {
  readonly trouble: PartTrouble;
  readonly onAgain: () => void;
  readonly place: PartPlace;
}) {
  const { t } = useTranslation('common');
  const { onClose, into } = place;
  useEffect(() => {
    if (trouble === 'broken') return undefined;
    addEventListener('online', onAgain);
    return () => removeEventListener('online', onAgain);
  }, [trouble, onAgain]);
  const [title, text] = WORDS[trouble];
  const over = onClose !== undefined;
  const reload = () => location.reload();
  if (place.small === true) {
    const label = `${t(title)}. ${t(trouble === 'still-missing' ? 'btn.reload_page' : 'btn.load_again')}`;
    return (
      <IconButton label={label} data-part={trouble} onClick={trouble === 'still-missing' ? reload : onAgain}>
        <RotateCw aria-hidden />
      </IconButton>
    );
  }
  const note = (
    <div
      role="alert"
      data-part={trouble}
      className={cx(
        'flex flex-wrap items-center gap-x-3.5 gap-y-2.5 p-4 text-14 text-text',
        over &&
          'fixed inset-x-3 bottom-[max(12px,env(safe-area-inset-bottom))] z-50 mx-auto max-w-md rounded-sheet border border-line2 bg-s2',
      )}
    >
      <CircleAlert aria-hidden className="size-5 shrink-0 text-warn" />
      <div className="min-w-40 flex-1">
        <p className="font-620">{t(title)}</p>
        <p className="text-13 text-mut">{t(text)}</p>
      </div>
      <Button variant="outline" onClick={onAgain}>
        {t('btn.load_again')}
      </Button>
      {trouble === 'still-missing' ? (
        <Button variant="outline" onClick={reload}>
          {t('btn.reload_page')}
        </Button>
      ) : null}
      {onClose === undefined ? null : (
        <IconButton label={t('btn.close')} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      )}
    </div>
  );
  return into === undefined || into === null ? note : createPortal(note, into);
}

interface GuardProps extends PartPlace {
  readonly children: ReactNode;
  /** How often the part was asked for before. */
  readonly tries?: number;
  /** Missing: the part is drawn anew. */
  readonly onAgain?: (trouble: PartTrouble) => void;
}

/**
 * Keeps what goes wrong in a part of a page inside it: the rest of the page goes on, and what was typed there stays. The part itself says
 * so in its place.
 */
export class Guard extends Component<GuardProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') };
  }

  private readonly again = () => {
    const trouble = this.trouble();
    if (this.props.onAgain === undefined) this.setState({ error: null });
    else this.props.onAgain(trouble);
  };

  private trouble(): PartTrouble {
    if (!(this.state.error instanceof CodeMissing)) return 'broken';
    return (this.props.tries ?? 0) === 0 ? 'missing' : 'still-missing';
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    const { onClose, into, small } = this.props;
    return <PartNote trouble={this.trouble()} onAgain={this.again} place={{ onClose, into, small }} />;
  }
}
