// One key of live data: its loads, live messages, pages and pauses. `live-data.ts` has all keys.

import { createStore } from 'zustand'
import { oneRequest } from '../http/one-request.ts'
import { errorMessage, isFinalRefusal, isNotFound } from '../http/request-failed.ts'
import { resyncDelay, resyncRetryDelay, onResync, type ResyncKind } from './resync.ts'
import type { LiveDefinition, LiveEntry, LiveView } from './live-types.ts'
import { joinRoom, subscribe } from './live-socket.ts'
import { isCompleteUpTo, type LogPosition } from './position.ts'
import { noteStaleness } from './stale-data.ts'
import {
  applyResponse,
  type Load,
  applyUpdate,
  completePositionOf,
  nextCursorOf,
  positionOf,
  type Message,
  type MessageName,
  type Update,
} from './updates.ts'

/** What the keys of a definition have in common. */
export type Shared = {
  /** The number of followed keys. */
  followed: number
  /** The position of what was shown last. The data of another key should not be older. */
  latest?: LogPosition | undefined
  pausedAt?: number | undefined
  setPaused: (paused: boolean) => void
}

/** A `LiveEntry`, which screens use, with what only `liveData` calls. */
export type Entry<Data> = LiveEntry<Data> & {
  /** Shows that the pause of the definition has begun or ended. */
  showPause: () => void
  /** Discards everything. Loads followed data anew. */
  clear: () => void
}

/** How long data without followers is kept, in milliseconds. */
const keptMs = 300_000

const upToDate = { message: undefined, error: undefined, staleSince: undefined } as const
const unloaded = { ...upToDate, state: 'loading', data: undefined } as const

/**
 * Creates the part of `liveData` that belongs to one key. `list` is called with true when the entry gets its first follower, and
 * with false when its data is dropped.
 */
