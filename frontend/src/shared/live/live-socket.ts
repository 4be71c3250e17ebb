// The one socket of this tab: the state of its connection, subscriptions to live messages, rooms, and reconnects.

import type { SaidOnWire } from '@thirty/contracts/endpoints/responses.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import type { ClientMessages, Heartbeat, ServerMessages, WatchResponse } from '@thirty/contracts/live/live.ts'
import type { Socket } from 'socket.io-client'
import { create } from 'zustand'
import { cancelResync, reconnectDelay, resync, scheduleResync } from './resync.ts'
import { serverText, translateStandIns } from '../i18n/server-text.ts'
import { latestPosition, type LogPosition } from './position.ts'
import { anyStoredToken } from '../storage/browser-storage.ts'

/** After more failed attempts than this, screens show the connection as offline. The attempts continue. */
const offlineAfterAttempts = 4

/** A signed-in socket without a message for this long counts as dead: the server sends a heartbeat every 15 seconds. */
const heartbeatTimeoutMs = 40_000

/** The state of this browser's live connection. Times in milliseconds since 1970. */
export type LiveConnection =
  | { state: 'connecting' }
  | { state: 'live'; updatedAt: number }
  /** The socket is connected, but the server has been lagging since then. */
  | { state: 'behind'; since: number }
  | { state: 'reconnecting'; retryAt: number }
  | { state: 'offline'; since: number }
  /** There are too many connections; `reason` is the text of the server, in the language of the page. */
  | { state: 'full'; reason: string; retryAt: number }

export const useLiveConnection = create<{
  connection: LiveConnection
  /** When the last message arrived, in milliseconds since 1970. */
  lastMessageAt?: number
}>(() => ({ connection: { state: 'connecting' } }))

type MessageName = keyof ServerMessages
type MessageHandler<Name extends MessageName> = (payload: ServerMessages[Name]) => void
type LiveSocket = Socket<{ [Name in MessageName]: MessageHandler<Name> }, ClientMessages>

const handlers: { [Name in MessageName]?: Set<MessageHandler<Name>> } = {}
const disconnectListeners = new Set<() => void>()
/** How many callers have joined each room. */
const joinCounts = new Map<string, number>()

let socket: LiveSocket | undefined
let isOpening = false
let hasConnectedOnce = false
let failedAttempts = 0
let retryTimer: ReturnType<typeof setTimeout> | undefined

/** Calls `handler` for every message of a name. The first subscription opens the socket. Returns an unsubscribe function. */
export function subscribe<Name extends MessageName>(name: Name, handler: MessageHandler<Name>): () => void {
  const handlersOfName: Set<MessageHandler<Name>> = handlers[name] ?? new Set()
  // `handlers[name] = …` does not compile for a generic name.
  Object.assign(handlers, { [name]: handlersOfName })
  handlersOfName.add(handler)
  void open()
  return () => void handlersOfName.delete(handler)
}

/**
 * Calls `listener` when the server disconnects the socket or refuses its token, because the session may have ended.
 * Returns an unsubscribe function.
 */
export function onServerDisconnect(listener: () => void): () => void {
  disconnectListeners.add(listener)
  return () => void disconnectListeners.delete(listener)
}

/**
 * Joins a room that the server does not join by itself. Returns a function that leaves it; the socket stays in the room
 * until every caller has left.
 */
export function joinRoom(room: string): () => void {
  const joinCount = joinCounts.get(room) ?? 0
  joinCounts.set(room, joinCount + 1)
  // Data that was fetched before the room is joined may lack a change whose message was not received.
  if (joinCount === 0 && socket?.connected) watch(new Set([room]), scheduleResync)
  void open()
  return () => {
    const remaining = (joinCounts.get(room) ?? 1) - 1
    if (remaining > 0) {
      joinCounts.set(room, remaining)
      return
    }
    joinCounts.delete(room)
    if (socket?.connected) socket.emit('unwatch', { room }, () => undefined)
  }
}

