import { create } from 'zustand'

const storageKey = 'thirty-single-keys'

type SingleKeys = { enabled: boolean; setEnabled: (on: boolean) => void }

/** Whether single-key shortcuts are on. A preference of this browser, not of the account. */
export const useSingleKeyShortcuts = create<SingleKeys>((set) => ({
  enabled: localStorage.getItem(storageKey) !== 'off',
  setEnabled: (on) => {
    localStorage.setItem(storageKey, on ? 'on' : 'off')
    set({ enabled: on })
  },
}))

type Press = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; target: EventTarget | null }

const writes = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'

/** Returns the pressed key in lower case; undefined with a modifier or in a text field. */
export function pressedSingleKey({ key, ctrlKey, metaKey, altKey, target }: Press): string | undefined {
  if (ctrlKey || metaKey || altKey || !useSingleKeyShortcuts.getState().enabled) return undefined
  if (target instanceof Element && target.closest(writes)) return undefined
  return key.toLowerCase()
}
