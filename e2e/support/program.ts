import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')
const node = join(root, 'node_modules/node/bin/node')
/** Milliseconds that a start or an end may take. */
const patience = 30_000

/** A program of ours in a process of its own, which can be ended and started again. */
export type Program = {
  /** Process id of the run that goes on now, or of the last one. */
  pid(): number
  isRunning(): boolean
  /** What it printed so far, of all its starts. */
  output(): string
  /** Starts it and waits until it is ready. Throws with what it printed when it ends before that, or takes too long. */
  start(): Promise<void>
  /** Asks it to end (SIGTERM) and waits until it did; answers its exit code. */
  stop(): Promise<number | null>
  /** Ends it as a power cut would (SIGKILL). */
  kill(): Promise<void>
  /** It stands still (SIGSTOP): connections stay, nothing is answered. */
  freeze(): void
  /** It goes on where it stood still. */
  thaw(): void
}

export type ProgramSettings = {
  /** File and arguments, from the root of the repository. */
  args: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  /** Asked again and again after a start, with what this run has printed. */
  isReady: (printed: string) => boolean | Promise<boolean>
}

/** Runs a program that is expected to end by itself; answers its exit code and what it printed. */
export async function runToEnd(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ code: number | null; printed: string }> {
  const child = spawn(node, words, { cwd: root, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)))
  const stuck = setTimeout(() => child.kill('SIGKILL'), patience)
  await once(child, 'close')
  clearTimeout(stuck)
  return { code: child.exitCode, printed }
}

/** A program that runs when it is started. However the tests end, it does not outlive them. */
export function program({ args: words, env, isReady }: ProgramSettings): Program {
  let child: ChildProcess | undefined
  let printed = ''

  const start = async (): Promise<void> => {
    const before = printed.length
    const started = spawn(node, words, { cwd: root, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    child = started
    const leave = () => started.kill('SIGKILL')
    process.once('exit', leave)
    started.once('exit', () => process.off('exit', leave))
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk) => (printed += String(chunk)))
    try {
      await untilReady(started, () => isReady(printed.slice(before)))
    } catch (error) {
      await end(started, 'SIGKILL')
      throw new Error(`${words.join(' ')} did not start. It printed:\n${printed.slice(before)}`, {
        cause: error,
      })
    }
  }

  return {
    pid: () => child?.pid ?? 0,
    isRunning: () => child !== undefined && !hasEnded(child),
    output: () => printed,
    start,
    stop: () => end(child, 'SIGTERM'),
    kill: async () => void (await end(child, 'SIGKILL')),
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  }
}

/** Whether `/readyz` answers 200. */
export const respondsReady = async (url: string): Promise<boolean> =>
  (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true

async function untilReady(child: ChildProcess, isReady: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patience
  while (Date.now() < deadline) {
    if (hasEnded(child)) throw new Error(`It ended with ${child.exitCode ?? child.signalCode}.`)
    if (await isReady()) return
    await pause(50)
  }
  throw new Error(`It was not ready within ${patience} ms.`)
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<number | null> {
  if (!child || hasEnded(child)) return child?.exitCode ?? null
  const ended = once(child, 'exit')
  // A process that stands still hears SIGTERM only when it goes on.
  child.kill('SIGCONT')
  child.kill(signal)
  const stuck = setTimeout(() => child.kill('SIGKILL'), patience)
  await ended
  clearTimeout(stuck)
  return child.exitCode
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null