/** Opens the socket for a screen that has no messages to subscribe to, but follows when the server disconnects it. */
export const openSocket = (): void => void open()

/** Reconnects with the currently stored token, after a login or logout. */
export function reconnect(): void {
  if (socket === undefined) return
  failedAttempts = 0
  socket.disconnect()
  connect()
}

/**
 * Connects now instead of waiting for the next attempt. An attempt without an answer is given up: it may have begun without a
 * network, and would last for twenty seconds.
 */
export function retryNow(): void {
  failedAttempts = 0
  if (socket?.connected !== true) {
    socket?.disconnect()
    // Until there is an answer, which may take long, nothing is live.
    const { state } = useLiveConnection.getState().connection
    if (state === 'live' || state === 'behind')
      useLiveConnection.setState({ connection: { state: 'reconnecting', retryAt: Date.now() } })
  }
  connect()
}

async function open(): Promise<void> {
  if (socket !== undefined || isOpening) return
  isOpening = true
  listenToBrowser()
  try {
    // A separate chunk, because the first screen is shown without it.
    const { io } = await import('socket.io-client')
    socket = io({ transports: ['websocket'], reconnection: false, autoConnect: false, auth: sendToken })
    addSocketListeners(socket)
    connect()
  } catch {
    // Retries a chunk that failed to load, as if the socket had failed to connect.
    scheduleRetry()
  } finally {
    isOpening = false
  }
}

const sendToken = (send: (auth: { token: string | undefined }) => void) => send({ token: anyStoredToken() })

function addSocketListeners(newSocket: LiveSocket): void {
  newSocket.on('connect', onConnect)
  newSocket.on('connect_error', (error) => {
    const refusal = refusalOfPlace(error)
    if (refusal !== undefined) return waitForPlace(error.message, refusal)
    // Only a refusal by the server has `data`; all other errors are network errors.
    if ('data' in error) notifyDisconnectListeners()
    scheduleRetry()
  })
  newSocket.on('disconnect', (reason) => {
    cancelResync()
    if (reason === 'io client disconnect') return
    if (reason === 'io server disconnect') notifyDisconnectListeners()
    // This connection alone is dead: a proxy dropped it, or the computer slept.
    if (reason === 'ping timeout') retryNow()
    else scheduleRetry()
  })
  newSocket.on('leaderboard.heartbeat', onHeartbeat)
  newSocket.on('news.missed', () => scheduleResync())
  newSocket.onAny(onMessage)
  newSocket.on('server.ending', () => {
    newSocket.disconnect()
    retryNow()
  })
}

let isListeningToBrowser = false

/** Connects at once when the network is back and when a tab that was in the background is looked at again. */
function listenToBrowser(): void {
  if (isListeningToBrowser) return
  isListeningToBrowser = true
  window.addEventListener('online', () => {
    // The connection of the previous network is dead, although the socket may not have noticed.
    socket?.disconnect()
    retryNow()
  })
  window.addEventListener('offline', () => {
    socket?.disconnect()
    // The browser may be wrong about the network, so the attempts continue.
    scheduleRetry()
    useLiveConnection.setState({ connection: { state: 'offline', since: lastMessageTime() } })
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return
    if (isSilent()) socket?.disconnect()
    if (socket?.connected !== true) retryNow()
  })
}

/** Whether a signed-in socket has no message for so long that it counts as dead. A tab in the background may not have noticed. */
const isSilent = (): boolean =>
  anyStoredToken() !== undefined && Date.now() - lastMessageTime() >= heartbeatTimeoutMs

function notifyDisconnectListeners(): void {
  for (const listener of disconnectListeners) listener()
}

function connect(): void {
  clearTimeout(retryTimer)
  if (socket === undefined) void open()
  else socket.connect()
}

