import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

/** A server in a process of its own. `address` as `http://127.0.0.1:40123`. */
export type Program = AsyncDisposable & { address: string }

type Start = { args?: readonly string[]; env?: Readonly<Record<string, string>> }

/** Starts a program that says its address in a line. Rejects when it ends before that. */
export async function startProgram(file: string, start: Start = {}): Promise<Program> {
  const child = startNode(file, start)
  const ended = once(child, 'exit')
  const address = await Promise.race([spokenAddress(child), ended.then(() => undefined)])
  if (address === undefined) throw new Error(`${file} ended before it listened.`)
  return {
    address,
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await ended
    },
  }
}

/** Runs a program to its end; answers the number that it wrote. */
export async function figureOf(file: string, ...args: readonly string[]): Promise<number> {
  const figure = Number(await text(startNode(file, { args }).stdout))
  if (!(figure > 0)) throw new Error(`${file} wrote no figure.`)
  return figure
}

function startNode(file: string, { args = [], env = {} }: Start) {
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const end = () => child.kill()
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}

async function spokenAddress({ stdout }: ChildProcess): Promise<string | undefined> {
  if (stdout === null) return undefined
  const lines = createInterface({ input: stdout })
  try {
    for await (const line of lines) {
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
      if (address !== undefined) return address
    }
    return undefined
  } finally {
    // Whatever it says later is not read, and must not hold it up.
    stdout.resume()
  }
}
