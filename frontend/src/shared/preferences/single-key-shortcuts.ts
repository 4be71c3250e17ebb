import { create } from 'zustand'

const storageKey = 'thirty-single-keys'

type SingleKeys = { enabled: boolean; setEnabled: (on: boolean) => void }

/** Whether single keys act as shortcuts. Kept in this browser, because the hand at this keyboard wants it so. */
export const useSingleKeyShortcuts = create<SingleKeys>((set) => ({
  enabled: localStorage.getItem(storageKey) !== 'off',
  setEnabled: (on) => {
    localStorage.setItem(storageKey, on ? 'on' : 'off')
    set({ enabled: on })
  },
}))

type Press = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; target: EventTarget | null }

const writes = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'

/** The single key that was pressed, in lower case; nothing with a modifier held, or while somebody writes. */
export function pressedSingleKey({ key, ctrlKey, metaKey, altKey, target }: Press): string | undefined {
  if (ctrlKey || metaKey || altKey || !useSingleKeyShortcuts.getState().enabled) return undefined
  if (target instanceof Element && target.closest(writes)) return undefined
  return key.toLowerCase()
}
