import { once } from 'node:events'
import { join } from 'node:path'
import { startNodeProcess } from '../server/server-process.ts'

/** Sockets in separate processes that all receive the same messages. */
export type WatcherGroup = AsyncDisposable & {
  /** Resolves with the time (`nowMs`) at which the last socket received the next message. Call it before the message is sent. */
  nextMessage(): Promise<number>
  /** Returns the payload of the last message. */
  lastMessage(): unknown
}

export type WatchOptions = { address: string; message: string; tokens: readonly string[] }

/** Sent by a watcher process when all its sockets are connected, and when the last of them has received a message. */
export type WatcherReport = { at: number; payload?: string }

/** Returns milliseconds of a clock that all processes of this machine share. */
export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6

const program = join(import.meta.dirname, 'watcher-process.ts')
/** Sockets of one process: more would be a bottleneck, and each process may open a limited number of files. */
const socketsPerProcess = 5_000
/** Files that a process needs besides its sockets. */
const reservedFiles = 200
const messageTimeoutMs = 30_000

/** Connects one websocket for each token. */
export async function connectWatchers({ tokens, ...watched }: WatchOptions): Promise<WatcherGroup> {
  requireFiles(tokens.length)
  const groups = Array.from({ length: Math.ceil(tokens.length / socketsPerProcess) }, (_, index) =>
    tokens.slice(index * socketsPerProcess, (index + 1) * socketsPerProcess),
  )
  await using stack = new AsyncDisposableStack()
  const processes = await Promise.all(
    groups.map(async (group) => {
      const watchers = stack.use(startWatcherProcess({ ...watched, tokens: group }))
      await watchers.nextMessage()
      return watchers
    }),
  )
  const resources = stack.move()
  return {
    nextMessage: async () =>
      Math.max(...(await Promise.all(processes.map((watchers) => watchers.nextMessage())))),
    lastMessage: () => processes[0]?.lastMessage(),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** Starts one process of watchers. Its first message says that all of them are connected. */
function startWatcherProcess(options: WatchOptions): WatcherGroup {
  const child = startNodeProcess(program)
  const ended = once(child, 'exit')
  let payload: string | undefined
  child.send(options)
  return {
    nextMessage: async () => {
      const exited = ended.then(() => Promise.reject(new Error(`Watchers of ${options.message} exited.`)))
      const reported = once(child, 'message', { signal: AbortSignal.timeout(messageTimeoutMs) })
      // Safe: the program sends nothing else.
      const [report] = (await Promise.race([reported, exited])) as [WatcherReport]
      payload = report.payload ?? payload
      return report.at
    },
    lastMessage: () => payload && (JSON.parse(payload) as unknown),
    [Symbol.asyncDispose]: async () => {
      // It exits by itself, which keeps its compiled code for the next one.
      child.disconnect()
      await ended
    },
  }
}

/** Throws when the limit of open files is too low. The server inherits it, and each of its sockets is an open file. */
function requireFiles(sockets: number): void {
  // Node types the report as `object`, but documents its parts.
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { hard: unknown } } }
  const limit = Number(userLimits?.open_files?.hard)
  if (limit < sockets + reservedFiles)
    throw new Error(`${sockets} sockets need ulimit -Hn ${sockets + reservedFiles}; here it is ${limit}.`)
}