function onConnect(): void {
  failedAttempts = 0
  const now = Date.now()
  useLiveConnection.setState({ connection: { state: 'live', updatedAt: now }, lastMessageAt: now })
  // The server joins this room by itself: its answer says up to where messages are missed. Visitors are not told.
  const ownRooms = anyStoredToken() === undefined ? [] : [rooms.leaderboard]
  // On the first connection the screens are still loading. An immediate resync would abort their requests.
  watch(new Set([...ownRooms, ...joinCounts.keys()]), hasConnectedOnce ? resync : scheduleResync)
  hasConnectedOnce = true
}

/** Joins rooms, then calls `onJoined`: data that was fetched earlier could lack changes whose messages went to them. */
function watch(names: ReadonlySet<string>, onJoined: (joinedAt: LogPosition | undefined) => void): void {
  if (names.size === 0) return onJoined(undefined)
  const positions: (LogPosition | undefined)[] = []
  for (const room of names)
    socket?.emit('watch', { room }, (response) => {
      positions.push(positionOf(response))
      if (positions.length === names.size) onJoined(latestPosition(positions))
    })
}

const positionOf = (response: WatchResponse): LogPosition | undefined =>
  response.ok && response.position !== undefined
    ? { position: response.position, epoch: response.epoch }
    : undefined

/** Socket.IO calls this for every message, before the listeners of its name. Names in it are in the language of the page from here on. */
function onMessage<Name extends MessageName>(name: Name, payload: ServerMessages[Name]): void {
  translateStandIns(payload)
  // A heartbeat says whether the server is behind, so `onHeartbeat` sets the state.
  if (name !== 'leaderboard.heartbeat') recordMessage({ state: 'live', updatedAt: Date.now() })
  for (const handle of handlers[name] ?? []) handle(payload)
}

/** The read models that the last heartbeat called late. */
let lateReadModels = ''

function onHeartbeat({ behind, at, late = [] }: Heartbeat): void {
  recordMessage(
    behind ? { state: 'behind', since: Date.parse(at) } : { state: 'live', updatedAt: Date.now() },
  )
  // The new responses say whether what this screen shows is late.
  if (late.join() !== lateReadModels) scheduleResync()
  lateReadModels = late.join()
}

function recordMessage(connection: LiveConnection): void {
  const wasBehind = useLiveConnection.getState().connection.state === 'behind'
  useLiveConnection.setState({ connection, lastMessageAt: Date.now() })
  if (wasBehind && connection.state === 'live') scheduleResync()
}

function scheduleRetry(): void {
  const delay = reconnectDelay(failedAttempts, Math.random())
  failedAttempts += 1
  const isOffline = failedAttempts > offlineAfterAttempts || !navigator.onLine
  connectAfter(
    delay,
    isOffline
      ? { state: 'offline', since: lastMessageTime() }
      : { state: 'reconnecting', retryAt: Date.now() + delay },
  )
}

function connectAfter(delay: number, connection: LiveConnection): void {
  clearTimeout(retryTimer)
  useLiveConnection.setState({ connection })
  retryTimer = setTimeout(connect, delay)
}

type RefusalOfPlace = { retryAfterSeconds: number; text?: SaidOnWire['text'] }

/** Returns how long a socket that is one too many is to wait, and why; `undefined` for any other refusal. */
function refusalOfPlace(error: Error): RefusalOfPlace | undefined {
  const data: unknown = 'data' in error ? error.data : undefined
  if (typeof data !== 'object' || data === null || !('retryAfterSeconds' in data)) return undefined
  // Safe: the server adds the text.
  return typeof data.retryAfterSeconds === 'number' ? (data as RefusalOfPlace) : undefined
}

/** Connects again when the server says that it may have a place, spread as all retries are. */
function waitForPlace(message: string, { retryAfterSeconds, text }: RefusalOfPlace): void {
  socket?.disconnect()
  const delay = retryAfterSeconds * 1_000 + reconnectDelay(0, Math.random())
  connectAfter(delay, { state: 'full', reason: serverText({ message, text }), retryAt: Date.now() + delay })
}

const lastMessageTime = (): number => useLiveConnection.getState().lastMessageAt ?? Date.now()
