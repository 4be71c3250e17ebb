// What a user has typed into forms and not sent, kept on this device.

import { ownUserId } from './session.ts'
import { deviceStorage } from '../storage/browser-storage.ts'

type Unsent = { values: Readonly<Record<string, unknown>>; at: number }

// With the user: a session that ended by itself keeps the values for the same person only (`session.ts`).
const prefix = (): string => `thirty-unsent-${ownUserId() ?? ''}-`

/** How long values are kept, in milliseconds. */
const maxAgeMs = 30 * 86_400_000
/** How many forms are kept. More would take the place of drafts. */
const maxForms = 50

/** Returns what this user has typed into a form on this device and not sent; undefined if there is nothing. */
export const loadUnsent = (form: string): Unsent['values'] | undefined => read(prefix() + form)?.values

/** Keeps what this user has typed into a form; forgets it without values. */
export function storeUnsent(form: string, values: Unsent['values'] | undefined): void {
  if (ownUserId() === undefined) return
  if (values === undefined) return deviceStorage.remove(prefix() + form)
  deviceStorage.set(prefix() + form, JSON.stringify({ values, at: Date.now() } satisfies Unsent))
  const stored = [...new Set(deviceStorage.keys())]
    .filter((key) => key.startsWith(prefix()))
    .map((key) => ({ key, at: read(key)?.at }))
    .toSorted((left, right) => (right.at ?? 0) - (left.at ?? 0))
  stored.forEach(({ key, at }, index) => {
    if (index >= maxForms || at === undefined) deviceStorage.remove(key)
  })
}

function read(key: string): Unsent | undefined {
  const { values, at = 0 } = deviceStorage.read<Unsent>(key)
  return values === undefined || Date.now() - at > maxAgeMs ? undefined : { values, at }
}
