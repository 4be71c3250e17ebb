// The shortcuts of one key without a modifier, and whether this browser has them.

import { useEffect, useEffectEvent } from 'react'
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

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>

const textFieldSelector = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'

/** Returns the pressed key in lower case; undefined with a modifier, in a text field, or while shortcuts are disabled. */
export function pressedSingleKey({ key, ctrlKey, metaKey, altKey, target }: KeyPress): string | undefined {
  if (ctrlKey || metaKey || altKey || !useSingleKeyShortcuts.getState().enabled) return undefined
  if (target instanceof Element && target.closest(textFieldSelector)) return undefined
  return key.toLowerCase()
}

/** Calls `onPress` when a key is pressed anywhere on the page; not while a dialog is open, which handles its own keys. */
export function usePageShortcut(shortcut: string | undefined, onPress: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat) return
    if (shortcut === undefined || pressedSingleKey(event) !== shortcut) return
    if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return
    event.preventDefault()
    onPress()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
