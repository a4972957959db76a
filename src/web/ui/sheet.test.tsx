// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { act, useState, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Texts } from '../i18n/texts.ts';
import { TextsContext } from '../i18n/use-translation.ts';
import { Drawer, Sheet } from './sheet.tsx';

const common = JSON.parse(readFileSync('src/web/i18n/locales/en/common.json', 'utf8')) as Record<string, string>;
const texts = new Texts('en', { common });

let root: Root;
let touch = false;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  touch = false;
  vi.stubGlobal('matchMedia', () => ({ matches: touch }));
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.getElementById('root')!);
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

const draw = (children: ReactNode) =>
  act(async () => root.render(<TextsContext value={texts}>{children}</TextsContext>));
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name);
/** As a person does: the button has the focus before it is pressed. A dialog that goes gives its focus back a moment later. */
const press = async (name: string) => {
  await act(async () => {
    button(name)?.focus();
    button(name)?.click();
  });
  await act(() => new Promise((done) => setTimeout(done)));
};
const focused = () => {
  const at = document.activeElement;
  return at?.getAttribute('name') ?? at?.getAttribute('aria-label') ?? at?.textContent;
};

const FIELD = <input name="amount" />;

/** Two rows; the button of each opens a dialog. `kept`: the dialog stands in the page and is only told to open. */
function Page({
  kept,
  inside,
  as: Dialog = Sheet,
}: {
  readonly kept: boolean;
  readonly inside: ReactNode;
  readonly as?: typeof Sheet;
}) {
  const [open, setOpen] = useState<string | null>(null);
  const [rows, setRows] = useState(['one', 'two']);
  return (
    <>
      {rows.map((row) => (
        <div key={row}>
          <p>
            <button onClick={() => setOpen(row)}>{`Open ${row}`}</button>
          </p>
          <button>{`Beside ${row}`}</button>
        </div>
      ))}
      {kept || open !== null ? (
        <Dialog open={open !== null} onOpenChange={() => setOpen(null)} title="A question">
          <button>First button</button>
          <label>
            Agree <input type="checkbox" name="agree" />
          </label>
          {inside}
          <button
            onClick={() => {
              setRows((was) => was.filter((row) => row !== open));
              setOpen(null);
            }}
          >
            Remove
          </button>
        </Dialog>
      ) : null}
    </>
  );
}

describe('the focus of a sheet', () => {
  it.each([
    { name: 'a sheet', kept: false, as: Sheet },
    { name: 'a sheet that stays in the page', kept: true, as: Sheet },
    { name: 'a drawer', kept: true, as: Drawer },
  ])('goes to the first field of $name, and back to what opened it', async ({ kept, as }) => {
    await draw(<Page kept={kept} as={as} inside={FIELD} />);
    await press('Open two');
    expect(focused()).toBe('amount');
    await press('Close');
    expect(document.querySelector('[role=dialog]')).toBeNull();
    expect(focused()).toBe('Open two');
  });

  it('goes to the title where there is nothing to type, and on touch screens', async () => {
    await draw(<Page kept={false} inside={null} />);
    await press('Open one');
    expect(focused()).toBe('A question');
    expect(document.querySelector('[role=dialog]')?.getAttribute('aria-describedby')).toBeNull();
    await press('Close');
    touch = true;
    await draw(<Page kept={false} inside={FIELD} />);
    await press('Open one');
    expect(focused()).toBe('A question');
  });

  it('goes to what stands nearest when what opened the sheet is gone', async () => {
    await draw(<Page kept={false} inside={FIELD} />);
    await press('Open one');
    await press('Remove');
    expect(focused()).toBe('Open two');
  });

  it('goes back through the sheet before, which closed as the second opened', async () => {
    function Two() {
      const [step, setStep] = useState(0);
      return (
        <>
          <button onClick={() => setStep(1)}>Begin</button>
          {step === 1 ? (
            <Sheet open onOpenChange={() => setStep(0)} title="First">
              <button onClick={() => setStep(2)}>Next</button>
            </Sheet>
          ) : null}
          {step === 2 ? (
            <Sheet open onOpenChange={() => setStep(0)} title="Second">
              {FIELD}
            </Sheet>
          ) : null}
        </>
      );
    }
    await draw(<Two />);
    await press('Begin');
    await press('Next');
    expect(focused()).toBe('amount');
    await press('Close');
    expect(focused()).toBe('Begin');
  });
});
