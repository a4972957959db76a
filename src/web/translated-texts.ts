/** A text of ours that a translator took out of the page: what is shown in its place, and what it said. */
interface Hidden {
  readonly copy: ChildNode;
  readonly said: string;
}

/**
 * Keeps a page alive and true that a browser translates. Translators take texts out of the page and put copies in their place. What draws
 * the page does not know: it goes on writing into texts that nobody sees, and breaks where it removes one or puts something before it.
 *
 * So each text goes back before its copy, empty, where it is expected. As soon as it is changed, moved or removed, the copy goes, and the
 * translator meets the new words as it meets any. Where the translator takes a copy back, the text says again what it said.
 */
export function keepTranslated(root: Node): void {
  const hidden = new WeakMap<Node, Hidden>();
  const behind = new WeakMap<Node, Set<Text>>();

  const hide = (text: Text, copy: ChildNode) => {
    hidden.set(text, { copy, said: hidden.get(text)?.said ?? text.data });
    behind.set(copy, (behind.get(copy) ?? new Set()).add(text));
    copy.before(text);
    text.data = '';
    observer.observe(text, { characterData: true });
  };
  const show = (node: Node) => {
    const copy = hidden.get(node)?.copy ?? node;
    const texts = behind.get(copy);
    if (texts === undefined) return;
    behind.delete(copy);
    for (const text of texts) {
      if (text.data === '') text.data = hidden.get(text)?.said ?? '';
      hidden.delete(text);
    }
    (copy as ChildNode).remove();
  };

  const observer = new MutationObserver((records) => {
    const fresh = new Set(records.flatMap((record) => [...record.addedNodes]));
    for (const record of records) {
      const copy = copyOf(record, fresh);
      if (record.type === 'characterData') show(record.target);
      for (const node of record.addedNodes) if (hidden.has(node)) show(node);
      for (const node of record.removedNodes) {
        const texts = isText(node) && !hidden.has(node) ? [node] : behind.get(node);
        if (copy === undefined || node.isConnected) show(node);
        else for (const text of texts ?? []) hide(text, copy);
      }
    }
    // What was done here is no news.
    observer.takeRecords();
  });
  observer.observe(root, { childList: true, subtree: true });
}

/**
 * What came in the place of what a record says was removed: at once with it, as a page's own drawing never does, or just now beside it, and then an
 * element that translators use and the page does not.
 */
function copyOf(record: MutationRecord, fresh: ReadonlySet<Node>): ChildNode | undefined {
  if (record.removedNodes.length === 0) return undefined;
  const beside = [record.previousSibling, record.nextSibling].filter(
    (node) => node?.nodeName === 'FONT' && fresh.has(node),
  );
  const found = [...record.addedNodes, ...beside].find((node) => node?.nodeType === 1 && node.isConnected);
  return found as Element | undefined;
}

function isText(node: Node): node is Text {
  return node.nodeName === '#text';
}
