import { firstHistory, type History } from '@thirty/contracts/challenge/history.ts'
import { daysResponse } from '@thirty/contracts/challenge/api.ts'
import { expect, test } from 'vitest'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import {
  journeyEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { contextWith } from '@thirty/projections/testing/run-context.ts'
import { ownDaysOf } from './query.ts'

const ada = userIdOf('Ada')
const evening = (day: number) => `2026-01-0${day}T20:00:00.000Z`
const completed = (day: number, run = 1) => journeyEvents('Ada', run).completed(day, evening(day))
const reopened = (day: number, run = 1) => journeyEvents('Ada', run).reopened(day, evening(day))
const shown = { projectName: 'Kanban', averageRating: 4, ratingCount: 1 }
const project = (day: number, status: 'submitted' | 'approved' | 'rejected') => {
  const { id: _id } = projectEvents('Ada', day)
  return { _id, day, status, ...shown }
}

type Sources = { projects?: ReturnType<typeof project>[]; startsAt?: string | null; history?: History }
async function days(
  given: GivenEvent[],
  { projects = [], startsAt = null, history = firstHistory }: Sources = {},
) {
  const context = contextWith({
    log: fakeEventLog(...given),
    history,
    clock: () => Date.parse('2026-01-08T18:00:00.000Z'),
    challenge: { currentDay: async () => ({ day: 4, startsAt, timeZone: 'UTC' }) },
    projectsOf: async (user: string) => ({ projects: user === ada ? projects : [] }),
    positionOf: async () => ({ position: '7', epoch: 'e1' }),
    standings: {
      withNeighbours: async () => ({ own: { participant: { score: { totalPoints: 12.5 } } } }),
    },
    boardQueries: { rankOf: async () => ({ rank: 2, totalParticipants: 7 }) },
  })
  return daysResponse.omit({ success: true }).parse(await ownDaysOf(context, ada))
}

test('returns thirty open days for a participant without activity', async () => {
  const { days: all, stats, day } = await days([])
  expect(day).toBe(4)
  expect(all).toHaveLength(30)
  expect(all.every(({ isOpen, completedAt, project }) => isOpen && !completedAt && !project)).toBe(true)
  expect(stats).toMatchObject({ completed: 0, completedStreak: 0, handedIn: 0, streak: 0 })
})

test('returns for each day its completion, its project and whether it is open', async () => {
  const given = [1, 3, 4].map((day) => completed(day))
  const { days: all, ...answer } = await days(given, {
    projects: [project(1, 'approved'), project(2, 'rejected')],
    startsAt: '2026-01-05T09:00:00.000Z',
  })
  expect(answer.day).toBe(4)
  expect(all.filter(({ isOpen }) => isOpen).map(({ day }) => day)).toEqual([1, 2, 3, 4])
  expect(all[0]).toEqual({
    day: 1,
    isOpen: true,
    completedAt: '2026-01-01T20:00:00.000Z',
    project: { _id: projectEvents('Ada', 1).id, status: 'approved', ...shown },
  })
  expect(all[1]).toMatchObject({ completedAt: null, project: { status: 'rejected' } })
  expect(answer.stats).toEqual({
    completed: 3,
    completedStreak: 2,
    handedIn: 2,
    approved: 1,
    streak: 1,
    totalPoints: 12.5,
    rank: 2,
    totalParticipants: 7,
  })
})

test('a reopened day is not complete, and unknown events are ignored', async () => {
  const { stats } = await days([
    completed(1),
    reopened(1),
    completed(2),
    { ...completed(2), type: 'DaySkipped' },
  ])
  expect(stats).toMatchObject({ completed: 1, completedStreak: 1 })
})

test('a restored run has the days that were completed up to its place, and its own', async () => {
  const given = [completed(1), completed(2), reopened(1), completed(4), reopened(2, 3), completed(3, 3)]
  const history: History = [{ run: 3 }, { run: 1, upTo: 1n }]
  const { days: all } = await days(given, { history })
  expect(all.filter(({ completedAt }) => completedAt !== null).map(({ day }) => day)).toEqual([1, 3])
})