export function createEntry<Data, Key>(
  definition: LiveDefinition<Data, Key>,
  key: Key,
  shared: Shared,
  list: (isListed: boolean) => void,
): Entry<Data> {
  const { messages = {}, room, resyncs = definition.messages !== undefined } = definition
  const reload = () => void refresh()
  const store = createStore<LiveView<Data>>(() => ({
    ...unloaded,
    pausedAt: shared.pausedAt,
    moreState: 'idle',
    reload,
    loadMore: () => void loadMore(),
    setPaused: shared.setPaused,
  }))
  const { getState, setState } = store

  let followers = 0
  /** Ends what followed data needs; undefined while nobody follows. */
  let unsubscribers: (() => void)[] | undefined
  const request = oneRequest()
  const moreRequest = oneRequest()
  let currentLoad: Load<Data> | undefined
  /** Loads followed data again, or drops data without followers. */
  let timer: ReturnType<typeof setTimeout> | undefined
  let failedAttempts = 0
  let loadedAt = 0
  /** Up to where the data has every change. Messages do not move it: they may say only a part of what changed. */
  let completeUpTo: LogPosition | undefined
  /** The last applied message of each sequence. */
  const lastOfSequence = new Map<string, LogPosition>()

  const readyState = (data: Data) => {
    shared.latest = positionOf(data) ?? shared.latest
    const isEmpty = definition.isEmpty?.(data) ?? (Array.isArray(data) && data.length === 0)
    return { state: isEmpty ? 'empty' : 'ready', data } as const
  }

  const cancelTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }

  const cancelLoad = () => {
    cancelTimer()
    request.cancel()
    currentLoad = undefined
  }

  const cancelMore = () => {
    moreRequest.cancel()
    if (getState().moreState !== 'idle') setState({ moreState: 'idle' })
  }

  const schedule = (delayMs: number) => {
    if (unsubscribers) timer ??= setTimeout(resync, delayMs)
  }

  /** Loads once more, after a delay that spreads the clients that received the same message. */
  const scheduleReload = () => {
    if (currentLoad) currentLoad.isReloadRequired = true
    else schedule(definition.reloadDelayMs ?? resyncDelay(Math.random()))
  }

  /** Never rejects. Resolves without an effect if another load replaces it. */
  const run = async (merge?: LiveDefinition<Data, Key>['merge']): Promise<void> => {
    cancelLoad()
    const { data: shown } = getState()
    const load: Load<Data> = {
      shown: positionOf(shown),
      latest: shared.latest,
      lastOfSequence: new Map(lastOfSequence),
      updates: [],
    }
    currentLoad = load
    const outcome = await request.send((signal) => definition.load(key, signal, shown))
    if (outcome === undefined) return
    currentLoad = undefined
    if ('error' in outcome) return failLoad(outcome.error)
    const { data: current, pausedAt } = getState()
    const isMerged = current !== undefined && merge !== undefined
    const data = applyResponse(outcome.value, load, lastOfSequence, (loaded) =>
      isMerged ? merge(current, loaded, key) : loaded,
    )
    completeUpTo = completePositionOf(outcome.value)
    failedAttempts = 0
    loadedAt = Date.now()
    // The page that follows the replaced data may not follow the new one.
    if (data !== undefined && !isMerged) cancelMore()
    setState({ ...(data !== undefined && readyState(data)), ...upToDate, pausedAt: pausedAt && loadedAt })
    if (load.isReloadRequired) scheduleReload()
  }

  const failLoad = (error: unknown) => {
    failedAttempts += 1
    // The next resync loads everything that the socket has missed.
    completeUpTo = undefined
    const { data, staleSince = loadedAt } = getState()
    const failure = { message: errorMessage(error, definition.failedText ?? ''), error }
    // Deleted data must not stay on the screen with its buttons.
    if (data === undefined || isNotFound(error)) setState({ ...unloaded, ...failure, state: 'failed' })
    else setState({ ...failure, staleSince })
    if (!isFinalRefusal(error)) schedule(resyncRetryDelay(failedAttempts, Math.random()))
  }

  const refresh = async () => {
    // Nobody would see it, or drop it.
    if (!unsubscribers) return
    if (getState().state === 'failed') setState(unloaded)
    await run()
  }

  const resync = () => {
    cancelTimer()
    // The end of the pause loads the data.
    if (shared.pausedAt === undefined) void run(definition.merge)
  }

  const resyncAs = (kind: ResyncKind, joinedAt?: LogPosition) => {
    const { error } = getState()
    if (!resyncs && (error === undefined || isFinalRefusal(error))) return
    // A load under way is not aborted by a resync that may wait: on a slow connection it would never end.
    if (kind === 'soon' && currentLoad) {
      if (joinedAt) currentLoad.joinedAt = joinedAt
      else currentLoad.isReloadRequired = true
    } else if (!isCompleteUpTo(joinedAt, completeUpTo)) resync()
  }

  const receive = (update: Update<Data>) => {
    if (shared.pausedAt !== undefined) return
    currentLoad?.updates.push(update)
    const { data: before } = getState()
    if (before === undefined) return
    const after = applyUpdate(before, update, lastOfSequence, scheduleReload)
    if (after === before) return
    setState(readyState(after))
    definition.onApplied?.(before, after, update.message)
  }

  const loadMore = async () => {
    const { data, moreState } = getState()
    const { loadMore: loadPage } = definition
    const cursor = nextCursorOf(data)
    if (loadPage === undefined || cursor === undefined || moreState === 'loading') return
    setState({ moreState: 'loading' })
    const outcome = await moreRequest.send((signal) => loadPage(key, cursor, signal))
    const { data: latest } = getState()
    if (outcome === undefined || latest === undefined) return
    if ('error' in outcome) setState({ moreState: 'failed' })
    else setState({ ...readyState(outcome.value(latest)), moreState: 'idle' })
  }

  const sayStaleness = () => noteStaleness(reload, unsubscribers && getState().staleSince)
  store.subscribe(sayStaleness)

  const start = () => {
    cancelTimer()
    list(true)
    shared.followed += 1
    // Safe because each rule is paired with the messages of its own name.
    const rules = Object.entries(valueFor(messages, key)) as [MessageName, Update<Data>['rule']][]
    const roomName = room && valueFor(room, key)
    unsubscribers = [
      ...rules.map(([name, rule]) => subscribe(name, (message: Message) => receive({ name, message, rule }))),
      onResync(resyncAs),
      ...(roomName === undefined ? [] : [joinRoom(roomName)]),
    ]
    if (getState().data === undefined || definition.isFinal?.(key) !== true) reload()
    sayStaleness()
  }

  const stop = () => {
    for (const unsubscribe of unsubscribers ?? []) unsubscribe()
    unsubscribers = undefined
    cancelLoad()
    cancelMore()
    if (getState().data === undefined || definition.isAlwaysFresh === true) clear()
    timer = setTimeout(() => {
      clear()
      list(false)
    }, keptMs)
    sayStaleness()
    shared.followed -= 1
    if (shared.followed === 0) shared.setPaused(false)
  }

  const clear = () => {
    // Without followers nothing is loading, and the timer continues: it drops the entry.
    if (unsubscribers) cancelLoad()
    cancelMore()
    lastOfSequence.clear()
    completeUpTo = undefined
    failedAttempts = 0
    setState({ ...unloaded, pausedAt: shared.pausedAt })
    // The screen stays open if another user has signed in, such as in another tab.
    schedule(0)
  }

  return {
    ...store,
    subscribe: (listener) => {
      const unsubscribe = store.subscribe(listener)
      followers += 1
      if (!unsubscribers) start()
      return () => {
        unsubscribe()
        followers -= 1
        // Another component may follow in the same commit, as each does once more in strict mode.
        queueMicrotask(() => {
          if (followers === 0 && unsubscribers) stop()
        })
      }
    },
    refresh,
    change: (change) => {
      const { data } = getState()
      const changed = data === undefined ? undefined : change(data)
      if (changed !== undefined && changed !== data) setState(readyState(changed))
      // The response may be of before the change.
      if (currentLoad && (data === undefined || changed !== data)) resync()
    },
    isLoading: () => currentLoad !== undefined,
    showPause: () => {
      setState({ pausedAt: shared.pausedAt })
      if (!unsubscribers) return
      if (shared.pausedAt === undefined) resync()
      // The response is newer than the pause. Without any data yet, it is the first to show.
      else if (getState().data !== undefined) cancelLoad()
    },
    clear,
  }
}

const valueFor = <Value extends object | string | undefined, Key>(
  value: Value | ((key: Key) => Value),
  key: Key,
): Value => (typeof value === 'function' ? value(key) : value)
