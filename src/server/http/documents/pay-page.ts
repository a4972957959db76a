import { fiatText } from '#domain/fiat/orders.ts';
import { toDecimal } from '#domain/money.ts';
import type { Press, Simulated, Telling } from '#server/fiat/index.ts';
import { escapeHtml } from './escape-html.ts';
import { plainPage } from './plain-page.ts';

const STYLE = `
.note{background:var(--s2);border:1px solid var(--line);border-radius:10px;padding:12px 16px}
.pay{display:grid;gap:10px;margin:0 0 24px}
.pay form{display:grid;grid-template-columns:auto 1fr;gap:4px 14px;align-items:center}
.pay button{min-height:44px;min-width:190px;padding:8px 18px;border-radius:10px;border:1px solid var(--line);background:var(--s2);color:inherit;font:inherit;font-weight:600;cursor:pointer}
.pay form:first-child button{background:#6E56F8;border-color:#6E56F8;color:#fff}
.pay span{color:var(--mut)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:6px 18px;margin:0 0 24px}dd{margin:0}dt{color:var(--mut)}
@media (max-width:600px){.pay form{grid-template-columns:1fr}}`;

interface Button {
  readonly does: Press;
  readonly tells?: Telling;
  readonly label: string;
  readonly says: string;
}

const PAY: readonly Button[] = [
  { does: 'pay', label: 'Pay', says: 'As ordered. The product is told at once.' },
  { does: 'decline', label: 'Decline', says: 'The card is refused, and nothing is paid.' },
  { does: 'process', label: 'Start paying', says: 'It is under way, and not paid yet.' },
];
const ODD: readonly Button[] = [
  { does: 'pay_less', label: 'Pay half', says: 'Another sum than was ordered.' },
  { does: 'pay_more', label: 'Pay twice as much', says: 'Another sum than was ordered.' },
  { does: 'pay_other', label: 'Pay in another currency', says: 'The same figure, in another currency.' },
  { does: 'check', label: 'Look into it', says: 'The provider asks for people.' },
  { does: 'refund', label: 'Refund', says: 'The provider pays it back.' },
  { does: 'dispute', label: 'Charge back', says: 'The bank of whoever paid takes it back.' },
  { does: 'win', label: 'Win the chargeback', says: 'The provider gets it back from the bank.' },
];
const MESSAGES: readonly Button[] = [
  {
    does: 'pay',
    tells: 'twice',
    label: 'Pay, tell twice',
    says: 'The same message again, signed with the older secret.',
  },
  {
    does: 'pay',
    tells: 'reordered',
    label: 'Pay, tell out of order',
    says: 'An older message comes after the newer one.',
  },
  {
    does: 'pay',
    tells: 'late',
    label: 'Pay, tell too late',
    says: 'Signed ten minutes ago: refused, and found by asking.',
  },
  {
    does: 'pay',
    tells: 'silent',
    label: 'Pay, tell nothing',
    says: 'As when a message is lost: found by asking, within two minutes.',
  },
  {
    does: 'pay',
    tells: 'forged',
    label: 'Pay, forged message',
    says: 'Signed by somebody else: refused, and found by asking.',
  },
];

/** The page of the simulator for one of its orders. No script: each button is a form. */
export function payPage({ brand, order }: { readonly brand: string; readonly order: Simulated }): string {
  const { fiat, amount, receive, status, paidFiat, paid, back } = order;
  const facts = [
    ['To pay', `${fiatText(amount)} ${fiat}`],
    ['Brings', `${toDecimal(receive, 2)} USDT`],
    ['State here', status],
    ...(paidFiat === null || paid === null ? [] : [['Paid', `${fiatText(paid)} ${paidFiat}`]]),
  ];
  const list = facts.map(([name = '', value = '']) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('');
  const body = `<h1>Simulated payment</h1>
<p class="note">This is a simulator: it stands in for a payment provider in this sandbox. No card is asked for, and no money moves anywhere. Production has no such page.</p>
<dl>${list}</dl>
${group('Pay', PAY)}
<p><a href="${escapeHtml(back)}">Back to ${escapeHtml(brand)}</a></p>
${group('What goes wrong at providers', ODD)}
${group('What goes wrong with messages', MESSAGES)}`;
  const nav = [[back, 'Back to the deposit']] as const;
  return plainPage({ brand, title: 'Simulated payment', nav, navLabel: 'Payment', hidden: true, style: STYLE }, body);
}

function group(title: string, buttons: readonly Button[]): string {
  const forms = buttons.map(
    ({ does, tells = 'once', label, says }) =>
      `<form method="post"><input type="hidden" name="does" value="${does}"><input type="hidden" name="tells" value="${tells}"><button>${label}</button><span>${says}</span></form>`,
  );
  return `<h2>${title}</h2>\n<div class="pay">${forms.join('\n')}</div>`;
}
