import type { ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import {
  contentOf,
  end,
  makeFolder,
  start,
  submissions,
} from '@thirty/projections/testing/board-snapshots.ts'
import { challengeEvent, projectEvents, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { expect, test } from 'vitest'

type Place = { run: number; upTo?: string }

const backup = (id: string, of: Place): GivenEvent =>
  challengeEvent({ type: 'BackupCreated', data: { backup: id, name: id, automatic: true, of } })
const reset = (run: number, id: string): GivenEvent =>
  challengeEvent({ type: 'ChallengeReset', data: { run, backup: id } })
const restored = (run: number, id: string, parent: Place): GivenEvent =>
  challengeEvent({ type: 'BackupRestored', data: { run, backup: id, parent } } satisfies ChallengeEvent)

/** Run 1 has ten projects, then it is reset, and somebody submits a project of the next run. */
const afterReset = [
  ...submissions,
  backup('first', { run: 1 }),
  reset(2, 'first'),
  projectEvents('PA', 2, 2).submitted(),
]

const positionOf = (events: readonly GivenEvent[]): bigint => BigInt(events.length * 10)

/**
 * Returns the number of projects that count at the end of some events, and how many events were read for it. The process has
 * shown the board at `shownBefore`, if it is given.
 */
async function projectsAtEnd(folder: string, events: readonly GivenEvent[], shownBefore?: bigint) {
  const running = await start(folder, events)
  if (shownBefore !== undefined) await running.boardAt(shownBefore)
  const board = await running.boardAt(positionOf(events))
  const read = running.log.reads.events
  const scratch = await start(await makeFolder(), events, { spacing: 1_000 })
  expect(contentOf(board)).toEqual(contentOf(await scratch.boardAt(positionOf(events))))
  const projects = [...board.documents.values()].reduce(
    (sum, { standing }) => sum + standing.score.projects,
    0,
  )
  return { projects, read }
}

test('after a reset, a snapshot of the previous run is not its leaderboard, in this process or after a start', async () => {
  const folder = await makeFolder()
  await (await start(folder, submissions)).boardAt(end)
  expect(await projectsAtEnd(folder, afterReset)).toMatchObject({ projects: 1 })
  expect(await projectsAtEnd(await makeFolder(), afterReset, end)).toMatchObject({ projects: 1 })
})

test('a run that is restored completely continues from the snapshot of its parent', async () => {
  const folder = await makeFolder()
  await (await start(folder, submissions)).boardAt(end)
  const events = [
    ...afterReset,
    backup('second', { run: 2 }),
    restored(3, 'first', { run: 1, upTo: `${positionOf(afterReset)}` }),
    projectEvents('PB', 2, 3).submitted(),
  ]
  const { projects, read } = await projectsAtEnd(folder, events)
  expect(projects).toBe(11)
  expect(read).toBeLessThan(submissions.length)
})

test('a run that is restored from the middle of its parent does not continue from a later snapshot', async () => {
  const folder = await makeFolder()
  const middle = positionOf(submissions) - 50n
  await (await start(folder, submissions)).boardAt(end)
  const events = [
    ...afterReset,
    backup('second', { run: 2 }),
    restored(3, 'middle', { run: 1, upTo: `${middle}` }),
    projectEvents('PB', 2, 3).submitted(),
  ]
  expect((await projectsAtEnd(folder, events)).projects).toBe(6)
  // Back to the second run, whose snapshot is there now.
  const chained = [
    ...events,
    backup('third', { run: 3 }),
    restored(4, 'second', { run: 2, upTo: `${positionOf(afterReset)}` }),
  ]
  expect((await projectsAtEnd(folder, chained)).projects).toBe(1)
})
