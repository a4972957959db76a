import { ArrowDown, ArrowUp, Search, Star, Target } from 'lucide-react';
import * as Direction from 'radix-ui/direction';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Num } from '#web/ui/num.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Change } from '../ui/market/change.tsx';
import { CountdownRing } from '../ui/market/countdown-ring.tsx';
import { FeedKindChip } from '../ui/market/feed-kind.tsx';
import { Field, Kbd } from '../ui/form/field.tsx';
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuLine, Popover } from '../ui/menu.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { PairIcon } from '../ui/market/pair-icon.tsx';
import { Drawer, Sheet } from '../ui/sheet.tsx';
import { SiteFrame } from '../ui/frame/site-frame.tsx';
import { Sparkline } from '../ui/market/sparkline.tsx';
import { Banner, Chip, EmptyState, ErrorNote, Skeleton } from '../ui/states.tsx';
import { Stepper } from '../ui/form/stepper.tsx';
import { Switch } from '../ui/form/switch.tsx';
import { Table, Td, Th } from '../ui/table.tsx';
import { ChipChoice, Segments, TabPanel, Tabs } from '../ui/tabs.tsx';
import { Toaster, showToast } from '../ui/toast.tsx';
import { DevKit } from './parts/dev-kit.tsx';

const PAIRS = [
  'BTC-USD',
  'ETH-USD',
  'XRP-ETH',
  'EUR-USD',
  'GBP-JPY',
  'USD-CHF',
  'XAU-USD',
  'XAG-USD',
  'XPT-USD',
  'GLD-USD',
  'WTI-USD',
  'BRENT-USD',
  'IBM-USD',
  'NVDA-USD',
  'AAPL-USD',
  'QQQ-USD',
];
const PRESETS = ['5', '10', '25', '50', '100'].map((value) => ({ value, label: `$${value}` }));
const VARIANTS = ['primary', 'secondary', 'outline', 'ghost', 'danger', 'up', 'down'] as const;

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section className="card grid min-w-0 content-start gap-3 p-4">
      <h3 className="text-13 font-540 text-mut">{name}</h3>
      {children}
    </section>
  );
}

function Controls() {
  const [tab, setTab] = useState<'open' | 'closed'>('open');
  const [unit, setUnit] = useState<'5s' | '15s' | '1m'>('15s');
  const [amount, setAmount] = useState('25');
  const [on, setOn] = useState(true);
  return (
    <>
      <Part name="Button">
        {(['sm', 'md', 'lg'] as const).map((size) => (
          <div key={size} className="flex flex-wrap gap-2">
            {VARIANTS.map((variant) => (
              <Button key={variant} variant={variant} size={size}>
                {variant}
              </Button>
            ))}
            <Button size={size} aria-disabled>
              off
            </Button>
          </div>
        ))}
      </Part>
      <Part name="IconButton, Tooltip">
        <div className="flex gap-1">
          <IconButton label="Favourite" aria-pressed>
            <Star aria-hidden />
          </IconButton>
          <Tooltip text="What this number means">
            <Button size="sm">Hover or focus</Button>
          </Tooltip>
        </div>
      </Part>
      <Part name="Tabs, Segments, ChipChoice">
        <Tabs
          value={tab}
          onChange={setTab}
          label="Tables"
          items={[
            { value: 'open', label: 'Open 2' },
            { value: 'closed', label: 'Closed' },
          ]}
        >
          <TabPanel value="open" className="pt-3 text-mut">
            Panel of open
          </TabPanel>
          <TabPanel value="closed" className="pt-3 text-mut">
            Panel of closed
          </TabPanel>
        </Tabs>
        <Segments
          value={unit}
          onChange={setUnit}
          label="Interval"
          items={(['5s', '15s', '1m'] as const).map((value) => ({ value, label: value }))}
        />
        <ChipChoice value={amount} onChange={setAmount} label="Amount" items={PRESETS} />
      </Part>
      <Part name="Stepper, Field, Switch">
        <Stepper
          label="Amount"
          hint="$1 – $5,000"
          lessLabel="Less"
          moreLabel="More"
          onLess={() => setAmount('10')}
          onMore={() => setAmount('50')}
          input={{ value: `$${amount}`, onChange: (event) => setAmount(event.target.value.replace(/\D/g, '')) }}
        />
        <Stepper
          label="Duration"
          lessLabel="Less"
          moreLabel="More"
          onLess={() => undefined}
          onMore={() => undefined}
          canLess={false}
          output="1 min"
          problem="Not available now"
        />
        <Field label="Search" icon={<Search aria-hidden />} end={<Kbd>/</Kbd>} placeholder="Search assets" />
        <Switch label="One-click trading" hint="Places without a second tap" checked={on} onChange={setOn} />
        <Switch label="Sound" checked={!on} onChange={(next) => setOn(!next)} />
      </Part>
    </>
  );
}

