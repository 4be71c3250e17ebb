// What all commands of the operator's shell work with: the context that they are given (that of the terminal, except in specs), exit codes,
// faults with a message for the operator, and how results, counts and progress are printed.

import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError } from '@thirty/infra/config/config-error.ts'
import { type Clock, systemClock } from '@thirty/infra/scheduler.ts'
import type { Config } from '../config/config.ts'

/** The result of a command. `faultFound` also stands for a command that was refused or interrupted. */
export const exitCodes = { fine: 0, faultFound: 1, wrongUse: 2 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export type ShellContext = {
  environment: Readonly<Record<string, string | undefined>>
  /** Paths that the operator types are relative to it. */
  workingDirectory: string
  clock: Clock
  /** Writes a line of the result to standard output. */
  print(line: string): void
  /** Writes a line for the operator to standard error. */
  note(line: string): void
  /** Replaces the progress line on the terminal; nothing where there is no terminal. An empty text removes it. */
  showProgress(text: string): void
  /** Aborted when the operator presses Ctrl-C. */
  signal: AbortSignal
}

/** What a command of the operator's shell is given. `isJson`: its result is printed as JSON. */
export type ShellCommand = ShellContext & { config: Config; isJson: boolean }

/** Prints the result of a command as JSON, or as lines for a person. Returns the exit code, which says whether the command succeeded. */
export function report<Result extends { success?: boolean | undefined }>(
  { print, isJson }: ShellCommand,
  result: Result,
  ...lines: readonly string[]
): ExitCode {
  for (const line of isJson ? [JSON.stringify(result)] : lines) print(line)
  return result.success === true ? exitCodes.fine : exitCodes.faultFound
}

/** A command cannot do what it should. The message is one or more sentences for the operator. */
export class ShellFault extends Error {
  override name = 'ShellFault'
}

/** Whether a message of an error is meant for the operator. */
export const isForOperator = (error: unknown): error is Error =>
  error instanceof ShellFault || error instanceof ConfigError

/** To be awaited between two requests that ask how far something is. Throws `ShellFault` when the operator presses Ctrl-C. */
export const pauseBetweenPolls = ({ signal }: ShellContext, whenStopped: string): Promise<void> =>
  pause(250, undefined, { signal }).catch(() => {
    throw new ShellFault(whenStopped)
  })

/** "1 project", "2 projects". */
export const withNoun = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** A bar of twenty characters with the percentage: `█████░░░░░ 50%`. */
export function progressBar(done: number, total: number): string {
  const share = total <= 0 ? 1 : Math.min(Math.max(done / total, 0), 1)
  const filled = Math.round(share * 20)
  return `${'█'.repeat(filled)}${'░'.repeat(20 - filled)} ${Math.floor(share * 100)}%`
}

/** Moves to the first column and erases the line. */
const eraseLine = '\r\u001B[2K'

/** Why a command was stopped whose output nobody reads any more, as after `| head`. That is not a fault. */
export const outputClosed = Symbol('output closed')

/** When nobody reads the output any more, the command is stopped with the reason `outputClosed`, and nothing more is printed. */
export function terminalContext(stop: AbortController): ShellContext {
  const { stdout, stderr } = process
  let isRead = true
  for (const stream of [stdout, stderr])
    stream.on('error', (error) => {
      if (!('code' in error) || error.code !== 'EPIPE') throw error
      isRead = false
      stop.abort(outputClosed)
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
