import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { indexAfterKey } from './list-navigation.ts'

/** One option of the list. `id` is unique in the list and stable when other options change. */
export type ComboItem = { id: string; label: string }

type ComboBox = {
  listId: string
  lines: readonly ComboItem[]
  /** The text of the field. A change of the text deactivates the active option. */
  text: string
  shown: boolean
  onOpen: () => void
  onClose: () => void
  onChoose: (id: string) => void
}

const arrows = ['ArrowDown', 'ArrowUp']
/** Navigate the list; without an active option they move the caret, as in any field. */
const leaps = ['Home', 'End', 'PageDown', 'PageUp']
const caret = ['ArrowLeft', 'ArrowRight']

/**
 * An editable combobox (WAI-ARIA): a field with a list of suggestions. Focus stays in the field;
 * no option is active until an arrow key activates one, and arrow up from the first returns to the text.
 */
export const useComboBox = ({ listId, lines, text, shown, onOpen, onClose, onChoose }: ComboBox) => {
  const [pointed, setPointed] = useState<{ id: string | undefined; over: string }>({
    id: undefined,
    over: text,
  })
  const active = shown && pointed.over === text ? lines.findIndex(({ id }) => id === pointed.id) : -1

  const point = (at: number) => setPointed({ id: lines[at]?.id, over: text })
  const close = () => {
    point(-1)
    onClose()
  }
  const moved = (key: string): number | undefined => {
    if (!arrows.includes(key) && (active < 0 || !leaps.includes(key))) return undefined
    return key === 'ArrowUp' && active === 0 ? -1 : indexAfterKey(key, lines, active)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, nativeEvent } = event
    if (altKey || ctrlKey || metaKey || shiftKey || nativeEvent.isComposing) return
    const to = moved(key)
    const chosen = lines[active]
    if (!shown && arrows.includes(key)) onOpen()
    else if (shown && to !== undefined) point(to)
    else if (shown && key === 'Escape') close()
    else if (chosen && key === 'Enter') onChoose(chosen.id)
    else {
      if (caret.includes(key)) point(-1)
      return
    }
    event.preventDefault()
  }

  const idOf = (id: string) => `${listId}-${id}`
  return {
    active: lines[active]?.id,
    close,
    input: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': shown,
      'aria-controls': listId,
      'aria-activedescendant': lines[active] && idOf(lines[active].id),
      onKeyDown,
    } as const,
    option: (id: string) => ({
      id: idOf(id),
      'aria-selected': lines[active]?.id === id,
      onClick: () => onChoose(id),
    }),
  }
}
