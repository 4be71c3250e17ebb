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

type Message = keyof ServerMessages
type Handler = (message: Message, payload: ServerMessages[Message]) => void
type Line = Socket<{ [Name in Message]: (payload: ServerMessages[Name]) => void }, ClientMessages>

const handlers = new Set<Handler>()
const cut = new Set<() => void>()
const watched = new Map<string, number>()

let line: Line | undefined
let opening = false
let everLive = false
let tries = 0
let retry: ReturnType<typeof setTimeout> | undefined
let watchdog: ReturnType<typeof setTimeout> | undefined

/** Hears one kind of message from now on. The first listener opens the line. Returns the way out. */
export function subscribe<Name extends Message>(
  name: Name,
  handle: (payload: ServerMessages[Name]) => void,
): () => void {
  const handler: Handler = (message, payload) => {
    // The name decides the payload; the compiler cannot follow that through the set.
    if (message === name) handle(payload as ServerMessages[Name])
  }
  handlers.add(handler)
  void open()
  return () => void handlers.delete(handler)
}

/** Calls back when the server itself ended the line or refused the token: the session may be over. */
export function onServerDisconnect(check: () => void): () => void {
  cut.add(check)
  return () => void cut.delete(check)
}

/** Asks for a room that is not ours by right, as long as somebody needs it. Returns the way out. */
export function joinRoom(room: string): () => void {
  const users = watched.get(room) ?? 0
  watched.set(room, users + 1)
  // What it fetched on its own meanwhile may be older than the first message of the room.
  if (users === 0 && line?.connected) line.emit('watch', { room }, scheduleResync)
  void open()
  return () => {
    const left = (watched.get(room) ?? 1) - 1
    if (left > 0) return void watched.set(room, left)
    watched.delete(room)
    if (line?.connected) line.emit('unwatch', { room }, () => undefined)
  }
}

/** Opens the line anew, with the token of the moment: after a log-in or log-out. */
export function reconnect(): void {
  if (line === undefined) return
  tries = 0
  line.disconnect()
  connect()
}

/** Tries now instead of after the wait. */
export function retryNow(): void {
  tries = 0
  connect()
}

/** Stops or resumes what moves on the screen. What happened in between is fetched at once. */
export function setPaused(paused: boolean): void {
  if (useLiveConnection.getState().paused === paused) return
  useLiveConnection.setState({ paused })
  if (!paused) resync()
}

async function open(): Promise<void> {
  if (line !== undefined || opening) return
  opening = true
  try {
    // Most of a visitor's first view does not need it, so it comes in a file of its own.
    const { io } = await import('socket.io-client')
    line = wired(
      io({ transports: ['websocket'], reconnection: false, autoConnect: false, auth: presentToken }),
    )
    connect()
  } catch {
    // The file did not come: the same as a line that does not open.
    scheduleRetry()
  } finally {
    opening = false
  }
}

const presentToken = (give: (proof: { token: string | undefined }) => void) =>
  give({ token: anyStoredToken() })

function wired(socket: Line): Line {
  socket.on('connect', onConnect)
  socket.on('connect_error', (error) => {
    // Only a refusal by the server itself carries data; all else is the network.
    if ('data' in error) for (const check of cut) check()
    scheduleRetry()
  })
  socket.on('disconnect', (reason) => {
    clearTimeout(watchdog)
    cancelResync()
    if (reason === 'io client disconnect') return
    if (reason === 'io server disconnect') for (const check of cut) check()
    scheduleRetry()
  })
  socket.onAny(onMessage)
  window.addEventListener('online', retryNow)
  window.addEventListener('offline', () => {
    socket.disconnect()
    useLiveConnection.setState({ connection: { state: 'offline', since: lastWord() } })
  })
  return socket
}

function connect(): void {
  clearTimeout(retry)
  if (line === undefined) void open()
  else line.connect()
}

function onConnect(): void {
  tries = 0
  const now = Date.now()
  useLiveConnection.setState({ connection: { state: 'live', updatedAt: now }, lastMessageAt: now })
  startWatchdog()
  // The first time screens are being filled just now: that is not to be broken off, only looked over afterwards.
  watchAgain(everLive ? resync : scheduleResync)
  everLive = true
}

/** Asks for the rooms anew. What is fetched before they are entered misses what they are told meanwhile, so it waits. */
function watchAgain(whenEntered: () => void): void {
  let unanswered = watched.size
  if (unanswered === 0) whenEntered()
  for (const room of watched.keys())
    line?.emit('watch', { room }, () => {
      unanswered -= 1
      if (unanswered === 0) whenEntered()
    })
}

function onMessage(message: Message, payload: ServerMessages[Message]): void {
  startWatchdog()
  const { connection: before, paused } = useLiveConnection.getState()
  const connection = connectionAfter(message, payload)
  useLiveConnection.setState({ connection, lastMessageAt: Date.now() })
  const isBack = before.state === 'behind' && connection.state === 'live'
  if (message === 'news.missed' || isBack) scheduleResync()
  if (paused) return
  for (const handle of handlers) handle(message, payload)
}

function connectionAfter(message: Message, payload: ServerMessages[Message]): LiveConnection {
  if (message === 'leaderboard.heartbeat') {
    // The name decides the payload; the compiler cannot follow that.
    const { behind, at } = payload as Heartbeat
    if (behind) return { state: 'behind', since: Date.parse(at) }
  }
  return { state: 'live', updatedAt: Date.now() }
}

function scheduleRetry(): void {
  clearTimeout(retry)
  const wait = reconnectDelay(tries, Math.random())
  tries += 1
  const dead = tries > offlineAfterAttempts || !navigator.onLine
  useLiveConnection.setState({
    connection: dead
      ? { state: 'offline', since: lastWord() }
      : { state: 'reconnecting', retryAt: Date.now() + wait },
  })
  retry = setTimeout(connect, wait)
}

/** Sockets die without a word when a laptop sleeps or a proxy forgets them. Visitors hear no heartbeat and are left to pings. */
function startWatchdog(): void {
  clearTimeout(watchdog)
  if (anyStoredToken() === undefined) return
  watchdog = setTimeout(() => {
    line?.disconnect()
    scheduleRetry()
  }, heartbeatTimeoutMs)
}

const lastWord = (): number => useLiveConnection.getState().lastMessageAt ?? Date.now()
