import { challengeEvents } from '@thirty/contracts/events/challenge.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { challengeStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { expect, test } from 'vitest'
import { inMemoryEventLog } from '@thirty/command-api/testing/in-memory-event-log.ts'
import { interruptionsOf, logEndingAt } from '@thirty/command-api/testing/interrupted-log.ts'
import { logProcess } from '@thirty/command-api/testing/log-process.ts'
import { createNewEvent } from '@thirty/command-api/testing/new-event.ts'
import { resetChallenge, restoreBackup } from './endpoints.ts'

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
