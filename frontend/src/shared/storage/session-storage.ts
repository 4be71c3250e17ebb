// The stored session: token and person of the signed-in user, on this device for all tabs. The `sessionStorage` of the browser is
// `tabStorage` in `browser-storage.ts`.

import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import { deviceStorage } from './browser-storage.ts'

/** The participant area and the admin area; each has its own token. */
export type SessionArea = 'user' | 'admin'

/** Keys in browser storage. They stay as they are: browsers of signed-in users have them. */
const keys = {
  user: { token: 'token', person: 'user', signedIn: 'isAuthenticated' },
  admin: { token: 'adminToken', person: 'adminUser', signedIn: 'isAdminAuthenticated' },
} as const

const allKeys: readonly string[] = [...Object.values(keys.user), ...Object.values(keys.admin)]

/** Returns whether a changed key of browser storage belongs to the session. `null` means that all keys were cleared. */
export const isSessionKey = (key: string | null): boolean => key === null || allKeys.includes(key)

/** Returns the stored token of an area, or undefined. */
export const storedToken = (area: SessionArea): string | undefined => deviceStorage.get(keys[area].token)

/** Returns the area whose token is checked first, or undefined for a visitor. */
export function storedArea(): SessionArea | undefined {
  if (storedToken('user') !== undefined) return 'user'
  return storedToken('admin') === undefined ? undefined : 'admin'
}

/** Returns the token of the session: the user's before the admin's, as in the session check. */
export const anyStoredToken = (): string | undefined => storedToken('user') ?? storedToken('admin')

export function storeSession(area: SessionArea, token: string, person: OwnUser): void {
  deviceStorage.set(keys[area].token, token)
  deviceStorage.set(keys[area].person, JSON.stringify(person))
  deviceStorage.set(keys[area].signedIn, 'true')
}

/** Returns the stored person of an area; undefined if there is none that can be read. */
export function storedPerson(area: SessionArea): OwnUser | undefined {
  const person = deviceStorage.read<OwnUser>(keys[area].person)
  return person._id && person.fullName ? (person as OwnUser) : undefined
}

/** Replaces the stored token; the stored person stays. */
export const storeToken = (area: SessionArea, token: string): void =>
  deviceStorage.set(keys[area].token, token)

export function clearSession(area: SessionArea): void {
  for (const key of Object.values(keys[area])) deviceStorage.remove(key)
}
