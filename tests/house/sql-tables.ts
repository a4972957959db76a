/** What a piece of SQL does with tables, by name. Names of columns, aliases and functions are not in it. */
export interface Touched {
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
  /** Words before a bracket: functions, and whatever else stands so. */
  readonly calls: ReadonlySet<string>;
  /** How many tables are named by a value that is known only when the code runs (`HOLE`). */
  readonly unknown: number;
}

/** Stands in a text for what the code fills in. */
export const HOLE = '\uE000';

type Token = { readonly kind: 'word' | 'quoted' | 'mark' | 'hole'; readonly text: string };

const PIECES =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"((?:[^"]|"")*)"|\$[a-z_]*\$|\$\d+|([a-z_][a-z0-9_$]*)|(\uE000)|([(),;.])|::|\S/giu;

function tokensOf(sql: string): Token[] {
  return [...sql.matchAll(PIECES)].flatMap(([, quoted, word, hole, mark]): Token[] => {
    if (quoted !== undefined) return [{ kind: 'quoted', text: quoted.replaceAll('""', '"') }];
    if (word !== undefined) return [{ kind: 'word', text: word.toLowerCase() }];
    if (hole !== undefined) return [{ kind: 'hole', text: hole }];
    return mark === undefined ? [] : [{ kind: 'mark', text: mark }];
  });
}

/** Words that end the list of a FROM. */
const ENDS_LIST = new Set(
  'where group having order limit offset fetch for union intersect except returning set select values window do'.split(
    ' ',
  ),
);
/** FROM is a part of the call in these. */
const OWN_FROM = new Set(['extract', 'substring', 'trim', 'overlay']);
/** Words that may stand before the name of a table. */
const BEFORE_NAME = new Set(['only', 'lateral', 'table', 'if', 'exists']);
/** After UPDATE, it is no statement: `FOR UPDATE OF`, `DO UPDATE SET`. */
const NO_UPDATE = new Set(['set', 'of', 'skip', 'nowait', 'on']);

/** `read`, `write`, `writes`: the name of a table comes next; `list`, `written`: a comma and one more may follow. */
type State = 'none' | 'list' | 'read' | 'write' | 'writes' | 'written';

class Reader {
  readonly reads = new Set<string>();
  readonly writes = new Set<string>();
  readonly calls = new Set<string>();
  unknown = 0;
  private state: State = 'none';
  private readonly outer: { state: State; ownFrom: boolean }[] = [];
  private ownFrom = false;

  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  read(): Touched {
    let at = 0;
    while (at < this.tokens.length) at = this.step(at);
    return this;
  }

  private word(at: number): string {
    const token = this.tokens[at];
    return token?.kind === 'word' || token?.kind === 'mark' ? token.text : '';
  }

  private step(at: number): number {
    const token = this.tokens[at];
    if (token === undefined) return at + 1;
    if (token.kind === 'mark') return this.mark(token.text, at);
    const expected = this.state === 'read' || this.state === 'write' || this.state === 'writes';
    if (token.kind === 'word' && this.keyword(token.text, at)) return at + 1;
    if (expected && !(token.kind === 'word' && BEFORE_NAME.has(token.text))) return this.name(at);
    if (token.kind === 'word' && this.word(at + 1) === '(') this.calls.add(token.text);
    return at + 1;
  }

  private mark(mark: string, at: number): number {
    if (mark === '(') {
      this.outer.push({ state: this.state === 'read' ? 'list' : this.state, ownFrom: this.ownFrom });
      this.ownFrom = OWN_FROM.has(this.word(at - 1));
      // `FROM (a JOIN b ...)`: a table may come first. `USING (column)` is no such list.
      if (this.state !== 'read' || this.word(at - 1) === 'using') this.state = 'none';
    } else if (mark === ')') {
      const outer = this.outer.pop();
      this.state = outer?.state ?? 'none';
      this.ownFrom = outer?.ownFrom ?? false;
    } else if (mark === ',' && this.state === 'list') {
      this.state = 'read';
    } else if (mark === ',' && this.state === 'written') {
      this.state = 'writes';
    } else if (mark === ';') {
      this.state = 'none';
    }
    return at + 1;
  }

  /** Whether the word was one of the grammar. */
  private keyword(word: string, at: number): boolean {
    const [before, after] = [this.word(at - 1), this.word(at + 1)];
    if (word === 'from') {
      if (!this.ownFrom && before !== 'distinct') this.state = before === 'delete' ? 'write' : 'read';
    } else if (word === 'join' || (word === 'using' && after !== '(')) this.state = 'read';
    else if (word === 'into') this.state = 'write';
    else if (word === 'update') {
      if (before === 'for' || before === 'key' || before === 'do' || NO_UPDATE.has(after)) return false;
      this.state = 'write';
    } else if (word === 'truncate' || (word === 'table' && before === 'lock')) this.state = 'writes';
    else if (word === 'copy' || (word === 'table' && this.state === 'none')) this.state = 'read';
    else if (ENDS_LIST.has(word)) this.state = 'none';
    else return false;
    return true;
  }

  /** The name of a table begins here; the place after it. */
  private name(at: number): number {
    const token = this.tokens[at];
    const state = this.state;
    this.state = state === 'writes' ? 'written' : state === 'write' ? 'none' : 'list';
    if (token === undefined) return at + 1;
    let end = at;
    while (this.word(end + 1) === '.' && this.tokens[end + 2] !== undefined) end += 2;
    const last = this.tokens[end] ?? token;
    if (last.kind === 'hole') this.unknown++;
    else if (state === 'read' && this.word(end + 1) === '(') this.calls.add(last.text);
    else (state === 'read' ? this.reads : this.writes).add(last.text);
    return end + 1;
  }
}

/**
 * The tables that SQL reads and writes: what follows FROM, JOIN, USING, INTO, UPDATE, DELETE FROM, TRUNCATE, LOCK TABLE and COPY, in
 * pieces of statements too. A common table expression hides no table of its name: none may be called as a table is.
 */
export function tablesOf(sql: string): Touched {
  return new Reader(tokensOf(sql)).read();
}
