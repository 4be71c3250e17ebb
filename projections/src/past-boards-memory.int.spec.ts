import { setImmediate } from 'node:timers/promises'
import { currentRun } from '@thirty/contracts/challenge/history.ts'
import { heapInUse } from '@thirty/infra/testing/heap.ts'
import { equalCriteria, personEvents, projectEvents } from '@thirty/projections/testing/event-builders.ts'
import { recordedLog } from '@thirty/projections/testing/fake-event-log.ts'
import { expect, test } from 'vitest'
import { readChallenge } from './read-challenge.ts'
import { bytesBeside, PastBoards } from './leaderboard/past-boards/past-boards.ts'
import type { Participant } from './leaderboard/participant.ts'

const names = Array.from({ length: 260 }, (_, index) => `P${String.fromCodePoint(256 + index)}`)
const registrations = names.map((name, index) =>
  personEvents(name).registered({ username: `person_${index}` }),
)
/** Each participant has many projects, which many others rated. */
const projects = names.flatMap((name) =>
  Array.from({ length: 8 }, (_, index) => projectEvents(name, index + 1)).flatMap((project) => [
    project.submitted({ projectName: `${name} made a project with a name of its own` }),
    ...names.slice(0, 5).map((rater) => project.rated(rater, equalCriteria(3), { official: false })),
  ]),
)
const given = [...registrations, ...projects]
const [small, large] = [BigInt(registrations.length * 10), BigInt(given.length * 10)]

/** Past boards with room for this many bytes. `readAgain` returns how many events are read for a board that was read before. */
async function setUp(maxBytes?: number) {
  const log = recordedLog(given)
  const challenge = await readChallenge(log)
  const { history } = currentRun(challenge.runs)
  const boards = new PastBoards({
    log,
    timeZone: 'UTC',
    ...(maxBytes !== undefined && { maxBytes }),
  })
  const at = (position: bigint) => boards.at(history, position, challenge)
  const readAgain = async (position: bigint): Promise<number> => {
    const before = log.reads.events
    await at(position)
    return log.reads.events - before
  }
  return { at, readAgain }
}

/** Bytes of the indexes of the pages of a requested board, as the cache estimates them. */
const indexBytes = 825 * names.length

test('the cache has room for bytes, not for participants: projects, their raters and indexes count', async () => {
  const { at } = await setUp()
  const { bytes: smallBytes } = await at(small)
  const { bytes: largeBytes } = await at(large)
  expect(largeBytes).toBeGreaterThan(5 * smallBytes)
  const narrow = await setUp(2 * smallBytes)
  await narrow.at(large)
  await narrow.at(small)
  expect(await narrow.readAgain(small)).toBe(0)
  expect(await narrow.readAgain(large)).toBe(projects.length)
  // Requested boards have two thirds as much room as boards of days.
  const bothBytes = smallBytes + largeBytes + 2 * indexBytes
  for (const [room, readOfLarge] of [
    [bothBytes, 0],
    [bothBytes - 1, projects.length],
  ] as const) {
    const wide = await setUp(Math.floor(room * 1.5))
    await wide.at(small)
    await wide.at(large)
    expect([await wide.readAgain(small), await wide.readAgain(large)]).toEqual([0, readOfLarge])
  }
})

test('each project that changed since another board counts, on whichever day', async () => {
  const { documents } = await (await setUp()).at(large)
  const bytesOfChange = (day: number) => {
    const changed = [...documents].map(([id, participant]): [string, Participant] => {
      const projects = participant.projects.map((one) => (one.day === day ? { ...one } : one))
      return [id, { ...participant, projects }]
    })
    return bytesBeside({ documents: new Map(changed) }, { documents })
  }
  expect(bytesOfChange(1)).toBe(bytesOfChange(8))
  expect(bytesOfChange(1)).toBeGreaterThan(bytesOfChange(9))
})

test('the estimated memory of a board is about the memory that it needs', async () => {
  const { at } = await setUp()
  // What earlier tests left is freed once their promises are settled.
  await setImmediate()
  heapInUse()
  const before = heapInUse()
  const board = await at(large)
  const needed = heapInUse() - before
  expect(board.bytes / needed).toBeGreaterThan(0.5)
  expect(board.bytes / needed).toBeLessThan(3)
})
