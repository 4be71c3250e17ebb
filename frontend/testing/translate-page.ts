/**
 * Translates the page as browsers do, now and whenever it changes: puts two `font` elements in the place of each text node. Returns a
 * function that stops. `marks` are written around the text; without them, the page reads as before. Runs also in the page of a journey,
 * and so uses nothing from outside.
 */
export function translatePage(marks: readonly [string, string] = ['«', '»']): () => void {
  const translate = () => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      const parent = text.parentElement
      if (
        !text.data.trim() ||
        !parent?.closest('body') ||
        parent.closest('script,style,font,textarea,option,[translate=no],.notranslate')
      )
        continue
      texts.push(text)
    }
    for (const text of texts) {
      const outer = document.createElementNS('http://www.w3.org/1999/xhtml', 'font')
      const inner = document.createElementNS('http://www.w3.org/1999/xhtml', 'font')
      inner.textContent = marks[0] + text.data + marks[1]
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  translate()
  const observer = new MutationObserver(translate)
  observer.observe(document, { childList: true, characterData: true, subtree: true })
  return () => observer.disconnect()
}
