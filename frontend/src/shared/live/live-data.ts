import type { StoreApi } from 'zustand'
import { onUserChange } from '../session/user-data.ts'
import { createEntry } from './live-entry.ts'
import type { Entry, Shared } from './live-entry.ts'
import type { Message, MessageRules } from './updates/apply-update.ts'

export type LiveDefinition<Data, Key = undefined> = {
  /** Loads the data of a key, such as a filter. `current` is what the screen shows of it meanwhile. */
  load: (key: Key, signal: AbortSignal, current: Data | undefined) => Promise<Data>
  /** How live messages change the data. Data without them is loaded when it is followed, and not again by itself. */
  messages?: MessageRules<Data> | ((key: Key) => MessageRules<Data>)
  /** A room to join while the data is followed. */
  room?: string | ((key: Key) => string | undefined)
  /** Combines the data on screen with that of a resync; default: the new data replaces it. */
  merge?: (current: Data, loaded: Data, key: Key) => Data
  /** Loads the next page; resolves to a function that appends it to the data of that moment. */
  loadMore?: (key: Key, data: Data, signal: AbortSignal) => Promise<(data: Data) => Data>
  isEmpty?: (data: Data) => boolean
  /** The message of a failure about which the server says nothing. */
  failedText?: string
  /** Loads the data again when live messages may have been missed; default: if it has messages. */
  resyncs?: boolean
  /** Does not show data that was loaded before, for a form that begins with the data. */
  isAlwaysFresh?: boolean
  /** Whether the data of a key never changes: it is loaded once, and again only after it was dropped. */
  isFinal?: (key: Key) => boolean
  /**
   * How long a message waits for others before the data is loaded again, in milliseconds; default: one to five seconds, which
   * spreads many clients. Set it only for messages that few clients receive.
   */
  reloadDelayMs?: number
  /** Called after a live message changed the data on screen. */
  onApplied?: (before: Data, after: Data, message: Message) => void
}

/** What a screen shows of a key. `message` and `error` say why the last load failed. */
export type LiveView<Data> = {
  /** When the data was last up to date, in ms since 1970, if loading it has failed since; otherwise undefined. */
  staleSince: number | undefined
  /**
   * When the user paused updates, in ms since 1970; otherwise undefined. What the user loads during the pause, such as another order,
   * is of a later moment, which takes its place.
   */
  pausedAt: number | undefined
  moreState: 'idle' | 'loading' | 'failed'
  /** Loads the data now. It stays on screen meanwhile, but an earlier failure does not. */
  reload: () => void
  loadMore: () => void
  /** Holds back updates of all keys, or shows them again. */
  setPaused: (paused: boolean) => void
} & (
  | { state: 'loading'; data: undefined; message: undefined; error: undefined }
  | { state: 'failed'; data: undefined; message: string; error: unknown }
  | { state: 'empty' | 'ready'; data: Data; message: string | undefined; error: unknown }
)

/** The data of one key: a store of its view. Who subscribes to it follows the data. */
export type LiveEntry<Data> = Omit<StoreApi<LiveView<Data>>, 'setState'> & {
  /** Loads followed data now. Rejects if that fails; the data stays on screen. */
  refresh: () => Promise<void>
  /** Changes loaded data, such as after a command of this user. */
  change: (change: (data: Data) => Data) => void
  isLoading: () => boolean
}

/** No arguments for data without keys. */
export type KeyArguments<Key> = undefined extends Key ? [key?: Key] : [key: Key]

export type LiveData<Data, Key = undefined> = {
  at: (...key: KeyArguments<Key>) => LiveEntry<Data>
  /** Changes the loaded data of all keys. */
  change: (change: (data: Data) => Data) => void
  /** Holds back updates of all keys, or shows them again. The pause ends with the last follower. */
  setPaused: (paused: boolean) => void
  /** Loads the followed data of all keys now. Rejects if that fails; the data stays on screen. */
  refresh: () => Promise<void>
}

/**
 * Creates a cache for data of the server: all that this browser knows of it, by key. Components read it with `useLiveData`. The
 * first follower of a key loads it, applies live messages and resyncs; after the last one, the data is kept for five minutes, to be
 * shown while it is loaded again.
 *
 * Loads have a time-out, one request serves all followers, and a failed one is repeated by itself unless the server refuses it for
 * good. Messages that arrive during a load are applied to its response. Neither messages nor responses replace newer data. A
 * screen is told since when its data is stale. Everything is dropped when the user changes.
 */
export function liveData<Data, Key = undefined>(definition: LiveDefinition<Data, Key>): LiveData<Data, Key> {
  const entries = new Map<string, Entry<Data>>()
  const shared: Shared = { followed: 0, latest: undefined, pausedAt: undefined }

  const setPaused = (paused: boolean) => {
    if ((shared.pausedAt !== undefined) === paused) return
    shared.pausedAt = paused ? Date.now() : undefined
    for (const entry of entries.values()) entry.showPause()
  }

  onUserChange(() => {
    shared.latest = undefined
    shared.pausedAt = undefined
    for (const entry of entries.values()) entry.clear()
  })

  return {
    at: (...[key]) => {
      const name = nameOf(key)
      // Safe: only data without keys is used without one.
      const entry = entries.get(name) ?? createEntry(definition, key as Key, shared, setPaused)
      entries.set(name, entry)
      return entry
    },
    change: (change) => {
      for (const entry of entries.values()) entry.change(change)
    },
    setPaused,
    refresh: async () => {
      await Promise.all([...entries.values()].map((entry) => entry.refresh()))
    },
  }
}

/** Returns the same text for keys with the same properties, in any order. */
const nameOf = (key: unknown): string =>
  JSON.stringify(key, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  ) ?? ''

/** The rule for a message that only says that the data has changed. */
export const reloads = {
  apply: <Data>(data: Data, _message: unknown, reload: () => void): Data => {
    reload()
    return data
  },
}

/** `reloads` for messages whose positions belong to another read model than those of the data, all of one sequence. */
export const reloadsOn = (sequence: string) => ({ ...reloads, sequence: () => sequence })
