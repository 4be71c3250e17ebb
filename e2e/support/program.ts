import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { compileCache } from '../../scripts/node-options.mjs'

/** The root of the repository. */
export const root = join(import.meta.dirname, '../..')
/** The pinned Node. */
export const node = join(root, 'node_modules/node/bin/node')
/** Milliseconds that a start or an end may take: on a slow machine, four clusters at once need more than 30 seconds. */
const timeoutMs = 60_000
/** A program in a separate process, which can be stopped and started again. */
export type Program = {
  /** Process id of the current or last run. */
  pid(): number
  isRunning(): boolean
  /** Everything that it has printed, in all its runs. */
  output(): string
  /** Starts it and waits until it is ready. Throws with its output if it exits before that or takes too long. */
  start(): Promise<void>
  /** Ends it with SIGTERM and returns its exit code. */
  stop(): Promise<number | null>
  /** Ends it with SIGKILL. */
  kill(): Promise<void>
  /** Suspends it (SIGSTOP): connections stay open without responses. */
  freeze(): void
  /** Resumes it (SIGCONT). */
  thaw(): void
}

export type ProgramSettings = {
  /** File and arguments, from the root of the repository. */
  args: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  /** Polled after a start, with the output of this run. */
  isReady: (printed: string) => boolean | Promise<boolean>
}

/** Runs a program until it exits; returns its exit code and output. */
export async function runToEnd(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ code: number | null; printed: string }> {
  const child = spawn(node, args, {
    cwd: root,
    env: { ...compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)))
  const stuck = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  await once(child, 'close')
  clearTimeout(stuck)
  return { code: child.exitCode, printed }
}

/** Returns a program that is not started yet. It is killed when the test process exits. */
export function program({ args, env, isReady }: ProgramSettings): Program {
  let child: ChildProcess | undefined
  let printed = ''

  const start = async (): Promise<void> => {
    const before = printed.length
    const started = spawn(node, args, {
      cwd: root,
      env: { ...compileCache, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    const killOnExit = () => started.kill('SIGKILL')
    process.once('exit', killOnExit)
    started.once('exit', () => process.off('exit', killOnExit))
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk) => (printed += String(chunk)))
    try {
      await untilReady(started, () => isReady(printed.slice(before)))
    } catch (error) {
      await end(started, 'SIGKILL')
      throw new Error(`${args.join(' ')} did not start. It printed:\n${printed.slice(before)}`, {
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
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    if (hasEnded(child)) throw new Error(`It exited with ${child.exitCode ?? child.signalCode}.`)
    if (await isReady()) return
    await pause(50)
  }
  throw new Error(`It was not ready within ${timeoutMs} ms.`)
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<number | null> {
  if (!child || hasEnded(child)) return child?.exitCode ?? null
  // Unlike `exit`, `close` comes after everything that the program has printed.
  const ended = once(child, 'close')
  // A suspended process handles SIGTERM only after it is resumed.
  child.kill('SIGCONT')
  child.kill(signal)
  const stuck = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  await ended
  clearTimeout(stuck)
  return child.exitCode
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null
