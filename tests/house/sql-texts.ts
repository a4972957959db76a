import { posix } from 'node:path';
import ts from 'typescript';
import { HOLE } from '#tests/house/sql-tables.ts';
import type { SourceFile } from '#tests/tree.ts';

/** A text of the code that may be SQL, with the constants and functions that it is put together from filled in. */
export interface SqlText {
  readonly line: number;
  readonly text: string;
}

type Declared = ts.Expression | ts.FunctionDeclaration;

interface Module {
  readonly source: ts.SourceFile;
  readonly declared: ReadonlyMap<string, Declared>;
  readonly imported: ReadonlyMap<string, { readonly path: string; readonly name: string }>;
}

/** Deeper than any constant is put together; what calls itself ends here. */
const DEPTH = 8;

/** Reads the texts of files, with what they import from each other. */
export class SqlTexts {
  private readonly files: ReadonlyMap<string, string>;
  private readonly modules = new Map<string, Module>();

  constructor(files: readonly SourceFile[]) {
    this.files = new Map(files.map(({ path, text }) => [path, text]));
  }

  /** Texts of a file that may be SQL. A string on its own is one, and so are `table: 'name'` and `holding('name')` as
   * what they stand for: a write. */
  of(path: string): SqlText[] {
    const module = this.module(path);
    if (module === null) return [];
    const found: SqlText[] = [];
    const visit = (node: ts.Node): void => {
      const line = () => module.source.getLineAndCharacterOfPosition(node.getStart(module.source)).line + 1;
      if (isText(node)) found.push({ line: line(), text: this.resolve(node, module, 0) });
      else if (
        ts.isPropertyAssignment(node) &&
        node.name.getText(module.source) === 'table' &&
        isText(node.initializer)
      ) {
        found.push({ line: line(), text: `INSERT INTO ${this.resolve(node.initializer, module, 0)}` });
      }
      if (ts.isCallExpression(node) && node.expression.getText(module.source) === 'holding') {
        const [table] = node.arguments;
        if (table !== undefined) found.push({ line: line(), text: `DELETE FROM ${this.resolve(table, module, 0)}` });
      }
      ts.forEachChild(node, visit);
    };
    visit(module.source);
    return found;
  }

  private module(path: string): Module | null {
    const known = this.modules.get(path);
    if (known !== undefined) return known;
    const text = this.files.get(path);
    if (text === undefined) return null;
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const module = { source, declared: declaredIn(source), imported: importedBy(source, path) };
    this.modules.set(path, module);
    return module;
  }

  /** What an expression is as text; `HOLE` for what only the running code knows. */
  private resolve(node: ts.Node, module: Module, depth: number): string {
    if (depth > DEPTH) return HOLE;
    const next = (inner: ts.Node) => this.resolve(inner, module, depth + 1);
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isTemplateExpression(node)) {
      return node.head.text + node.templateSpans.map((span) => next(span.expression) + span.literal.text).join('');
    }
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
      return next(node.expression);
    }
    if (ts.isConditionalExpression(node)) return `${next(node.whenTrue)} ; ${next(node.whenFalse)}`;
    if (ts.isBinaryExpression(node)) return next(node.left) + next(node.right);
    if (ts.isArrowFunction(node))
      return ts.isBlock(node.body) ? this.returned(node.body, module, depth) : next(node.body);
    if (ts.isFunctionDeclaration(node)) return node.body === undefined ? HOLE : this.returned(node.body, module, depth);
    if (ts.isCallExpression(node)) return ts.isIdentifier(node.expression) ? next(node.expression) : HOLE;
    if (ts.isElementAccessExpression(node)) return this.anyOf(node.expression, module, depth);
    return ts.isIdentifier(node) ? this.named(node.text, module, depth) : HOLE;
  }

  private named(name: string, module: Module, depth: number): string {
    const declared = module.declared.get(name);
    if (declared !== undefined) return this.resolve(declared, module, depth + 1);
    const from = module.imported.get(name);
    // Text of another subject is read where it stands.
    const isOwn = from !== undefined && subjectOf(from.path) === subjectOf(module.source.fileName);
    const other = isOwn ? this.module(from.path) : null;
    return from === undefined || other === null ? HOLE : this.named(from.name, other, depth + 1);
  }

  private returned(body: ts.Block, module: Module, depth: number): string {
    const texts: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isReturnStatement(node) && node.expression) texts.push(this.resolve(node.expression, module, depth + 1));
      else if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
    };
    visit(body);
    return texts.join(' ; ') || HOLE;
  }

  /** Every value of a table of texts, one after the other. */
  private anyOf(node: ts.Expression, module: Module, depth: number): string {
    let table: ts.Node | undefined = ts.isIdentifier(node) ? module.declared.get(node.text) : node;
    while (table && (ts.isAsExpression(table) || ts.isSatisfiesExpression(table))) table = table.expression;
    if (!table || !ts.isObjectLiteralExpression(table)) return HOLE;
    const values = table.properties.map((line) =>
      ts.isPropertyAssignment(line) ? this.resolve(line.initializer, module, depth + 1) : HOLE,
    );
    return values.join(' ; ');
  }
}

const subjectOf = (path: string): string => path.split('/').slice(0, 3).join('/');

const isText = (node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** Constants and functions of a file, at any depth, by name. */
function declaredIn(source: ts.SourceFile): Map<string, Declared> {
  const declared = new Map<string, Declared>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      declared.set(node.name.text, node.initializer);
    } else if (ts.isFunctionDeclaration(node) && node.name) declared.set(node.name.text, node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return declared;
}

function importedBy(source: ts.SourceFile, path: string): Map<string, { path: string; name: string }> {
  const imported = new Map<string, { path: string; name: string }>();
  for (const line of source.statements) {
    if (!ts.isImportDeclaration(line) || !ts.isStringLiteral(line.moduleSpecifier)) continue;
    const from = line.moduleSpecifier.text;
    const target = from.startsWith('#')
      ? `src/${from.slice(1)}`
      : posix.normalize(posix.join(posix.dirname(path), from));
    const names = line.importClause?.namedBindings;
    if (names === undefined || !ts.isNamedImports(names)) continue;
    for (const { name, propertyName } of names.elements) {
      imported.set(name.text, { path: target, name: (propertyName ?? name).text });
    }
  }
  return imported;
}
