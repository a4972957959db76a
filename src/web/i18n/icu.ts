/**
 * The part of ICU MessageFormat our texts use: arguments, numbers, plural and selectordinal with `=n`, `#` and offset-free rules, select.
 * A tenth of the weight of a full implementation; a test holds it equal to one on every text. No quoting: texts have no ASCII '.
 */
type Part =
  | string
  | { readonly kind: 'argument'; readonly name: string }
  | { readonly kind: 'number' }
  | { readonly kind: 'plural' | 'selectordinal' | 'select'; readonly name: string; readonly options: Options };
type Options = Readonly<Record<string, readonly Part[]>>;

export type Values = Readonly<Record<string, unknown>>;

class Reader {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Parts up to the closing brace of the option, or to the end. */
  parts(inPlural: boolean): readonly Part[] {
    const parts: Part[] = [];
    for (;;) {
      const end = this.next(inPlural ? /[{}#]/ : /[{}]/);
      if (end > this.at) parts.push(this.text.slice(this.at, end));
      this.at = end;
      const mark = this.text[end];
      if (mark === undefined || mark === '}') return parts;
      this.at += 1;
      parts.push(mark === '#' ? { kind: 'number' } : this.argument(inPlural));
    }
  }

  private argument(inPlural: boolean): Part {
    const name = this.word(/[,}]/);
    if (this.text[this.at++] === '}') return { kind: 'argument', name };
    const kind = this.word(/[,}]/);
    // `{n, number}` is how a number is written anyway.
    if (this.text[this.at++] === '}' && kind === 'number') return { kind: 'argument', name };
    if (kind !== 'plural' && kind !== 'selectordinal' && kind !== 'select') throw new Error(`no such format: ${kind}`);
    const options: Record<string, readonly Part[]> = {};
    while (this.text[this.next(/\S/)] !== '}') {
      const key = this.word(/\{/);
      this.at += 1;
      options[key] = this.parts(kind === 'select' ? inPlural : true);
      this.at += 1;
    }
    this.at = this.next(/\}/) + 1;
    return { kind, name, options };
  }

  private word(until: RegExp): string {
    const end = this.next(until);
    const word = this.text.slice(this.at, end).trim();
    this.at = end;
    return word;
  }

  private next(mark: RegExp): number {
    const found = this.text.slice(this.at).search(mark);
    return found === -1 ? this.text.length : this.at + found;
  }
}

const parsed = new Map<string, readonly Part[]>();
const rules = new Map<string, Intl.PluralRules>();

function ruleOf(tag: string, type: 'cardinal' | 'ordinal'): Intl.PluralRules {
  const key = `${tag} ${type}`;
  const rule = rules.get(key) ?? new Intl.PluralRules(tag, { type });
  rules.set(key, rule);
  return rule;
}

interface Writing {
  readonly tag: string;
  readonly count: number;
  /** Put around each text that is filled in. */
  readonly around: (text: string) => string;
}

function write(parts: readonly Part[], values: Values, at: Writing): string {
  let text = '';
  for (const part of parts) {
    const next = typeof part === 'string' ? part : filled(part, values, at);
    // What ends in a point, as a Russian date does, ends its sentence too.
    text += text.endsWith('.') && /^\.(?!\.)/.test(next) ? next.slice(1) : next;
  }
  return text;
}

function filled(part: Exclude<Part, string>, values: Values, at: Writing): string {
  if (part.kind === 'number') return new Intl.NumberFormat(at.tag).format(at.count);
  const value = values[part.name];
  if (part.kind === 'argument')
    return typeof value === 'number' ? new Intl.NumberFormat(at.tag).format(value) : at.around(String(value));
  if (part.kind === 'select') return write(part.options[String(value)] ?? part.options['other'] ?? [], values, at);
  const count = Number(value);
  const category = ruleOf(at.tag, part.kind === 'plural' ? 'cardinal' : 'ordinal').select(count);
  const option = part.options[`=${count}`] ?? part.options[category] ?? part.options['other'] ?? [];
  return write(option, values, { ...at, count });
}

const asItIs = (text: string) => text;

/**
 * Keeps a text whole inside an Arabic sentence (docs/rules/screens.md#languages): what has no Arabic letter runs left to right,
 * so that an amount keeps its sign and currency on their sides; the rest by its own first letter.
 */
export function isolated(text: string): string {
  if (text === '' || /^[\u2066-\u2068]/.test(text)) return text;
  return `${/\p{Script=Arabic}|\d\u200f\//u.test(text) ? '\u2068' : '\u2066'}${text}\u2069`;
}

/** A message with its arguments filled in, by the rules of a language tag. */
export function formatMessage(message: string, values: Values, language: string | Omit<Writing, 'count'>): string {
  if (!message.includes('{')) return message;
  let parts = parsed.get(message);
  if (parts === undefined) {
    parts = new Reader(message).parts(false);
    parsed.set(message, parts);
  }
  const { tag, around } = typeof language === 'string' ? { tag: language, around: asItIs } : language;
  return write(parts, values, { tag, count: 0, around });
}
