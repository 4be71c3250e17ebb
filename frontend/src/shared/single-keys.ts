import { create } from 'zustand'

const storageKey = 'thirty-single-keys'

type SingleKeys = { on: boolean; turn: (on: boolean) => void }

/** Whether single keys act as shortcuts. Kept in this browser, because the hand at this keyboard wants it so. */
export const useSingleKeys = create<SingleKeys>((set) => ({
  on: localStorage.getItem(storageKey) !== 'off',
  turn: (on) => {
    localStorage.setItem(storageKey, on ? 'on' : 'off')
    set({ on })
  },
}))

type Press = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; target: EventTarget | null }

const writes = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'

/** The single key that was pressed, in lower case; nothing with a modifier held, or while somebody writes. */
export function singleKey({ key, ctrlKey, metaKey, altKey, target }: Press): string | undefined {
  if (ctrlKey || metaKey || altKey || !useSingleKeys.getState().on) return undefined
  if (target instanceof Element && target.closest(writes)) return undefined
  return key.toLowerCase()
}
