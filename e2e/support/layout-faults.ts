import type { Page } from '@playwright/test'

/**
 * Returns what is wrong with the layout of a page, or of its open dialog: texts of which fewer than twelve characters are visible,
 * texts that overlap other texts, icons or controls, controls that are cut off or outside of their card or the window, and tables whose cells
 * are not below their headers.
 */
export const layoutFaults = (page: Page): Promise<string[]> => page.evaluate(findFaults)

/** Runs in the page. */
function findFaults(): string[] {
  const leastCharacters = 12
  // Bars at the top of the window are where they belong.
  scrollTo({ top: 0, behavior: 'instant' })
  const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]')
  const scope = dialogs[dialogs.length - 1] ?? document.body
  const faults = new Set<string>()
  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (element: Element) => {
    const style = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, style)
    return style
  }
  const ancestorsOf = (element: Element): Element[] => {
    const found = []
    for (let next = element.parentElement; next !== null && next !== document.body; next = next.parentElement)
      found.push(next)
    return found
  }
  /** For screen readers only, or behind a closed part of the page. */
  const isHidden = (element: Element) =>
    // Rows outside of the window that the browser has not laid out yet.
    !element.checkVisibility({
      contentVisibilityAuto: true,
      opacityProperty: true,
      visibilityProperty: true,
    }) || [element, ...ancestorsOf(element)].some((part) => styleOf(part).clipPath !== 'none')
  const clips = (element: Element) => {
    const { overflowX, contentVisibility } = styleOf(element)
    return overflowX === 'hidden' || overflowX === 'clip' || contentVisibility === 'auto'
  }
  const scrolls = (element: Element) => /auto|scroll/.test(styleOf(element).overflowX)
  /** The boxes outside of which no part of the element is visible. */
  const clippingBoxes = (element: Element): DOMRect[] => {
    const boxes = []
    for (const part of ancestorsOf(element)) {
      if (scrolls(part)) return boxes
      if (clips(part)) boxes.push(part.getBoundingClientRect())
    }
    return [...boxes, new DOMRect(0, -1e6, innerWidth, 2e6)]
  }
  const isOutside = (inner: DOMRect, box: DOMRect) =>
    inner.left < box.left - 1.5 || inner.right > box.right + 1.5
  /** What opens above the content, or stays at the bottom of the window while the content scrolls. */
  const layerOf = (element: Element) =>
    [element, ...ancestorsOf(element)].find((part) => {
      const { position, bottom, zIndex } = styleOf(part)
      return (
        position === 'fixed' ||
        (position === 'sticky' && bottom !== 'auto') ||
        (position === 'absolute' && Number(zIndex) > 1)
      )
    })

  type Piece = { element: Element; text: string; boxes: DOMRect[]; layer: Element | undefined }
  const pieces: Piece[] = []
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (walker.nextNode()) {
    const node = walker.currentNode
    const element = node.parentElement
    const text = node.textContent?.trim().replaceAll(/\s+/g, ' ') ?? ''
    const isDrawn = element?.closest('svg, [aria-hidden="true"], textarea, option, script, style, noscript')
    if (!element || text === '' || isDrawn || isHidden(element)) continue
    range.selectNodeContents(node)
    const outer = [element, ...ancestorsOf(element)].filter(clips).map((part) => part.getBoundingClientRect())
    if (outer.some((box) => isOutside(range.getBoundingClientRect(), box))) {
      let shown = 0
      for (let index = 0; index < (node.textContent ?? '').length && shown < leastCharacters; index += 1) {
        range.setStart(node, index)
        range.setEnd(node, index + 1)
        const box = range.getBoundingClientRect()
        if (box.width > 0 && outer.every((clip) => !isOutside(box, clip))) shown += 1
      }
      if (shown < leastCharacters) faults.add(`only ${shown} characters of "${text}"`)
      range.selectNodeContents(node)
    }
    // The height of a line is less than that of its letters' box. Lines that do not fit into a clamped text are not visible.
    const lowest = Math.min(...outer.map((box) => box.bottom))
    const boxes = [...range.getClientRects()].map(({ left, top, width, height }) => {
      const right = Math.min(left + width, ...outer.map((box) => box.right))
      const start = Math.max(left, ...outer.map((box) => box.left))
      const isVisible = top + height / 2 < lowest
      return new DOMRect(start, top + height / 4, isVisible ? Math.max(right - start, 0) : 0, height / 2)
    })
    pieces.push({ element, text, boxes, layer: layerOf(element) })
  }

  for (const icon of scope.querySelectorAll('svg.lucide'))
    if (!isHidden(icon)) {
      const text = `the icon ${icon.classList.value}`
      pieces.push({ element: icon, text, boxes: [icon.getBoundingClientRect()], layer: layerOf(icon) })
    }
  /** Icons may overlap each other, as the stars of a rating do. */
  const areIcons = (...both: Piece[]) => both.every(({ element }) => element instanceof SVGElement)

  const overlap = (first: DOMRect, second: DOMRect) =>
    Math.min(first.right, second.right) - Math.max(first.left, second.left) > 2 &&
    Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top) > 2
  pieces.forEach((piece, index) => {
    for (const other of pieces.slice(index + 1))
      if (
        other.layer === piece.layer &&
        !areIcons(piece, other) &&
        piece.boxes.some((box) => other.boxes.some((otherBox) => overlap(box, otherBox)))
      )
        faults.add(`"${piece.text}" overlaps "${other.text}"`)
  })

  const controls = scope.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [role="combobox"]',
  )
  for (const control of controls) {
    const box = control.getBoundingClientRect()
    // The text of a link in a line may end with an ellipsis, which is checked above.
    if (box.width <= 1 || isHidden(control) || styleOf(control).display === 'inline') continue
    const name =
      control.ariaLabel ?? (control.textContent.trim() || control.getAttribute('name') || control.tagName)
    if (clippingBoxes(control).some((clip) => isOutside(box, clip))) faults.add(`"${name}" is cut off`)
    const card = ancestorsOf(control).find((part) => {
      const { backgroundColor, borderRightWidth, borderLeftWidth } = styleOf(part)
      return (
        backgroundColor !== 'rgba(0, 0, 0, 0)' || (borderRightWidth !== '0px' && borderLeftWidth !== '0px')
      )
    })
    // A link over a whole card, or a row of buttons that scrolls.
    if (styleOf(control).position === 'absolute' || ancestorsOf(control).some(scrolls)) continue
    if (card && isOutside(box, card.getBoundingClientRect())) faults.add(`"${name}" is outside of its card`)
    const layer = layerOf(control)
    for (const piece of pieces)
      if (
        piece.layer === layer &&
        !areIcons(piece) &&
        !control.contains(piece.element) &&
        !(
          control instanceof HTMLInputElement &&
          [...(control.labels ?? [])].some((label) => label.contains(piece.element))
        ) &&
        piece.boxes.some((textBox) => overlap(textBox, box))
      )
        faults.add(`"${piece.text}" is under "${name}"`)
  }

  const isShown = (element: Element) => styleOf(element).display !== 'none'
  for (const table of scope.querySelectorAll('table')) {
    const heads = table.tHead?.rows[0]
    if (heads === undefined || table.tHead?.checkVisibility() !== true || isHidden(heads)) continue
    const count = [...heads.cells].filter(isShown).length
    const rows = [...table.tBodies].flatMap((body) => [...body.rows])
    const isMoved = (row: HTMLTableRowElement) =>
      styleOf(row).display === 'table-row' &&
      row.cells.length === heads.cells.length &&
      [...row.cells].filter(isShown).length !== count
    if (rows.some(isMoved)) faults.add(`cells of "${table.ariaLabel ?? ''}" are under other headers`)
  }
  return [...faults]
}
