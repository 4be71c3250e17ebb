// The types of `liveData`: what its definition has (`LiveDefinition`), and what screens receive of a key (`LiveView`, `LiveEntry`).

import type { StoreApi } from 'zustand'
import type { Message, MessageRules } from './updates.ts'

/** The options of `liveData`. */
export type LiveDefinition<Data, Key = undefined> = {
  /** Loads the data of a key, such as a filter. `current` is what the screen shows of it meanwhile. */
  load: (key: Key, signal: AbortSignal, current: NoInfer<Data> | undefined) => Promise<Data>
  /** How live messages change the data. Data without them is loaded when it is followed, and not again by itself. */
  messages?: MessageRules<NoInfer<Data>> | ((key: Key) => MessageRules<NoInfer<Data>>)
  /** A room to join while the data is followed. */
  room?: string | ((key: Key) => string | undefined)
  /** Combines the data on screen with the data of a resync; default: the new data replaces it. */
  merge?: (current: NoInfer<Data>, loaded: NoInfer<Data>, key: Key) => NoInfer<Data>
  /** Loads the page at the `nextCursor` of the data; resolves to a function that appends it to the data of that moment. */
  loadMore?: (
    key: Key,
    cursor: string,
    signal: AbortSignal,
  ) => Promise<(data: NoInfer<Data>) => NoInfer<Data>>
  /** Whether there is nothing in the data; default: whether it is an empty list. `pagesOf` knows it of its lists. */
  isEmpty?: (data: NoInfer<Data>) => boolean
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
  onApplied?: (before: NoInfer<Data>, after: NoInfer<Data>, message: Message) => void
}

/** What a screen shows of a key. `message` and `error` say why the last load failed. */
export type LiveView<Data> = {
  /** When the data was last up to date, in ms since 1970, if loading it has failed since; otherwise undefined. */
  staleSince: number | undefined
  /**
   * When the user paused updates, in ms since 1970; otherwise undefined. If the user loads something during the pause, such as another
   * order, the time of that load replaces this one.
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
  /** Loads followed data now. Never rejects: if that fails, the data stays on screen, and its view says why. */
  refresh: () => Promise<void>
  /** Changes loaded data, such as after a command of this user. */
  change: (change: (data: Data) => Data) => void
  isLoading: () => boolean
}
