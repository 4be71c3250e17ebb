import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import { backUpLog } from '../event-log/sqlite/verify-and-recover/back-up.ts'
import { openReader } from '../event-log/sqlite/read/reader.ts'
import { acceptLoss, inspectLog, type LostRange } from '../event-log/sqlite/verify-and-recover/recovery.ts'

export type OperatorOptions = {
  /** Folder of the embedded log. */
  folder: string
  clock: Clock
  print: (line: string) => void
  /** Ends what would go on for ever. */
  signal: AbortSignal
}

const help = `What operators can do from a shell:

  npm run ops -- log verify       check every event of the log; it may be in use
  npm run ops -- log accept       go on without events that are lost; the damaged files are set aside
  npm run ops -- log backup DIR   copy the log, verified, into a folder that has none; it may be in use
  npm run ops -- events [AFTER]   follow the log, one JSON line per event, from a position on (all of it when left out)`

/**
 * Runs one operator command, given as its words. Answers the exit code: 0 done, 1 something is wrong with the log,
 * 2 there is no such command.
 */
export async function runOperatorCommand(
  words: readonly string[],
  options: OperatorOptions,
): Promise<number> {
  const [subject, verb, target] = words
  if (subject === 'log' && verb === 'verify') return verify(options)
  if (subject === 'log' && verb === 'accept') return accept(options)
  if (subject === 'log' && verb === 'backup' && target) return backUp(target, options)
  if (subject === 'events' && /^\d*$/.test(verb ?? '')) return follow(Number(verb ?? 0), options)
  options.print(help)
  return 2
}

function verify({ folder, print }: OperatorOptions): number {
  if (isMissing(folder, print)) return 1
  const { events, head, fault, lost } = inspectLog(folder)
  if (fault === undefined) {
    print(`All ${events} events are whole; the newest is at position ${head}.`)
    return 0
  }
  print(fault)
  print(`"npm run ops -- log accept" would give up ${told(lost)} and keep the rest.`)
  return 1
}

function accept({ folder, print, clock }: OperatorOptions): number {
  if (isMissing(folder, print)) return 1
  const accepted = acceptLoss(folder, clock)
  if (accepted === undefined) print('Nothing is lost, so nothing was changed.')
  else
    print(`Given up: ${told(accepted.lost)}. The files as they were are in ${accepted.damagedFilesFolder}.`)
  return 0
}

function backUp(target: string, { folder, print }: OperatorOptions): number {
  if (isMissing(folder, print)) return 1
  const { events, head } = backUpLog(folder, target)
  print(
    `${events} events up to position ${head} are in ${target}, and whole. Keep the rest of ${folder} with them.`,
  )
  return 0
}

const pollEvery = 250
const mostAtOnce = 500

async function follow(after: number, { folder, print, signal }: OperatorOptions): Promise<number> {
  if (isMissing(folder, print)) return 1
  const reader = openReader(folder)
  try {
    for (let position = after; !signal.aborted;) {
      const slice = reader.readLog(position, Number.MAX_SAFE_INTEGER, mostAtOnce, () => true)
      for (const event of slice.events)
        print(JSON.stringify({ ...event, position: event.position.toString() }))
      const last = slice.events.at(-1)
      if (last !== undefined) position = Number(last.position)
      // Another process writes, and files tell nobody when they change.
      else await pause(pollEvery, undefined, { signal }).catch(() => undefined)
    }
    return 0
  } finally {
    reader.close()
  }
}

function isMissing(folder: string, print: OperatorOptions['print']): boolean {
  if (existsSync(join(folder, 'events.db'))) return false
  print(`There is no event log in ${folder}. DATA_DIR says where it is.`)
  return true
}

function told(lost: readonly LostRange[]): string {
  if (lost.length === 0) return 'no event'
  return lost
    .map(({ from, to }) => (from === to ? `position ${from}` : `positions ${from} to ${to}`))
    .join(', ')
}
