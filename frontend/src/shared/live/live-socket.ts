import type { ClientMessages, Heartbeat, ServerMessages } from '@thirty/contracts/live.ts'
import type { Socket } from 'socket.io-client'
import {
  offlineAfterAttempts,
  heartbeatTimeoutMs,
  useLiveConnection,
  reconnectDelay,
  type LiveConnection,
} from './live-connection.ts'
import { resync, scheduleResync, cancelResync } from './resync.ts'
import { anyStoredToken } from '../session/session-storage.ts'

type MessageName = keyof ServerMessages
type MessageHandler<Name extends MessageName> = (payload: ServerMessages[Name]) => void
type LiveSocket = Socket<{ [Name in MessageName]: MessageHandler<Name> }, ClientMessages>

const handlers: { [Name in MessageName]?: Set<MessageHandler<Name>> } = {}
const disconnectListeners = new Set<() => void>()
const roomUsers = new Map<string, number>()

let socket: LiveSocket | undefined
let isOpening = false
let hasConnectedOnce = false
let attempts = 0
let retryTimer: ReturnType<typeof setTimeout> | undefined
let heartbeatTimer: ReturnType<typeof setTimeout> | undefined

/** Handles one kind of server message. The first subscription opens the socket. Returns an unsubscribe function. */
export function subscribe<Name extends MessageName>(name: Name, handler: MessageHandler<Name>): () => void {
  const handlersOfName: Set<MessageHandler<Name>> = handlers[name] ?? new Set()
  // A direct assignment by a generic name does not compile.
  Object.assign(handlers, { [name]: handlersOfName })
  handlersOfName.add(handler)
  void open()
  return () => void handlersOfName.delete(handler)
}

/** Calls back when the server closed the socket or refused the token: the session may be over. Returns an unsubscribe function. */
export function onServerDisconnect(listener: () => void): () => void {
  disconnectListeners.add(listener)
  return () => void disconnectListeners.delete(listener)
}

/** Watches a room that the user does not join automatically until every caller has left it. Returns the function that leaves. */
export function joinRoom(room: string): () => void {
  const users = roomUsers.get(room) ?? 0
  roomUsers.set(room, users + 1)
  // Data that the caller fetches meanwhile may be older than the first message of the room.
  if (users === 0 && socket?.connected) socket.emit('watch', { room }, scheduleResync)
  void open()
  return () => {
    const remaining = (roomUsers.get(room) ?? 1) - 1
    if (remaining > 0) return void roomUsers.set(room, remaining)
    roomUsers.delete(room)
    if (socket?.connected) socket.emit('unwatch', { room }, () => undefined)
  }
}

/** Reopens the socket with the token that is stored now: after a login or logout. */
export function reconnect(): void {
  if (socket === undefined) return
  attempts = 0
  socket.disconnect()
  connect()
}

/** Connects now instead of after the current delay. */
export function retryNow(): void {
  attempts = 0
  connect()
}

/** Pauses or resumes live updates. Resuming resyncs at once. */
export function setPaused(paused: boolean): void {
  if (useLiveConnection.getState().paused === paused) return
  useLiveConnection.setState({ paused })
  if (!paused) resync()
}

async function open(): Promise<void> {
  if (socket !== undefined || isOpening) return
  isOpening = true
  try {
    // In a chunk of its own, because most of a visitor's first view does not need it.
    const { io } = await import('socket.io-client')
    socket = io({ transports: ['websocket'], reconnection: false, autoConnect: false, auth: sendToken })
    listenTo(socket)
    connect()
  } catch {
    // A chunk that could not be loaded is treated like a socket that could not connect.
    scheduleRetry()
  } finally {
    isOpening = false
  }
}

const sendToken = (send: (auth: { token: string | undefined }) => void) => send({ token: anyStoredToken() })

