// The surroundings of a shell in a terminal. Progress is shown only where standard error is a terminal.

import { systemClock } from '@thirty/infra/clock.ts'
import type { ShellContext } from './shell-context.ts'

/** Moves to the first column and erases the line. */
const eraseLine = '\r\u001B[2K'

/** Why a command was stopped whose output nobody reads any more, as after `| head`. That is not a fault. */
export const nobodyReads = Symbol('nobody reads')

/** When nobody reads the output any more, the command is stopped with the reason `nobodyReads`, and nothing more is printed. */
export function terminalContext(stop: AbortController): ShellContext {
  const { stdout, stderr } = process
  let isRead = true
  for (const stream of [stdout, stderr])
    stream.on('error', (error) => {
      if (!('code' in error) || error.code !== 'EPIPE') throw error
      isRead = false
      stop.abort(nobodyReads)
    })
  let shown = ''
  const showProgress = (text: string) => {
    if (!stderr.isTTY || text === shown) return
    shown = text
    stderr.write(`${eraseLine}${text.slice(0, stderr.columns - 1)}`)
  }
  /** Lines of results must not continue a progress line. */
  const above = (write: () => void) => {
    if (!isRead) return
    const progress = shown
    showProgress('')
    write()
    showProgress(progress)
  }
  return {
    environment: process.env,
    // npm runs scripts in the folder of the package.
    workingDirectory: process.env['INIT_CWD'] ?? process.cwd(),
    clock: systemClock,
    print: (line) => above(() => stdout.write(`${line}\n`)),
    note: (line) => above(() => stderr.write(`${line}\n`)),
    showProgress,
    signal: stop.signal,
  }
}
