import type { KeyboardEvent } from 'react'
import { create } from 'zustand'

const storageKey = 'thirty-admin-shortcuts'

type Shortcuts = { on: boolean; turn: (on: boolean) => void }

/** Whether single keys act. Kept in this browser, because the hand at this keyboard wants it so. */
export const useShortcuts = create<Shortcuts>((set) => ({
  on: localStorage.getItem(storageKey) !== 'off',
  turn: (on) => {
    localStorage.setItem(storageKey, on ? 'on' : 'off')
    set({ on })
  },
}))

export type Shortcut = 'next' | 'previous' | 'approve' | 'reject'

const keys: Readonly<Record<string, Shortcut>> = { j: 'next', k: 'previous', a: 'approve', r: 'reject' }

/** What a key in the list asks for; nothing while shortcuts are off, with a modifier held, or while somebody writes. */
export function shortcutOf(event: KeyboardEvent, on: boolean): Shortcut | undefined {
  if (!on || event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement)
    return undefined
  return keys[event.key.toLowerCase()]
}
