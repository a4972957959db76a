import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, treeFiles } from './tree.ts';

const files = treeFiles();
const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file.path));
const web = files.filter((file) => /^src\/web\/.*\.(tsx?|css)$/.test(file.path));
const here = 'tests/tidy.test.ts';

/** Lines of `among` that match, as `path:line text`. */
function hits(among: readonly { path: string; text: string }[], pattern: RegExp): string[] {
  return among
    .filter((file) => file.path !== here)
    .flatMap((file) =>
      file.text
        .split('\n')
        .map((line, index) => ({ line, at: `${file.path}:${index + 1}` }))
        .filter(({ line }) => pattern.test(line))
        .map(({ line, at }) => `${at} ${line.trim().slice(0, 120)}`),
    );
}

describe('tidy', () => {
  it('looked', () => {
    expect(code.length).toBeGreaterThan(150);
    expect(web.length).toBeGreaterThan(40);
    expect(hits(files, /tikvo/i).length).toBeGreaterThan(10);
  });

  it('has files of at most 400 lines', () => {
    const long = code.filter((file) => file.text.split('\n').length > 401);
    expect(long.map((file) => `${file.path} ${file.text.split('\n').length}`)).toEqual([]);
  });

  it('has no folder for leftovers', () => {
    const banned = /(^|\/)(utils?|helpers?|common|misc|services?|types|lib)\//;
    expect(files.map((file) => file.path).filter((path) => banned.test(path) && !path.includes('/locales/'))).toEqual(
      [],
    );
  });

  it('lays out by start and end, never by left and right', () => {
    const physical =
      /["'`\s:](-?(?:ml|mr|pl|pr|left|right)-(?:\d|\[|auto|px)|text-left|text-right|rounded-[lr]-|border-[lr](?:-|\b["'`\s])|float-(?:left|right))/;
    const chart = /price-chart|chart-/;
    expect(
      hits(
        web.filter((file) => file.path.endsWith('.tsx') && !chart.test(file.path)),
        physical,
      ),
    ).toEqual([]);
    const css = /^\s*(margin|padding|border)-(left|right)\b|^\s*(left|right)\s*:|text-align:\s*(left|right)/;
    expect(
      hits(
        web.filter((file) => file.path.endsWith('.css') && !chart.test(file.path)),
        css,
      ),
    ).toEqual([]);
  });

  it('keeps the colours of Up and Down to prices, outcomes and money; `ok` and `bad` tell of what worked and what did not', () => {
    // People choose which colour rises: an error in the colour of a fall would be green for some.
    const prices =
      /^src\/web\/(features\/(trading|rounds|events|history)|shares|money|pages\/(landing|dev-ui|live-prices|market-group)|ui\/market|styles)\b/;
    const named = [
      'features/auth/auth-frame.tsx',
      // Amounts in rows and records of the back office.
      'features/office/cell.tsx',
      'features/receipt/own-shares.tsx',
      'features/receipt/result-chart.tsx',
      'features/receipt/round-chart.tsx',
      'pages/parts/dev-kit.tsx',
      'ui/button.tsx',
      // Money that came.
      'features/cashier/transaction-columns.tsx',
      // Gains and losses.
      'ui/show/charts.tsx',
      'ui/show/stat-tiles.tsx',
      'ui/states.tsx',
      'ui/toast.tsx',
    ].map((path) => `src/web/${path}`);
    const others = web.filter((file) => !prices.test(file.path) && !named.includes(file.path));
    const colour =
      /(text|bg|fill|stroke|border|ring|color)-(on-)?(up|down)(?!-?[a-rt-z])|tone(=|: |=\{.*\? )["'](up|down)/;
    expect(colour.test('tone="down"') && colour.test('var(--color-down)') && colour.test('text-up!')).toBe(true);
    expect(others.length).toBeGreaterThan(150);
    expect(hits(others, colour)).toEqual([]);
    const wrong = web.filter((file) => file.path.startsWith('src/web/ui/'));
    expect(hits(wrong, /(wrong|problem|danger).*-(up|down)\b/)).toEqual([]);
  });

  it('draws figures by `Num`, which no translator of the browser touches', () => {
    const figure = /className=.*["'`\s]num["'`\s]|["'`]num\s|\snum["'`]/;
    expect(figure.test('<b className="num font-620">')).toBe(true);
    const others = web.filter((file) => file.path.endsWith('.tsx') && file.path !== 'src/web/ui/num.tsx');
    expect(hits(others, figure)).toEqual([]);
  });

  it('changes no letter case by style or by a bare toUpperCase in the interface', () => {
    expect(hits(web, /text-transform|\buppercase\b|\bcapitalize\b|\.toUpperCase\(\)/)).toEqual([]);
  });

  it('fetches code late through the one way that says so where it does not come', () => {
    const rooms = web.filter((file) => !/\.test\.tsx?$|^src\/web\/(?:ui\/late|fetch-code)\.tsx?$/.test(file.path));
    expect(hits(rooms, /\(\) => import\(/).length).toBeGreaterThan(15);
    expect(hits(rooms, /\blazy\(|(?<!\(\) => |typeof )\bimport\(/)).toEqual([]);
    const users = rooms.filter(
      (file) => /\(\) => import\(/.test(file.text) && !/\b(?:late|fetchCode)\(/.test(file.text),
    );
    expect(users.map((file) => file.path)).toEqual([]);
    // What a press fetches is fetched in a call, which says what is missing; a challenge is part of one.
    const acts = rooms.filter(({ path, text }) => path.endsWith('.tsx') && /await fetchCode\(/.test(text));
    const silent = acts.filter(({ text }) => !/\buse(?:Call|Query)\(/.test(text));
    expect(silent.map((file) => file.path)).toEqual(['src/web/challenge.tsx']);
  });

  it('writes money of the person so that they can hide it', () => {
    // Bounds, offers, and what is typed or asked at this moment; a file that is not here writes own money: `<Own>` and `formats.own`.
    const others = [
      'auth/auth-frame.tsx',
      'cashier/deposits/address-part.tsx',
      'cashier/deposits/choice-parts.tsx',
      'cashier/deposits/deposit-list.tsx',
      'cashier/fiat/offers-part.tsx',
      'cashier/fiat/orders.tsx',
      // What a coin was counted as.
      'cashier/movement-sheet.tsx',
      'cashier/on-chain.tsx',
      'cashier/pay-form.tsx',
      'cashier/requests/share-sheet.tsx',
      'cashier/review-sheet.tsx',
      'cashier/withdraw/requirements-panel.tsx',
      'cashier/withdraw/review-sheet.tsx',
      'cashier/withdraw/withdraw-form.tsx',
      // What a share pays.
      'events/house-card.tsx',
      'events/result-card.tsx',
      'events/sets/sets-card.tsx',
      // What the house paid for others.
      'events/use-steps.ts',
      'feeds/incident-list.tsx',
      'limits/limit-sheet.tsx',
      // Money of the people whom staff work for.
      'office/cell.tsx',
      'office/charts/chart-card.tsx',
      // What somebody gives up for good has to be read.
      'privacy/close-account.tsx',
      'rounds/round-ticket-form.tsx',
      'settings/keys/key-sheet.tsx',
      'trading/scheduled/scheduled-sheet.tsx',
      'trading/ticket/funds-sheet.tsx',
      'trading/ticket/prediction-ticket.tsx',
      'trading/ticket/stake-note.tsx',
    ].map((name) => `src/web/features/${name}`);
    const shares = ['own/use-order-toasts.tsx', 'ticket/payoff-box.tsx', 'ticket/round-form.tsx', 'words.ts'];
    others.push(...shares.map((name) => `src/web/shares/${name}`));
    const features = web.filter((file) => /^src\/web\/(features|shares)\/(?!.*\.test\.)/.test(file.path));
    const money = features.filter((file) => /\bformats\.money\b/.test(file.text));
    expect(money.map((file) => file.path).toSorted()).toEqual(others);
    // Money in other currencies: `formats.ownIn`.
    const inOthers = features.filter((file) => /\bformats\.number\([^()]*, 2\)/.test(file.text));
    const bounds = ['cashier/deposits/faucet-panel.tsx', 'cashier/fiat/fiat-screen.tsx', 'cashier/withdraw/amounts.ts'];
    const known = [...others, ...bounds.map((name) => `src/web/features/${name}`)];
    expect(inOthers.length).toBeGreaterThan(2);
    expect(inOthers.map((file) => file.path).filter((path) => !known.includes(path))).toEqual([]);
    // No other way round it: what comes as text of money is never put on the screen as it came.
    expect(hits(features, /currency: 'USD'|style: 'currency'/)).toEqual([]);
  });

  it('reads numbers in the digits of every script: a field of a number is `useNumberField`', () => {
    // Values of a stepper come from its form; staff types English.
    const others = ['features/office/act-sheet.tsx', 'pages/dev-ui.tsx', 'ui/form/stepper.tsx'].map(
      (name) => `src/web/${name}`,
    );
    const fields = web.filter((file) => /inputMode=(?:"decimal"|\{[^}]*'decimal')|<Stepper\b/.test(file.text));
    expect(fields.length).toBeGreaterThan(8);
    const bare = fields.filter((file) => !/\buseNumberField\(/.test(file.text)).map((file) => file.path);
    expect(bare.toSorted()).toEqual(others);
    expect(hits(web, /type="number"/)).toEqual([]);
  });

  it('tells times by the clock of the house: that of a device may be minutes off', () => {
    // Waits that begin and end on the device, whatever its clock says.
    const waits = [
      'account/resend-button.tsx',
      'auth/forgot-screen.tsx',
      'auth/resend.tsx',
      'auth/welcome.tsx',
      'trading/pairs/prices.ts',
    ].map((name) => `src/web/features/${name}`);
    const features = web.filter((file) => /^src\/web\/features\/(?!.*\.test\.)/.test(file.path));
    const own = features.filter((file) => /\bDate\.now\(\)|\bnew Date\(\)/.test(file.text));
    expect(own.map((file) => file.path).toSorted()).toEqual(waits);
  });

  it('uses the glossary: no other words for a prediction', () => {
    const words = /\b(bet|bets|betting|wager|wagers|gamble|gambling|jackpot|odds)\b/i;
    const texts = files.filter((file) => /locales\/en\/.*\.json$/.test(file.path));
    expect(texts.length).toBeGreaterThan(2);
    expect(hits(texts, words)).toEqual([]);
    const names = /\b(?:function|const|let|interface|type|class)\s+\w*(?:Bet|Wager|Gambl)(?!ween|a\b|ter)\w*/;
    expect(
      hits(
        code.filter((file) => file.path.startsWith('src/')),
        names,
      ),
    ).toEqual([]);
  });

  it('speaks of a person as they', () => {
    const prose = files.filter(
      ({ path }) => /^(?:src|docs)\/.*\.(?:tsx?|css|md)$|^[A-Z]+\.md$/.test(path) && !path.includes('/locales/'),
    );
    expect(hits(prose, /(?<!\p{L})(?:[Hh]e|[Hh]is|[Hh]im|[Hh]imself)(?!\p{L})/u)).toEqual([]);
  });

  it('uses the words of the code: none that GLOSSARY.md has replaced', () => {
    const old =
      /\b(?:class|interface|type|function|const)\s+(?:create|use|open)?(?:Desk|WorkMaker|BatchRun|SaleDesk|Remembered|ExchangeRoom|ExchangeHall|ExchangeFloor|RoundRooms|ExchangeWorld|ScheduledRoom|PairDesk|BarDesk|FloorTrader|AccountDesk|FactorDesk|DeskParts|Guesses|SignInPlaces|TicketKind|Tickets|Standing|Barrier|Sitting|Porch|OpenDoor|KeyDoor|KeyCap|Outlet|InTurns|Conversation|Signatory|KeyRoom|RulesShelf|SignerLine|TruthSide|GivenUp|Patience|OwnBook|HonestBox|WordSheet|Tellings)\b/;
    expect(
      hits(
        code.filter((file) => file.path.startsWith('src/') && !file.path.startsWith('src/server/prices/adapters/')),
        old,
      ),
    ).toEqual([]);
    const locks = /\bfunction hold[A-Z]\w*/;
    const money = /hold(?:Withdrawals|Payouts|Stake|Cash|Funds)/;
    const stores = code.filter((file) => /^src\/server\/.*store[\w-]*\.ts$/.test(file.path));
    expect(hits(stores, locks).filter((line) => !money.test(line))).toEqual([]);
  });

  it('keeps folders of at most 25 source files', () => {
    const counts = new Map<string, number>();
    for (const { path } of code.filter(
      (file) => /^(src|tests)\//.test(file.path) && !/\.test\.tsx?$/.test(file.path),
    )) {
      const folder = path.slice(0, path.lastIndexOf('/'));
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count > 25)).toEqual([]);
  });

  it('names an hour and a day once', () => {
    const rooms = code.filter(
      ({ path }) => /^src\/(domain|server|protocol)\//.test(path) && !path.endsWith('.test.ts'),
    );
    const others = rooms.filter(({ path }) => path !== 'src/domain/time.ts');
    expect(hits(others, /\b(?:86_400_000|3_600_000)\b(?!:)/)).toEqual([]);
    expect(hits(others, /\bconst (?:HOUR|DAY)_MS\b/)).toEqual([]);
  });

  it('leaves nothing switched off', () => {
    expect(
      hits(
        code,
        /\b(?:it|test|describe)\.only\b|\bfdescribe\b|\bfit\(|@ts-ignore|@ts-nocheck|oxlint-disable|eslint-disable/,
      ),
    ).toEqual([]);
    expect(hits(code, /\b(TODO|FIXME|XXX)\b|not implemented/i)).toEqual([]);
  });

  it('names no machine, no registry and nobody', () => {
    const parent = join(ROOT, '..');
    const machine = files.filter((file) => file.text.includes(`${parent}/`) && parent.length > 3);
    expect(machine.map((file) => file.path)).toEqual([]);
    expect(hits(files, /registry\.npmjs|npmjs\.org\/|deb\.debian\.org|\/root\/|\/home\/\w/)).toEqual([]);
  });

  it('mentions in the docs only files and commands that exist', () => {
    const docs = files.filter((file) => file.path.endsWith('.md'));
    expect(docs.length).toBeGreaterThan(5);
    const scripts = Object.keys(
      (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts?: object }).scripts ?? {},
    );
    const missing = docs.flatMap((doc) => [
      ...[...doc.text.matchAll(/`((?:src|tests|bench|scripts|docs)\/[\w./-]*\w)\/?`/g)]
        .map((match) => match[1] ?? '')
        .filter((path) => !existsSync(join(ROOT, path)))
        .map((path) => `${doc.path}: ${path}`),
      ...[...doc.text.matchAll(/`npm run ([\w:]+)/g)]
        .map((match) => match[1] ?? '')
        .filter((name) => !scripts.includes(name))
        .map((name) => `${doc.path}: npm run ${name}`),
    ]);
    expect(missing).toEqual([]);
  });

  it('pins every version', () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
      string,
      Record<string, string>
    >;
    const loose = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'].flatMap((part) =>
      Object.entries(manifest[part] ?? {}).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    );
    expect(loose).toEqual([]);
  });
});
