import type { KeyboardEvent } from 'react'
import { singleKey } from '../../shared/single-keys.ts'

export type Shortcut = 'next' | 'previous' | 'approve' | 'reject'

const shortcuts: Readonly<Record<string, Shortcut>> = { j: 'next', k: 'previous', a: 'approve', r: 'reject' }

/** What a key in the list asks for. */
export function shortcutOf(event: KeyboardEvent): Shortcut | undefined {
  const key = singleKey(event)
  return key === undefined ? undefined : shortcuts[key]
}
