import type { OwnUser } from '@thirty/contracts/api/accounts/accounts.ts'

/** The two halves of the product; each keeps a token of its own. */
export type Area = 'user' | 'admin'

/** Names in browser storage (specification, section 3). */
const keys = {
  user: { token: 'token', person: 'user', signedIn: 'isAuthenticated' },
  admin: { token: 'adminToken', person: 'adminUser', signedIn: 'isAdminAuthenticated' },
} as const

const names = [...Object.values(keys.user), ...Object.values(keys.admin)] as string[]

/** Whether a change in browser storage concerns the session. `null` stands for "everything was cleared". */
export const isSessionKey = (key: string | null): boolean => key === null || names.includes(key)

/** The stored token of an area; `undefined` without one. */
export const storedToken = (area: Area): string | undefined =>
  localStorage.getItem(keys[area].token) ?? undefined

/** The token that sockets and open pages present: the user's before the admin's, as the session is checked. */
export const anyStoredToken = (): string | undefined => storedToken('user') ?? storedToken('admin')

export function storeSession(area: Area, token: string, person: OwnUser): void {
  localStorage.setItem(keys[area].token, token)
  localStorage.setItem(keys[area].person, JSON.stringify(person))
  localStorage.setItem(keys[area].signedIn, 'true')
}

/** Puts another token of the same person in the place of the stored one. */
export const storeToken = (area: Area, token: string): void => localStorage.setItem(keys[area].token, token)

export function clearSession(area: Area): void {
  for (const name of Object.values(keys[area])) localStorage.removeItem(name)
}
