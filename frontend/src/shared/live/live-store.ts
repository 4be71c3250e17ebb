import { create } from 'zustand'
import type { StoreApi, UseBoundStore } from 'zustand'
import { isFinalRefusal, isNotFound } from '../http/request-failed.ts'
import { onUserChange } from '../session/user-data.ts'
import { resyncDelay, resyncRetryDelay } from './live-connection.ts'
import { joinRoom, subscribe } from './live-socket.ts'
import { isAfter, isCompleteUpTo, isOtherEpoch } from './position.ts'
import type { LogPosition } from './position.ts'
import { onResync } from './resync.ts'
import type { ResyncKind } from './resync.ts'
import { applyUpdate, completePositionOf, positionOf } from './updates/apply-update.ts'
import type { MaybePositioned, Message, MessageName, MessageRules, Update } from './updates/apply-update.ts'
import { withTimeout } from '../http/with-timeout.ts'

export type LiveStoreDefinition<Data, Key> = {
  initialKey: Key
  /** Loads the data of a key, such as a filter. `current` is the data on screen, if it has the same key. */
  load: (request: { key: Key; signal: AbortSignal; current: Data | undefined }) => Promise<Data>
  /** Combines the data on screen with that of a resync; default: the new data replaces it. */
  merge?: (current: Data, loaded: Data) => Data
  messages: MessageRules<Data>
  /**
   * How long a message waits for others before the data is loaded again, in milliseconds; default: one to five seconds, which
   * spreads many clients. Set it only for messages that few clients receive.
   */
  reloadDelayMs?: number
  /** A room to join while the store is followed. */
  room?: string
  /** Loads the next page; resolves to a function that appends it to the data of that moment. */
  loadMore?: (request: { key: Key; data: Data; signal: AbortSignal }) => Promise<(data: Data) => Data>
  /** Called after a live message changed the data on screen. */
  onApplied?: (before: Data, after: Data, message: LogPosition & { at: string }) => void
}

export type LiveView<Data> =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'ready'; data: Data }

export type LiveState<Data, Key> = {
  key: Key
  view: LiveView<Data>
  isFetching: boolean
  /** When the data was last up to date, in ms since 1970, if reloading it has failed since; otherwise undefined. */
  staleSince: number | undefined
  /**
   * When the user paused updates on this screen, in ms since 1970; otherwise undefined. What the user loads during the pause,
   * such as another order, is of a later moment, which takes its place.
   */
  pausedAt: number | undefined
  moreState: 'idle' | 'loading' | 'failed'
}

export type LiveStore<Data, Key = undefined> = {
  /** Returns the state, or a part of it, inside a component. */
  use: UseBoundStore<StoreApi<LiveState<Data, Key>>>
  getState: () => LiveState<Data, Key>
  /** Applies live messages and resyncs. Returns a function that stops; the pause ends with the last follower. */
  follow: () => () => void
  /** Loads the data of a key. Data of the same key stays on screen meanwhile. Never rejects. */
  load: (key: Key) => Promise<void>
  /** Loads the data again now. Rejects if that fails; the data stays on screen. */
  refresh: () => Promise<void>
  /** Loads the next page. Rejects if that fails. */
  loadMore: () => Promise<void>
  /** Changes loaded data, such as after a command of this user. */
  change: (change: (data: Data) => Data) => void
  /** Holds back updates for this screen, or shows them again. */
  setPaused: (paused: boolean) => void
}

/** More messages than this during one load are not kept: the data is loaded once more instead. */
const maxBufferedUpdates = 200

type Load<Data> = {
  controller: AbortController
  bufferedUpdates: Update<Data>[]
  isReloadRequired: boolean
  /** A response that has not everything up to there may lack changes. */
  joinedAt?: LogPosition
}

/**
 * Creates a store for data that live messages change. It loads the data with cancellation and a time-out, applies messages
 * that arrive during a load to its response, ignores messages and responses that are older than the data, resyncs with
 * retries and jitter, shows when the data is stale, can be paused, and is cleared when the user changes.
 */
