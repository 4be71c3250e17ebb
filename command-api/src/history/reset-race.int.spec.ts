import { challengeEvents } from '@thirty/contracts/challenge/events.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import { historyOf, isInHistory, type History } from '@thirty/contracts/challenge/history.ts'
import { challengeStream } from '@thirty/contracts/events/stream-names.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { openTestLog, temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { collectBatches } from '@thirty/infra/testing/event-log/port/test-events.ts'
import { expect, test } from 'vitest'
import { logProcess } from '@thirty/command-api/testing/log-process.ts'
import { personId } from '@thirty/command-api/testing/people.ts'
import { evolveChallenge, initialChallenge } from '@thirty/contracts/challenge/challenge-state.ts'

/** A campaign runs more: RACING_SUBMISSIONS=10000 RACING_RESETS=100. */
const submissions = Number(process.env['RACING_SUBMISSIONS'] ?? 2_000)
const resets = Number(process.env['RACING_RESETS'] ?? 20)
const writers = 40

/** A log whose appends take up to twenty turns of the event loop, in a fixed order. */
function slowLog(log: EventLog): EventLog {
  let count = 0
  const append: EventLog['append'] = async (...args) => {
    count += 1
    for (let turns = (count * 7) % 20; turns > 0; turns -= 1) await nextTurn()
    return log.append(...args)
  }
  return { ...log, append }
}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Returns the result of a command; `undefined` if it was refused with a conflict. Throws any other error. */
const unlessConflict = async <Result>(command: Promise<Result>): Promise<Result | undefined> => {
  try {
    return await command
  } catch (error) {
    if (error instanceof Refusal && ['conflict', 'challenge-was-reset'].includes(error.code)) return undefined
    throw error
  }
}

test(
  'of submissions that race resets, each acknowledged one is in exactly one backup or in the current run',
  { timeout: 30_000 + submissions * 15 },
  async () => {
    const log = await openTestLog(await temporaryFolder())
    // Two processes: submissions take turns, resets come from both.
    const processes = [logProcess(slowLog(log)), logProcess(slowLog(log))] as const
    const acknowledged: string[] = []
    let next = 0
    const submitAll = async () => {
      while (next < submissions) {
        const number = next++
        const user = personId(Math.floor(number / 30))
        const result = await unlessConflict(processes[number % 2 ? 1 : 0].submit(user, (number % 30) + 1))
        if (result !== undefined) acknowledged.push(`${result.id} ${result.position}`)
      }
    }
    /** Two admins reset at the same moment, until one of them wins: while the run is empty, both are refused. */
    const resetByTwoAdmins = async () => {
      for (;;) {
        const both = await Promise.all(processes.map(({ reset }) => unlessConflict(reset())))
        const winners = both.filter((result) => result !== undefined)
        expect(winners.length).toBeLessThan(2)
        if (winners.length === 1) return
        if (next === submissions) throw new Error('No submission is left for another reset.')
        await nextTurn()
      }
    }
    /** Whether a reset is due, by its number from 1. The last tenth of the submissions is left for the last run. */
    const isDue = (number: number) => next >= (0.9 * submissions * number) / resets
    const resetAll = async () => {
      for (let number = 1; number <= resets; number += 1) {
        while (!isDue(number)) await nextTurn()
        await resetByTwoAdmins()
      }
    }
    await Promise.all([resetAll(), ...Array.from({ length: writers }, submitAll)])

    const stored = await collectBatches(log.readAll({ streams: ['project-'] }))
    const { places, ends } = await loadHistory(log)
    expect(places).toHaveLength(resets + 1)
    expect(acknowledged.length).toBeGreaterThan(submissions / 2)
    expect(
      stored.map(({ stream, position }) => `${stream.slice('project-'.length)} ${position}`).toSorted(),
    ).toEqual(acknowledged.toSorted())
    const counts = stored.map((event) => places.filter((history) => isInHistory(history, event)).length)
    expect(new Set(counts)).toEqual(new Set([1]))
    const runs = new Set(stored.map(({ metadata }) => metadata.run))
    // The last run may still be empty.
    expect(runs.size).toBeGreaterThanOrEqual(resets)
    // The race took place: some submissions were decided before a reset and appended after it.
    expect(stored.filter((event) => event.position > endOf(event.metadata.run, ends)).length).toBeGreaterThan(
      0,
    )
  },
)

/** Returns the histories of all backups and of the current run, and the position of the reset that ended each run. */
async function loadHistory(log: EventLog): Promise<{ places: History[]; ends: ReadonlyMap<number, bigint> }> {
  let history = initialChallenge
  const ends = new Map<number, bigint>()
  for await (const event of log.read(challengeStream)) {
    if (!isEventOf(challengeEvents, event)) continue
    if (event.type === 'ChallengeReset') ends.set(history.runs.current, event.position)
    history = evolveChallenge(history, event)
  }
  const { runs, backups } = history
  const current = historyOf({ run: runs.current }, runs.runs)
  return { places: backups.map(({ of }) => historyOf(of, runs.runs)).concat([current]), ends }
}

const endOf = (run: number | undefined, ends: ReadonlyMap<number, bigint>): bigint =>
  ends.get(run ?? 0) ?? BigInt(Number.MAX_SAFE_INTEGER)
