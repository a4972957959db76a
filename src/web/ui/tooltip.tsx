import * as RadixTooltip from 'radix-ui/tooltip';
import type { ReactNode } from 'react';

/** Text on hover and focus. Never the only place of a thing that must be known. */
export function Tooltip({ text, children }: { readonly text: ReactNode; readonly children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={300}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-64 rounded-[9px] border border-line2 bg-s3 px-2.5 py-1.5 text-12 text-text data-[state=delayed-open]:animate-pop-in"
          >
            {text}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
