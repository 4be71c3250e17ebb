import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { indexAfterKey, indexForText } from './list-navigation.ts'
import type { ListItem } from './list-navigation.ts'

type ListBox = { lines: readonly ListItem[]; chosen: number; onChoose: (at: number) => void }

/** The type-ahead starts anew after this pause, in milliseconds. */
const newWordAfter = 600

/** A select-only combobox (WAI-ARIA): focus stays on the button, `active` is the index of the active option. */
export const useListBox = ({ lines, chosen, onChoose }: ListBox) => {
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(chosen)
  const typed = useRef({ text: '', at: 0 })

  const show = (at = chosen) => {
    setActive(at)
    setOpen(true)
  }
  const choose = (at: number) => {
    setOpen(false)
    if (lines[at] && !lines[at].disabled) onChoose(at)
  }
  const type = (key: string, now: number) => {
    const text = now - typed.current.at > newWordAfter ? key : typed.current.text + key
    typed.current = { text, at: now }
    const found = indexForText(text, lines, open ? active : chosen)
    if (found !== undefined) show(found)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const moved = indexAfterKey(event.key, lines, active)
    if (!open && (moved !== undefined || event.key === 'Enter' || event.key === ' ')) show()
    else if (moved !== undefined) setActive(moved)
    else if (open && (event.key === 'Enter' || event.key === ' ')) choose(active)
    else if (open && event.key === 'Tab') return choose(active)
    else if (open && event.key === 'Escape') setOpen(false)
    else if (event.key.length === 1) type(event.key, event.timeStamp)
    else return
    event.preventDefault()
    // Escape closes the list only, not a surrounding dialog.
    event.stopPropagation()
  }

  return { open, active, show, choose, close: () => setOpen(false), setActive, onKeyDown }
}
