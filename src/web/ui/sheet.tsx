import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { useSheetFocus } from './sheet-focus.ts';

export interface SheetProps {
  readonly open: boolean;
  /** Missing: a question that wants an answer; nothing closes it but its own buttons. */
  readonly onOpenChange?: (open: boolean) => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** Hides the title row; the title stays for screen readers. */
  readonly bare?: boolean;
  readonly className?: string;
}

/** On the level of what it lies behind, so that a second dialog dims the first: the later one in the document is on top. */
const SCRIM = 'fixed inset-0 z-50 bg-scrim data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out';

/** Says that a description is left out on purpose. */
const UNDESCRIBED = { 'aria-describedby': undefined };

function Title({ title, description, bare, onOpenChange }: Omit<SheetProps, 'open' | 'children'>) {
  const { t } = useTranslation('common');
  return (
    <div className={cx('flex items-start gap-3', bare && 'vh')}>
      <div className="min-w-0 flex-1">
        <Radix.Title data-sheet-title="" className="text-18 font-620 outline-none" tabIndex={-1}>
          {title}
        </Radix.Title>
        {description === undefined ? null : (
          <Radix.Description className="mt-1 text-14 text-mut">{description}</Radix.Description>
        )}
      </div>
      {onOpenChange === undefined ? null : (
        <Radix.Close asChild>
          <IconButton label={t('btn.close')} className="-me-2 -mt-1.5">
            <X aria-hidden />
          </IconButton>
        </Radix.Close>
      )}
    </div>
  );
}

/** A dialog: from the bottom on phones, in the middle elsewhere. Focus is kept inside, Esc closes, and it goes back to what opened the dialog. */
export function Sheet({ open, onOpenChange, title, description, children, bare = false, className }: SheetProps) {
  const focus = useSheetFocus(open);
  return (
    <Radix.Root open={open} {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          {...focus}
          {...(description === undefined ? UNDESCRIBED : {})}
          className={cx(
            'fixed inset-x-0 bottom-0 z-50 max-h-[88dvh] overflow-y-auto rounded-t-sheet border border-line bg-s1 p-4 pb-[max(16px,env(safe-area-inset-bottom))] text-14 outline-none data-[state=open]:animate-rise-in data-[state=closed]:animate-rise-out',
            'md:inset-x-auto md:start-1/2 md:top-1/2 md:bottom-auto md:w-[min(480px,calc(100vw-48px))] md:-translate-x-1/2 md:-translate-y-1/2 md:rounded-sheet md:p-6 rtl:md:translate-x-1/2 md:data-[state=open]:animate-fade-in md:data-[state=closed]:animate-fade-out',
            className,
          )}
        >
          <Title
            title={title}
            description={description}
            bare={bare}
            {...(onOpenChange === undefined ? {} : { onOpenChange })}
          />
          <div className={bare ? '' : 'mt-4'}>{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A panel from the start edge: the asset list of tablets and phones. */
export function Drawer({ open, onOpenChange, title, description, children, bare = false, className }: SheetProps) {
  const focus = useSheetFocus(open);
  return (
    <Radix.Root open={open} {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          {...focus}
          {...(description === undefined ? UNDESCRIBED : {})}
          className={cx(
            'fixed inset-y-0 start-0 z-50 flex w-[min(340px,calc(100vw-48px))] flex-col border-e border-line bg-s1 text-14 outline-none data-[state=open]:animate-slide-in data-[state=closed]:animate-slide-out',
            className,
          )}
        >
          <div className={bare ? '' : 'p-4 pb-2'}>
            <Title
              title={title}
              description={description}
              bare={bare}
              {...(onOpenChange === undefined ? {} : { onOpenChange })}
            />
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
