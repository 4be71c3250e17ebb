/**
 * Lets React change a page while a browser translates it. Translators put their own elements around text nodes or in their place, of
 * which React knows nothing: it would fail when it removes such a text or inserts before it, and would write into texts that nobody
 * sees. From now on the element stands in for the text, until React changes the text and it returns to its place.
 */
export function followTranslators(): void {
  const standIns = new WeakMap<Node, Node>()
  const { appendChild, insertBefore, removeChild } = Node.prototype
  const observer = new MutationObserver((records) => records.forEach(follow))
  observer.observe(document, { childList: true, subtree: true })

  function follow(record: MutationRecord): void {
    if (record.type === 'characterData') return putBack(record.target)
    const { addedNodes, previousSibling, nextSibling } = record
    // What took the place of the text nodes, if anything did. React never uses those again that it removes.
    const standIn = addedNodes[0] ?? [previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT')
    if (!standIn) return
    for (const node of record.removedNodes) {
      if (!(node instanceof Text) || record.target.contains(node)) continue
      standIns.set(node, standIn)
      // Tells what React writes into the text.
      observer.observe(node, { characterData: true })
    }
  }

  /** Shows a text again that React has changed. To translators it is a new one. */
  function putBack(text: Node): void {
    const standIn = standIns.get(text)
    standIns.delete(text)
    const parent = standIn?.parentNode
    if (!standIn || !parent) return
    insertBefore.call(parent, text, standIn)
    removeChild.call(parent, standIn)
  }

  /** Returns the child of `parent` where React believes `node` to be; undefined if there is none. */
  function childAt(parent: Node, node: Node): Node | undefined {
    // May put it back.
    if (node.parentNode !== parent) observer.takeRecords().forEach(follow)
    let child = node.parentNode === parent ? node : (standIns.get(node) ?? node.parentNode)
    while (child && child.parentNode !== parent) child = child.parentNode
    return child ?? undefined
  }

  /** Returns what is to move when React moves a node within `parent`: a text does with its translation. */
  const moving = (parent: Node, node: Node): Node =>
    node instanceof Text ? (childAt(parent, node) ?? node) : node

  Node.prototype.removeChild = function <Child extends Node>(child: Child): Child {
    const present = childAt(this, child)
    // A text may be gone with its translation. Anything else that is missing is a fault, which the browser reports.
    if (present !== undefined || !(child instanceof Text)) removeChild.call(this, present ?? child)
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(node: Child, next: Node | null): Child {
    const present = next && childAt(this, next)
    insertBefore.call(this, moving(this, node), present ?? (next instanceof Text ? null : next))
    return node
  }
  Node.prototype.appendChild = function <Child extends Node>(node: Child): Child {
    appendChild.call(this, moving(this, node))
    return node
  }
}
