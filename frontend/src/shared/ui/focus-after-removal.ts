// Moves the focus to the next row when a row disappears whose control was pressed.

import { isFocusLost, moveFocus } from './move-focus.ts'

/** The place of the control that was pressed last, in its list. */
type Place = {
  row: Element
  list: Element
  index: number
  controlIndex: number
  /** From the list upwards. */
  surroundings: readonly Element[]
}

const controlsOf = (row: Element): HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>(':is(a[href], button, input):not(:disabled, [tabindex="-1"])'),
]

/** Rows of a table are each in a separate group, or all in the same one. */
function rowOf(control: Element): Element | null {
  const row = control.closest('li, tr')
  const group = row?.closest('tbody')
  return group && group.children.length === 1 ? group : row
}

function placeOf(control: Element): Place | undefined {
  const row = rowOf(control)
  const list = row?.parentElement
  if (!row || !list) return undefined
  const surroundings: Element[] = []
  for (let around: Element | null = list; around; around = around.parentElement) surroundings.push(around)
  const controlIndex = controlsOf(row).findIndex((other) => other === control)
  return { row, list, index: [...list.children].indexOf(row), controlIndex, surroundings }
}

/** Focuses the same control of the next row, or of the last one; without any, the heading of the list. */
function focusNext({ list, index, controlIndex, row, surroundings }: Place): void {
  const rows = list.isConnected ? [...list.children].filter(({ tagName }) => tagName === row.tagName) : []
  const controls = controlsOf(rows[index] ?? rows.at(-1) ?? row).filter(({ isConnected }) => isConnected)
  const control = controls[controlIndex] ?? controls[0]
  if (control) return control.focus()
  for (const around of surroundings) {
    const heading = around.isConnected ? around.querySelector<HTMLElement>('h1, h2, h3, h4') : null
    if (heading) return moveFocus(heading)
  }
}

/**
 * Keeps the keyboard in a list whose row was removed by a control in it, also after a question in a dialog: the browser would start
 * at the top of the page. Returns a function that stops.
 */
export function followRemovals(): () => void {
  let place: Place | undefined
  const remember = ({ target }: Event) => {
    const control = target instanceof Element ? target.closest('button, input, label') : null
    // The answer to a question about the row.
    if (control?.closest('[role=dialog], [role=alertdialog]')) return
    place = control ? placeOf(control) : undefined
  }
  const observer = new MutationObserver(() => {
    if (place === undefined || place.row.isConnected || !isFocusLost()) return
    const gone = place
    place = undefined
    focusNext(gone)
  })
  addEventListener('click', remember, { capture: true })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    removeEventListener('click', remember, { capture: true })
    observer.disconnect()
  }
}
