import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { challengeEvents } from '@thirty/contracts/events/challenge.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { challengeStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { openTestLog, temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { expect, test } from 'vitest'
import { inMemoryEventLog } from '@thirty/command-api/testing/in-memory-event-log.ts'
import { interruptionsOf, logEndingAt } from '@thirty/command-api/testing/interrupted-log.ts'
import { logProcess } from '@thirty/command-api/testing/log-process.ts'
import { createNewEvent } from '@thirty/command-api/testing/new-event.ts'
import { resetChallenge, restoreBackup } from './history-commands.ts'

// A reset and a restore are one append each, so a process may end at any moment.

const clock = () => Date.parse('2026-03-02T08:00:00Z')
type Log = ReturnType<typeof inMemoryEventLog>['log']
const retried = { actor: 'admin', correlation: 'spec', command: { id: 'key-1', digest: 'a' } }

/** Returns the types of the challenge. Throws if a run began without its backup right before it, or a backup stands alone. */
async function typesOf(log: Pick<EventLog, 'read'>): Promise<string[]> {
  const types: string[] = []
  for await (const event of log.read(challengeStream)) {
    if (!isEventOf(challengeEvents, event)) throw new Error(`${event.type} is not about the challenge.`)
    const isBeginning = event.type === 'ChallengeReset' || event.type === 'BackupRestored'
    if (isBeginning !== (types.at(-1) === 'BackupCreated'))
      throw new Error(`A backup or a run is alone: ${types.join()}`)
    types.push(event.type)
  }
  if (types.at(-1) === 'BackupCreated') throw new Error('The last backup is alone.')
  return types
}

const actions = {
  reset: (log: Log) => resetChallenge(logProcess(log, clock), retried),
  restore: (log: Log) => restoreBackup(logProcess(log, clock), { backup: 'imported', context: retried }),
}

/** A log with an imported backup. */
function logWithBackup() {
  const memory = inMemoryEventLog()
  const data = { backup: 'imported', name: 'From afar', automatic: false, run: 5 }
  memory.store(challengeStream, [createNewEvent('BackupImported', data, { at: clock() })])
  return memory.log
}

test.for(
  (['reset', 'restore'] as const).flatMap((name) =>
    interruptionsOf(2).map((step) => [name, ...step] as const),
  ),
)(
  'a %s that ends at append %d (stored: %s) did nothing or everything, and its retry completes it',
  async ([name, append, isStored]) => {
    const log = logWithBackup()
    // There is one append, so the interruption of a second one does not take place.
    const isInterrupted = append === 1
    const outcome = await actions[name](logEndingAt(log, append, isStored)).catch(
      (error: Error) => error.message,
    )
    expect(outcome === 'The process has ended.').toBe(isInterrupted)
    const newRun = ['BackupCreated', name === 'reset' ? 'ChallengeReset' : 'BackupRestored']
    const isComplete = isStored || !isInterrupted
    expect(await typesOf(log)).toEqual(['BackupImported', ...(isComplete ? newRun : [])])
    expect(await actions[name](log)).toMatchObject({ run: 6 })
    expect(await typesOf(log)).toEqual(['BackupImported', ...newRun])
  },
)

/** A campaign runs more: HISTORY_KILLS=200. */
const rounds = Number(process.env['HISTORY_KILLS'] ?? 4)
const historyProcess = fileURLToPath(import.meta.resolve('@thirty/command-api/testing/history-process.ts'))

test(
  'a process that is killed while it resets and restores leaves every run with its backup, and loses no acknowledged one',
  { timeout: 20_000 + rounds * 8_000 },
  async () => {
    const folder = await temporaryFolder()
    let types: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      const acknowledged = await runUntilKilled(folder, 1 + ((2 * round) % 20), round)
      const log = await openTestLog(folder)
      types = await typesOf(log)
      // Each run has two events in the stream, beginning with run 2.
      expect(1 + types.length / 2).toBeGreaterThanOrEqual(acknowledged)
      await log.close()
    }
    expect(new Set(types)).toEqual(new Set(['BackupCreated', 'ChallengeReset', 'BackupRestored']))
  },
)

/** Kills the process some milliseconds after a number of acknowledged runs. Returns the newest acknowledged run. */
async function runUntilKilled(folder: string, acknowledgements: number, delay: number): Promise<number> {
  const child = spawn(process.execPath, [historyProcess, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  let newest = 0
  let received = 0
  for await (const line of createInterface(child.stdout)) {
    newest = Math.max(newest, Number(line))
    received += 1
    if (received === acknowledgements) setTimeout(() => child.kill('SIGKILL'), delay % 5)
  }
  expect(await exited).toEqual([null, 'SIGKILL'])
  return newest
}
