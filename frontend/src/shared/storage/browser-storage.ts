// The storage of the browser for texts, which does not throw when it is blocked.

type StorageName = 'local' | 'session'

type BrowserStorage = {
  /** Returns the stored text, or undefined. */
  get: (key: string) => string | undefined
  /**
   * Returns an object that this or an earlier release has stored as JSON, so fields may be missing: all of them if nothing is stored that
   * can be read.
   */
  read: <Value extends object>(key: string) => Partial<Value>
  set: (key: string, value: string) => void
  remove: (key: string) => void
  keys: () => string[]
  /** Whether the browser stores a text; false for one that is only in memory. */
  isStored: (key: string) => boolean
}

/**
 * Returns a browser storage that never throws. Texts that the browser does not store, because its storage is blocked or full,
 * are kept in memory until the page is closed.
 */
function createStorage(name: StorageName): BrowserStorage {
  const memory = new Map<string, string>()
  const stored = <Value>(access: (storage: Storage) => Value): Value | undefined => {
    try {
      // Reading the property throws if storage is blocked.
      return access(name === 'local' ? localStorage : sessionStorage)
    } catch {
      return undefined
    }
  }
  const get = (key: string) => memory.get(key) ?? stored((storage) => storage.getItem(key)) ?? undefined
  return {
    get,
    read: <Value extends object>(key: string) => {
      try {
        // Safe as far as only this product writes the key.
        return Object(JSON.parse(get(key) ?? '{}')) as Partial<Value>
      } catch {
        return {}
      }
    },
    set: (key, value) => {
      const isStored = stored((storage) => {
        storage.setItem(key, value)
        return true
      })
      if (isStored) memory.delete(key)
      else memory.set(key, value)
    },
    remove: (key) => {
      memory.delete(key)
      stored((storage) => storage.removeItem(key))
    },
    isStored: (key) => !memory.has(key) && (stored((storage) => storage.getItem(key)) ?? null) !== null,
    keys: () => [...memory.keys(), ...(stored((storage) => Object.keys(storage)) ?? [])],
  }
}

/** Kept until it is removed, and shared by all tabs. */
export const deviceStorage = createStorage('local')
/** Kept until the tab is closed. */
export const tabStorage = createStorage('session')