function listenTo(opened: LiveSocket): void {
  opened.on('connect', onConnect)
  opened.on('connect_error', (error) => {
    // Only a refusal by the server carries data; everything else is the network.
    if ('data' in error) notifyDisconnectListeners()
    scheduleRetry()
  })
  opened.on('disconnect', (reason) => {
    clearTimeout(heartbeatTimer)
    cancelResync()
    if (reason === 'io client disconnect') return
    if (reason === 'io server disconnect') notifyDisconnectListeners()
    scheduleRetry()
  })
  opened.on('leaderboard.heartbeat', onHeartbeat)
  opened.on('news.missed', scheduleResync)
  opened.onAny(onMessage)
  window.addEventListener('online', retryNow)
  window.addEventListener('offline', () => {
    opened.disconnect()
    useLiveConnection.setState({ connection: { state: 'offline', since: lastMessageTime() } })
  })
}

function notifyDisconnectListeners(): void {
  for (const listener of disconnectListeners) listener()
}

function connect(): void {
  clearTimeout(retryTimer)
  if (socket === undefined) void open()
  else socket.connect()
}

function onConnect(): void {
  attempts = 0
  const now = Date.now()
  useLiveConnection.setState({ connection: { state: 'live', updatedAt: now }, lastMessageAt: now })
  restartHeartbeatTimeout()
  // On the first connection screens are still loading: an immediate resync would abort those requests.
  rejoinRooms(hasConnectedOnce ? resync : scheduleResync)
  hasConnectedOnce = true
}

/** Joins all rooms again, then calls back: data that is fetched before could miss the messages of a room. */
function rejoinRooms(onJoined: () => void): void {
  let pending = roomUsers.size
  if (pending === 0) onJoined()
  for (const room of roomUsers.keys())
    socket?.emit('watch', { room }, () => {
      pending -= 1
      if (pending === 0) onJoined()
    })
}

/** Runs for every message, before the listeners of its name. */
function onMessage<Name extends MessageName>(name: Name, payload: ServerMessages[Name]): void {
  restartHeartbeatTimeout()
  // Only a heartbeat says whether the server is behind; `onHeartbeat` sets the state then.
  if (name !== 'leaderboard.heartbeat') messageReceived({ state: 'live', updatedAt: Date.now() })
  if (useLiveConnection.getState().paused) return
  for (const handle of handlers[name] ?? []) handle(payload)
}

function onHeartbeat({ behind, at }: Heartbeat): void {
  messageReceived(
    behind ? { state: 'behind', since: Date.parse(at) } : { state: 'live', updatedAt: Date.now() },
  )
}

function messageReceived(connection: LiveConnection): void {
  const wasBehind = useLiveConnection.getState().connection.state === 'behind'
  useLiveConnection.setState({ connection, lastMessageAt: Date.now() })
  if (wasBehind && connection.state === 'live') scheduleResync()
}

function scheduleRetry(): void {
  clearTimeout(retryTimer)
  const delay = reconnectDelay(attempts, Math.random())
  attempts += 1
  const isOffline = attempts > offlineAfterAttempts || !navigator.onLine
  useLiveConnection.setState({
    connection: isOffline
      ? { state: 'offline', since: lastMessageTime() }
      : { state: 'reconnecting', retryAt: Date.now() + delay },
  })
  retryTimer = setTimeout(connect, delay)
}

/**
 * Reconnects after a silence of `heartbeatTimeoutMs`: a socket can die unnoticed when a laptop sleeps or a proxy drops it.
 * Visitors receive no heartbeat; for them Socket.IO's pings have to do.
 */
function restartHeartbeatTimeout(): void {
  clearTimeout(heartbeatTimer)
  if (anyStoredToken() === undefined) return
  heartbeatTimer = setTimeout(() => {
    socket?.disconnect()
    scheduleRetry()
  }, heartbeatTimeoutMs)
}

const lastMessageTime = (): number => useLiveConnection.getState().lastMessageAt ?? Date.now()