function Overlays() {
  const [sheet, setSheet] = useState(false);
  const [drawer, setDrawer] = useState(false);
  const [kind, setKind] = useState<'area' | 'candles'>('area');
  return (
    <Part name="Sheet, Drawer, Menu, Popover, Toast">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setSheet(true)}>Sheet</Button>
        <Button onClick={() => setDrawer(true)}>Drawer</Button>
        <Menu trigger={<Button>Menu</Button>}>
          <MenuLabel>Chart</MenuLabel>
          <MenuChoice
            value={kind}
            onChange={setKind}
            items={[
              { value: 'area', label: 'Area' },
              { value: 'candles', label: 'Candles' },
            ]}
          />
          <MenuLine />
          <MenuItem>An act</MenuItem>
          <MenuItem disabled>Not now</MenuItem>
        </Menu>
        <Popover trigger={<Button>Popover</Button>}>
          <p className="text-13 text-mut">A few sentences that explain one thing.</p>
        </Popover>
        <Button onClick={() => showToast({ tone: 'up', title: 'BTC Up won +$23.00', icon: <ArrowUp aria-hidden /> })}>
          Won
        </Button>
        <Button
          onClick={() => showToast({ tone: 'down', title: 'BTC Up lost −$25.00', icon: <ArrowDown aria-hidden /> })}
        >
          Closed
        </Button>
        <Button onClick={() => showToast({ tone: 'warn', title: 'Not confirmed yet, checking' })}>Warning</Button>
      </div>
      <Sheet open={sheet} onOpenChange={setSheet} title="A sheet" description="From the bottom on phones.">
        <ErrorNote
          title="Your balance is too low"
          text="You need $25.00 for this prediction and have $18.40. Nothing was placed."
          code="NoBalance"
          requestId="8F2K-41C0"
          requestLabel="request"
          actions={
            <>
              <Button variant="primary">Refill</Button>
              <Button variant="ghost" onClick={() => setSheet(false)}>
                Close
              </Button>
            </>
          }
        />
      </Sheet>
      <Drawer open={drawer} onOpenChange={setDrawer} title="A drawer">
        <p className="p-4 text-mut">The asset list of tablets.</p>
      </Drawer>
    </Part>
  );
}

function Shown() {
  return (
    <>
      <Part name="Chip, FeedKindChip, Change">
        <div className="flex flex-wrap gap-2">
          <Chip>plain</Chip>
          <Chip tone="up" icon={<ArrowUp aria-hidden />}>
            Up
          </Chip>
          <Chip tone="down" icon={<ArrowDown aria-hidden />}>
            Down
          </Chip>
          <Chip tone="warn">warn</Chip>
          <Chip tone="brand">brand</Chip>
          <Chip tone="info">info</Chip>
          <FeedKindChip kind="live" />
          <FeedKindChip kind="replay" />
          <FeedKindChip kind="simulated" />
          <Change value={0.0184} text="1.84%" />
          <Change value={-0.0215} text="2.15%" />
        </div>
      </Part>
      <Part name="PairIcon, Sparkline, CountdownRing">
        <div className="flex flex-wrap gap-3">
          {PAIRS.map((pair) => (
            <PairIcon key={pair} pair={pair} className="size-8" />
          ))}
        </div>
        <div className="flex items-center gap-4">
          <Sparkline points={[1, 3, 2, 4, 3, 5, 4, 6]} change={0.05} />
          <Sparkline points={[6, 4, 5, 3, 4, 2, 3, 1]} change={-0.05} />
          <CountdownRing left={0.7} />
          <CountdownRing left={0.2} size={28} />
        </div>
      </Part>
      <Part name="Banner, EmptyState, Skeleton">
        <Banner tone="info">Prices are recorded.</Banner>
        <Banner tone="warn" title="Prices are paused.">
          Your open prediction is safe.
        </Banner>
        <Banner tone="bad">The market closes in a minute.</Banner>
        <EmptyState
          icon={<Target aria-hidden />}
          title="There is nothing here yet"
          text="Tap Up or Down and your prediction appears here."
          action={<Button size="sm">One act</Button>}
        />
        <Skeleton className="h-10" />
        <Skeleton className="h-4 w-1/2" />
      </Part>
      <Part name="Table">
        <Table
          caption="Open predictions"
          head={
            <tr>
              <Th>Asset</Th>
              <Th>Direction</Th>
              <Th end>Amount</Th>
            </tr>
          }
        >
          <tr>
            <Td>BTC/USD</Td>
            <Td>
              <Chip tone="up" icon={<ArrowUp aria-hidden />}>
                Up
              </Chip>
            </Td>
            <Td end>
              <Num>$25.00</Num>
            </Td>
          </tr>
        </Table>
      </Part>
    </>
  );
}

/** Every component, in the theme and direction chosen in the bar; and again in the other direction. */
export default function DevUi() {
  return (
    <SiteFrame>
      <h1 className="pt-4 text-26 font-620">Components</h1>
      {(['ltr', 'rtl'] as const).map((dir) => (
        <section key={dir} dir={dir} className="mt-6">
          <h2 className="mb-3 text-18 font-620">{dir}</h2>
          <Direction.Provider dir={dir}>
            <div className="grid gap-4 lg:grid-cols-2">
              <Controls />
              <Overlays />
              <Shown />
              <DevKit Part={Part} />
            </div>
          </Direction.Provider>
        </section>
      ))}
      <Toaster />
    </SiteFrame>
  );
}
