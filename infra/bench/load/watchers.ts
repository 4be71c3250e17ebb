import { once } from 'node:events'
import { join } from 'node:path'
import { startNodeProcess } from '../server/server-process.ts'

/** Sockets that all hear the same, in processes of their own. */
export type WatcherGroup = AsyncDisposable & {
  /** When the last of them has heard the next frame, as `now` tells it. One call for each frame, before it is sent. */
  nextMessage(): Promise<number>
  /** The frame that was heard last. */
  lastMessage(): unknown
}

export type WatchOptions = { address: string; message: string; tokens: readonly string[] }

/** What a process of watchers says: that all of them are in, or when the last of them heard a frame, and which. */
export type WatcherReport = { at: number; payload?: string }

/** Milliseconds, the same clock for all processes of this machine. */
export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6

const program = join(import.meta.dirname, 'watcher-process.ts')
/** One process would not do for many on a machine with more cores, and each may open so many files only. */
const inOneProcess = 5_000
/** Files that a process needs for itself. */
const ownFiles = 200
const patience = 30_000

/** One websocket for each of the tokens, all connected. */
export async function connectWatchers({ tokens: people, ...heard }: WatchOptions): Promise<WatcherGroup> {
  requireFiles(people.length)
  const groups = Array.from({ length: Math.ceil(people.length / inOneProcess) }, (_, at) =>
    people.slice(at * inOneProcess, (at + 1) * inOneProcess),
  )
  await using stack = new AsyncDisposableStack()
  const crowds = await Promise.all(
    groups.map(async (group) => {
      const crowd = stack.use(startWatching({ ...heard, tokens: group }))
      await crowd.nextMessage()
      return crowd
    }),
  )
  const all = stack.move()
  return {
    nextMessage: async () => Math.max(...(await Promise.all(crowds.map((crowd) => crowd.nextMessage())))),
    lastMessage: () => crowds[0]?.lastMessage(),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

/** The watchers of one process. Its first word is that all are in. */
function startWatching(watching: WatchOptions): WatcherGroup {
  const child = startNodeProcess(program)
  const ended = once(child, 'exit')
  let frame: string | undefined
  child.send(watching)
  return {
    nextMessage: async () => {
      const early = ended.then(() => Promise.reject(new Error(`Watchers of ${watching.message} ended.`)))
      const word = once(child, 'message', { signal: AbortSignal.timeout(patience) })
      // The program says nothing else.
      const [heard] = (await Promise.race([word, early])) as [WatcherReport]
      frame = heard.payload ?? frame
      return heard.at
    },
    lastMessage: () => frame && (JSON.parse(frame) as unknown),
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await ended
    },
  }
}

/** Every socket is an open file of the server, whose limit is ours: Node itself raises it as far as it may. */
function requireFiles(sockets: number): void {
  // Typed `object`; the parts are documented.
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { hard: unknown } } }
  const most = Number(userLimits?.open_files?.hard)
  if (most < sockets + ownFiles)
    throw new Error(`${sockets} sockets need ulimit -Hn ${sockets + ownFiles}; here it is ${most}.`)
}