export function createLiveStore<Data extends MaybePositioned, Key = undefined>(
  definition: LiveStoreDefinition<Data, Key>,
): LiveStore<Data, Key> {
  const initialState: LiveState<Data, Key> = {
    key: definition.initialKey,
    view: { state: 'loading' },
    isFetching: false,
    staleSince: undefined,
    pausedAt: undefined,
    moreState: 'idle',
  }
  const use = create<LiveState<Data, Key>>(() => initialState)
  const { getState, setState } = use

  let followers = 0
  let unsubscribers: (() => void)[] = []
  let currentLoad: Load<Data> | undefined
  let currentMore: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failedAttempts = 0
  let loadedAt = 0
  /** The latest position on screen. The data of another key must not be older either. */
  let latestPosition: LogPosition | undefined
  /** Up to where the data has every change. Messages do not move it: they may say only a part of what changed. */
  let completeUpTo: LogPosition | undefined
  /** The last applied message of each sequence. */
  const lastOfSequence = new Map<string, LogPosition>()

  const readyData = (): Data | undefined => {
    const { view } = getState()
    return view.state === 'ready' ? view.data : undefined
  }

  const showData = (data: Data) => {
    latestPosition = positionOf(data) ?? latestPosition
    setState({ view: { state: 'ready', data } })
  }

  /** Loads once more, after a delay that spreads the clients that received the same message. */
  const scheduleReload = () => {
    if (currentLoad) currentLoad.isReloadRequired = true
    else schedule(definition.reloadDelayMs ?? resyncDelay(Math.random()))
  }

  const schedule = (delayMs: number) => {
    if (followers === 0) return
    timer ??= setTimeout(() => {
      timer = undefined
      resync()
    }, delayMs)
  }

  const cancelTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }

  const resync = () => {
    // The end of the pause refreshes the data.
    if (getState().pausedAt !== undefined) return
    run(definition.merge).catch(() => undefined)
  }

  /** A load under way is not aborted by a resync that may wait: on a slow connection it would never end. */
  const resyncAs = (kind: ResyncKind, joinedAt?: LogPosition) => {
    if (kind === 'soon' && currentLoad) {
      if (joinedAt) currentLoad.joinedAt = joinedAt
      else currentLoad.isReloadRequired = true
      return
    }
    if (getState().staleSince !== undefined || !isCompleteUpTo(joinedAt, completeUpTo)) resync()
  }

  /** Loads the data of the current key. Rejects if that fails; resolves without an effect if another load replaces it. */
  const run = async (merge?: LiveStoreDefinition<Data, Key>['merge']): Promise<void> => {
    cancelTimer()
    currentLoad?.controller.abort()
    const load: Load<Data> = {
      controller: new AbortController(),
      bufferedUpdates: [],
      isReloadRequired: false,
    }
    currentLoad = load
    const { key } = getState()
    const current = readyData()
    const oldest = latestPosition
    setState({ isFetching: true })
    try {
      const loaded = await withTimeout(load.controller, (signal) => definition.load({ key, signal, current }))
      if (currentLoad !== load) return
      currentLoad = undefined
      finishLoad(load, loaded, oldest, merge)
    } catch (error) {
      if (currentLoad !== load) return
      currentLoad = undefined
      failLoad(error)
      throw error
    }
  }

  const finishLoad = (
    load: Load<Data>,
    loaded: Data,
    oldest: LogPosition | undefined,
    merge: LiveStoreDefinition<Data, Key>['merge'],
  ) => {
    const current = readyData()
    const position = positionOf(loaded)
    completeUpTo = completePositionOf(loaded)
    if (load.joinedAt && !isCompleteUpTo(load.joinedAt, completeUpTo)) load.isReloadRequired = true
    const isOlder = oldest !== undefined && position !== undefined && isAfter(oldest, position)
    // A process that lags behind has responded.
    if (isOlder) load.isReloadRequired = true
    if (!isOlder || current === undefined) {
      if (position && oldest && isOtherEpoch(position, oldest)) lastOfSequence.clear()
      const base = current !== undefined && merge ? merge(current, loaded) : loaded
      // The page that follows the replaced data may not follow the new one.
      if (base === loaded && currentMore !== undefined) {
        cancelMore()
        setState({ moreState: 'idle' })
      }
      latestPosition = position ?? latestPosition
      showData(
        load.bufferedUpdates.reduce(
          (data, update) =>
            applyUpdate(data, update, lastOfSequence, () => void (load.isReloadRequired = true)),
          base,
        ),
      )
    }
    failedAttempts = 0
    loadedAt = Date.now()
    setState(({ pausedAt }) => ({
      isFetching: false,
      staleSince: undefined,
      pausedAt: pausedAt === undefined ? undefined : loadedAt,
    }))
    if (load.isReloadRequired) scheduleReload()
  }

  const failLoad = (error: unknown) => {
    failedAttempts += 1
    setState(({ view, staleSince }) =>
      // What is gone must not stay on the screen with its buttons.
      view.state === 'ready' && !isNotFound(error)
        ? { isFetching: false, staleSince: staleSince ?? loadedAt }
        : { isFetching: false, view: { state: 'failed', error } },
    )
    // A resync tries it again, such as after a reconnect.
    if (!isFinalRefusal(error)) schedule(resyncRetryDelay(failedAttempts, Math.random()))
  }

  const receive = (update: Update<Data>) => {
    if (getState().pausedAt !== undefined) return
    if (currentLoad) {
      const { bufferedUpdates } = currentLoad
      if (bufferedUpdates.length < maxBufferedUpdates) bufferedUpdates.push(update)
      else currentLoad.isReloadRequired = true
    }
    const before = readyData()
    if (before === undefined) return
    const after = applyUpdate(before, update, lastOfSequence, scheduleReload)
    if (after === before) return
    showData(after)
    // Safe: stores have messages with a position only.
    definition.onApplied?.(before, after, update.message as LogPosition & { at: string })
  }

  const start = () => {
    // Safe because each rule is paired with the messages of its own name.
    const rules = Object.entries(definition.messages) as [MessageName, Update<Data>['rule']][]
    unsubscribers = [
      ...rules.map(([name, rule]) => subscribe(name, (message: Message) => receive({ message, rule }))),
      onResync(resyncAs),
      ...(definition.room === undefined ? [] : [joinRoom(definition.room)]),
    ]
  }

  const cancelMore = () => {
    currentMore?.abort()
    currentMore = undefined
  }

  const cancelRequests = () => {
    cancelTimer()
    currentLoad?.controller.abort()
    currentLoad = undefined
    cancelMore()
  }

  const stop = () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
    unsubscribers = []
    cancelRequests()
    setState({ isFetching: false, pausedAt: undefined, moreState: 'idle' })
  }

  const clear = () => {
    cancelRequests()
    lastOfSequence.clear()
    latestPosition = undefined
    completeUpTo = undefined
    failedAttempts = 0
    // The screen stays open if another user has signed in, such as in another tab.
    setState({ ...initialState, ...(followers > 0 && { key: getState().key }) })
    schedule(0)
  }

  onUserChange(clear)

  return {
    use,
    getState,
    follow: () => {
      followers += 1
      if (followers === 1) start()
      return () => {
        followers -= 1
        if (followers === 0) stop()
      }
    },
    load: (key) => {
      const isSameKey = JSON.stringify(key) === JSON.stringify(getState().key)
      if (!isSameKey) cancelMore()
      setState(({ view, moreState }) => ({
        key,
        ...(!(isSameKey && view.state === 'ready') && { view: { state: 'loading' }, staleSince: undefined }),
        moreState: isSameKey ? moreState : 'idle',
      }))
      return run().catch(() => undefined)
    },
    refresh: () => run(),
    loadMore: async () => {
      const data = readyData()
      if (definition.loadMore === undefined || data === undefined || getState().moreState === 'loading')
        return
      const controller = new AbortController()
      currentMore = controller
      setState({ moreState: 'loading' })
      try {
        const { loadMore } = definition
        const append = await withTimeout(controller, (signal) =>
          loadMore({ key: getState().key, data, signal }),
        )
        if (currentMore !== controller) return
        const latest = readyData()
        if (latest !== undefined) showData(append(latest))
        setState({ moreState: 'idle' })
      } catch (error) {
        if (currentMore !== controller) return
        setState({ moreState: 'failed' })
        throw error
      }
    },
    change: (change) => {
      const data = readyData()
      if (data !== undefined) showData(change(data))
    },
    setPaused: (paused) => {
      if ((getState().pausedAt !== undefined) === paused) return
      setState({ pausedAt: paused ? Date.now() : undefined })
      if (!paused) return void run(definition.merge).catch(() => undefined)
      cancelTimer()
      // Its response is newer than the pause. Without any rows yet, it is the first to show.
      if (readyData() === undefined) return
      currentLoad?.controller.abort()
      currentLoad = undefined
      setState({ isFetching: false })
    },
  }
}
