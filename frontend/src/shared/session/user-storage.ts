// Removes what this browser stores for a user: at logout, and when another user signs in. `storage/user-change.ts` does so for what this
// tab holds in memory, and `storage/session-storage.ts` has the token.

import { forgetAccountTheme } from '../preferences/theme.ts'
import { deviceStorage, tabStorage } from '../storage/browser-storage.ts'

const prefix = 'thirty-'
/** Preferences of this browser. All other keys with the prefix belong to the user that is signed in. */
const preferenceKeys: readonly string[] = ['thirty-theme', 'thirty-single-keys', 'thirty-admin-sidebar']
/** Says whose data is stored. It stays when a session ends by itself, so that a draft survives until the next login. */
const ownerKey = 'thirty-owner'

const storages = [deviceStorage, tabStorage]

/** Removes everything that is stored for a user, such as drafts. Preferences of the browser and the session stay. */
export function clearUserStorage(): void {
  for (const storage of storages) clear(storage)
}

/** Marks what is stored from now on as the data of a user, and removes the data of another one. */
export function claimUserStorage(userId: string): void {
  for (const storage of storages) {
    const owner = storage.get(ownerKey)
    if (owner === userId) continue
    if (owner !== undefined) clear(storage)
    storage.set(ownerKey, userId)
  }
}

function clear(storage: (typeof storages)[number]): void {
  if (storage === deviceStorage) forgetAccountTheme()
  for (const key of storage.keys())
    if (key.startsWith(prefix) && !preferenceKeys.includes(key)) storage.remove(key)
}
