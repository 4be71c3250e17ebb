import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { RecordedEvent } from '../event-log/event-log.ts'
import { backUpLog } from '../event-log/sqlite/verify-and-recover/back-up.ts'
import { openReader } from '../event-log/sqlite/read/reader.ts'
import { acceptLoss, inspectLog, type LostRange } from '../event-log/sqlite/verify-and-recover/recovery.ts'

export type OperatorOptions = {
  /** Folder of the embedded log. */
  folder: string
  clock: Clock
  print: (line: string) => void
  /** Returns an event without personal data and credentials. */
  redact: (event: RecordedEvent) => RecordedEvent
  /** Ends commands that follow the log. */
  signal: AbortSignal
}

const personalDataFlag = '--with-personal-data'

const help = `What operators can do from a shell:

  npm run ops -- log verify       verify every event of the log; it may be in use
  npm run ops -- log accept       give up lost events; the damaged files are kept in another folder
  npm run ops -- log backup DIR   copy and verify the log, which may be in use, into a folder without one
  npm run ops -- events [AFTER]   follow the log, one JSON line per event, from a position on (all of it when left out)
                                  personal data and credentials are redacted; ${personalDataFlag} shows them`

/**
 * Runs one operator command and returns the exit code: 0 success, 1 the log has a fault or is missing, 2 unknown
 * command.
 */
export async function runOperatorCommand(
  commandArguments: readonly string[],
  options: OperatorOptions,
): Promise<number> {
  const [subject, verb, target] = commandArguments
  if (subject === 'log' && verb === 'verify') return verify(options)
  if (subject === 'log' && verb === 'accept') return accept(options)
  if (subject === 'log' && verb === 'backup' && target) return backUp(target, options)
  if (subject === 'events') {
    const [after = '0', ...unknown] = commandArguments
      .slice(1)
      .filter((argument) => argument !== personalDataFlag)
    const isRedacted = !commandArguments.includes(personalDataFlag)
    if (/^\d+$/.test(after) && unknown.length === 0)
      return follow(Number(after), isRedacted ? options : { ...options, redact: (event) => event })
  }
  options.print(help)
  return 2
}

function verify({ folder, print }: OperatorOptions): number {
  if (isMissing(folder, print)) return 1
  const { events, head, fault, lost } = inspectLog(folder)
  if (fault === undefined) {
    print(`All ${events} events are intact; the newest is at position ${head}.`)
    return 0
  }
  print(fault)
  print(`"npm run ops -- log accept" would give up ${formatRanges(lost)} and keep the rest.`)
  return 1
}

function accept({ folder, print, clock }: OperatorOptions): number {
  if (isMissing(folder, print)) return 1
  const accepted = acceptLoss(folder, clock)
  if (accepted === undefined) print('No event is lost, so nothing was changed.')
  else
    print(
      `Given up: ${formatRanges(accepted.lost)}. The damaged files are in ${accepted.damagedFilesFolder}.`,
    )
  return 0
}

function backUp(target: string, { folder, print }: OperatorOptions): number {
  if (isMissing(folder, print)) return 1
  const { events, head } = backUpLog(folder, target)
  print(
    `Copied and verified ${events} events up to position ${head} into ${target}. Copy the rest of ${folder} too.`,
  )
  return 0
}

const pollIntervalMs = 250
const maxEvents = 500

async function follow(after: number, { folder, print, redact, signal }: OperatorOptions): Promise<number> {
  if (isMissing(folder, print)) return 1
  const reader = openReader(folder)
  try {
    for (let position = after; !signal.aborted;) {
      const slice = reader.readLog(position, Number.MAX_SAFE_INTEGER, maxEvents, () => true)
      for (const event of slice.events)
        print(JSON.stringify({ ...redact(event), position: event.position.toString() }))
      const last = slice.events.at(-1)
      if (last !== undefined) position = Number(last.position)
      // Another process writes, and does not notify this one.
      else await pause(pollIntervalMs, undefined, { signal }).catch(() => undefined)
    }
    return 0
  } finally {
    reader.close()
  }
}

function isMissing(folder: string, print: OperatorOptions['print']): boolean {
  if (existsSync(join(folder, 'events.db'))) return false
  print(`There is no event log in ${folder}. Set DATA_DIR to its folder.`)
  return true
}

function formatRanges(lost: readonly LostRange[]): string {
  if (lost.length === 0) return 'no event'
  return lost
    .map(({ from, to }) => (from === to ? `position ${from}` : `positions ${from} to ${to}`))
    .join(', ')
}
