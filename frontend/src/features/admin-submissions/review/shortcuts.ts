import type { KeyboardEvent } from 'react'
import { pressedSingleKey } from '../../../shared/preferences/single-key-shortcuts.ts'

export type Shortcut = 'next' | 'previous' | 'approve' | 'reject' | 'toggle' | 'next-pending'

const shortcuts: Readonly<Record<string, Shortcut>> = {
  j: 'next',
  k: 'previous',
  a: 'approve',
  r: 'reject',
  x: 'toggle',
  n: 'next-pending',
}

/** Returns the list shortcut for a key press, or undefined. */
export function matchShortcut(event: KeyboardEvent): Shortcut | undefined {
  const key = pressedSingleKey(event)
  return key === undefined ? undefined : shortcuts[key]
}
