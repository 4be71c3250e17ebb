import { create } from 'zustand'
import { deviceStorage } from '../storage/browser-storage.ts'

const storageKey = 'thirty-single-keys'

type SingleKeys = { enabled: boolean; setEnabled: (enabled: boolean) => void }

/** Whether single-key shortcuts are enabled. A preference of this browser, not of the account. Prerendered pages have the default. */
export const useSingleKeyShortcuts = create<SingleKeys>((set) => ({
  enabled: true,
  setEnabled: (enabled) => {
    deviceStorage.set(storageKey, enabled ? 'on' : 'off')
    set({ enabled })
  },
}))
if (deviceStorage.get(storageKey) === 'off') useSingleKeyShortcuts.setState({ enabled: false })

type KeyPress = {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  target: EventTarget | null
}

const textFieldSelector = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'

/** Returns the pressed key in lower case; undefined with a modifier, in a text field, or while shortcuts are disabled. */
export function pressedSingleKey({ key, ctrlKey, metaKey, altKey, target }: KeyPress): string | undefined {
  if (ctrlKey || metaKey || altKey || !useSingleKeyShortcuts.getState().enabled) return undefined
  if (target instanceof Element && target.closest(textFieldSelector)) return undefined
  return key.toLowerCase()
}
