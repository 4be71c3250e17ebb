import type { OwnUser } from '@thirty/contracts/api/accounts/accounts.ts'

/** The participant area and the admin area; each has its own token. */
export type Area = 'user' | 'admin'

/** Keys in browser storage (specification, section 3). */
const keys = {
  user: { token: 'token', person: 'user', signedIn: 'isAuthenticated' },
  admin: { token: 'adminToken', person: 'adminUser', signedIn: 'isAdminAuthenticated' },
} as const

const allKeys: readonly string[] = [...Object.values(keys.user), ...Object.values(keys.admin)]

/** Returns whether a changed key of browser storage belongs to the session. `null` means that all keys were cleared. */
export const isSessionKey = (key: string | null): boolean => key === null || allKeys.includes(key)

/** Returns the stored token of an area, or undefined. */
export const storedToken = (area: Area): string | undefined =>
  localStorage.getItem(keys[area].token) ?? undefined

/** Returns the area whose token is checked first, or undefined for a visitor. */
export function storedArea(): Area | undefined {
  if (storedToken('user') !== undefined) return 'user'
  return storedToken('admin') === undefined ? undefined : 'admin'
}

/** Returns the token for the live socket: the user's before the admin's, as in the session check. */
export const anyStoredToken = (): string | undefined => storedToken('user') ?? storedToken('admin')

export function storeSession(area: Area, token: string, person: OwnUser): void {
  localStorage.setItem(keys[area].token, token)
  localStorage.setItem(keys[area].person, JSON.stringify(person))
  localStorage.setItem(keys[area].signedIn, 'true')
}

/** Replaces the stored token; the stored person stays. */
export const storeToken = (area: Area, token: string): void => localStorage.setItem(keys[area].token, token)

export function clearSession(area: Area): void {
  for (const key of Object.values(keys[area])) localStorage.removeItem(key)
}
