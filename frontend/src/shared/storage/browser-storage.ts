// The storage of the browser for texts, which does not throw when it is blocked, and the session in it: token and person of the signed-in
// user, on this device for all tabs.

import type { OwnUser } from '@thirty/contracts/accounts/api.ts'

/**
 * Returns a browser storage that never throws. Texts that the browser does not store, because its storage is blocked or full,
 * are kept in memory until the page is closed.
 */
function createStorage(name: 'local' | 'session') {
  const memory = new Map<string, string>()
  const stored = <Value>(access: (storage: Storage) => Value): Value | undefined => {
    try {
      // Reading the property throws if storage is blocked.
      return access(name === 'local' ? localStorage : sessionStorage)
    } catch {
      return undefined
    }
  }
  const get = (key: string): string | undefined =>
    memory.get(key) ?? stored((storage) => storage.getItem(key)) ?? undefined
  return {
    get,
    /**
     * Returns an object that this or an earlier release has stored as JSON, so fields may be missing: all of them if nothing is stored
     * that can be read.
     */
    read: <Value extends object>(key: string): Partial<Value> => {
      try {
        // Safe as far as only this product writes the key.
        return Object(JSON.parse(get(key) ?? '{}')) as Partial<Value>
      } catch {
        return {}
      }
    },
    set: (key: string, value: string) => {
      memory.set(key, value)
      stored((storage) => {
        storage.setItem(key, value)
        memory.delete(key)
      })
    },
    remove: (key: string) => {
      memory.delete(key)
      stored((storage) => storage.removeItem(key))
    },
    /** Whether the browser stores a text; false for one that is only in memory. */
    isStored: (key: string) => !memory.has(key) && get(key) !== undefined,
    keys: () => [...memory.keys(), ...(stored((storage) => Object.keys(storage)) ?? [])],
  }
}

/** Kept until it is removed, and shared by all tabs. */
export const deviceStorage = createStorage('local')
/** Kept until the tab is closed. */
export const tabStorage = createStorage('session')

/** The participant area and the admin area; each has its own token. The user's is checked first. */
export const sessionAreas = ['user', 'admin'] as const
export type SessionArea = (typeof sessionAreas)[number]

/** Keys in browser storage. They stay as they are: browsers of signed-in users have them. */
const keys = {
  user: { token: 'token', person: 'user', signedIn: 'isAuthenticated' },
  admin: { token: 'adminToken', person: 'adminUser', signedIn: 'isAdminAuthenticated' },
} as const

const allKeys: readonly string[] = [...Object.values(keys.user), ...Object.values(keys.admin)]

/** Returns whether a changed key of browser storage belongs to the session. `null` means that all keys were cleared. */
export const isSessionKey = (key: string | null): boolean => key === null || allKeys.includes(key)

export const storedToken = (area: SessionArea): string | undefined => deviceStorage.get(keys[area].token)

/** Returns the area whose token is checked first, or undefined for a visitor. */
export const storedArea = (): SessionArea | undefined =>
  sessionAreas.find((area) => storedToken(area) !== undefined)

/** Returns the stored tokens in the order in which they are checked. */
export const storedTokens = (): string[] => sessionAreas.flatMap((area) => storedToken(area) ?? [])

/** Returns the token of the session. */
export const anyStoredToken = (): string | undefined => storedTokens()[0]

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
