import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { indexAfterKey, indexForText } from './list-navigation.ts'
import type { ListItem } from './list-navigation.ts'

type ListBoxOptions = { options: readonly ListItem[]; chosen: number; onChoose: (index: number) => void }

/** A longer pause between two letters starts a new search text, in milliseconds. */
const typeAheadResetMs = 600

/** A select-only combobox (WAI-ARIA): focus stays on the button, `active` is the index of the active option. */
export const useListBox = ({ options, chosen, onChoose }: ListBoxOptions) => {
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(chosen)
  const typedRef = useRef({ text: '', time: 0 })

  const openAt = (index = chosen) => {
    setActive(index)
    setOpen(true)
  }
  const choose = (index: number) => {
    setOpen(false)
    if (options[index] && !options[index].disabled) onChoose(index)
  }
  const typeAhead = (key: string, now: number) => {
    const text = now - typedRef.current.time > typeAheadResetMs ? key : typedRef.current.text + key
    typedRef.current = { text, time: now }
    const foundIndex = indexForText(text, options, open ? active : chosen)
    if (foundIndex !== undefined) openAt(foundIndex)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const nextIndex = indexAfterKey(event.key, options, active)
    if (!open && (nextIndex !== undefined || event.key === 'Enter' || event.key === ' ')) openAt()
    else if (nextIndex !== undefined) setActive(nextIndex)
    else if (open && (event.key === 'Enter' || event.key === ' ')) choose(active)
    else if (open && event.key === 'Tab') return choose(active)
    else if (open && event.key === 'Escape') setOpen(false)
    else if (event.key.length === 1) typeAhead(event.key, event.timeStamp)
    else return
    event.preventDefault()
    // Escape must not also close a surrounding dialog.
    event.stopPropagation()
  }

  return { open, active, openAt, choose, close: () => setOpen(false), setActive, onKeyDown }
}
