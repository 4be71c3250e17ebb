import { firstHistory } from '@thirty/contracts/rules/history.ts'
import { calculateScore } from '@thirty/contracts/rules/points.ts'
import {
  equalCriteria,
  personEvents,
  projectEvents,
  storeAfter,
} from '@thirty/projections/testing/event-builders.ts'
import { defaultScoring } from '@thirty/contracts/rules/scoring.ts'
import { expect, test } from 'vitest'
import { comparedParticipants } from './contributions.ts'
import { leaderboardProjection } from './projection.ts'

test('the points of the first participants follow from their ratings by the formula of the leaderboard', async () => {
  const projection = leaderboardProjection(firstHistory, 'UTC')
  const names = ['Ada', 'Bob', 'Cleo']
  const rated = (name: string, day: number, ...stars: number[]) => {
    const project = projectEvents(name, day)
    return [
      project.submitted(),
      ...stars.map((count, index) => project.rated(index === 0 ? 'Root' : 'Rita', equalCriteria(count))),
    ]
  }
  const store = await storeAfter(
    [projection],
    [
      ...names.map((name) => personEvents(name).registered()),
      ...rated('Ada', 1, 4, 2),
      ...rated('Ada', 2, 5),
      ...rated('Bob', 1, 1),
      ...rated('Cleo', 1),
      projectEvents('Bob', 1).rejected(),
    ],
  )
  const all = await comparedParticipants(store, projection, 9)
  expect(all.map(({ name, rank }) => [name, rank])).toEqual([
    ['Ada', 1],
    ['Cleo', 2],
    ['Bob', 3],
  ])
  for (const { points, projects } of all)
    expect(
      calculateScore(
        projects.map(({ day, official }) => ({
          day,
          officialAverages: official.map(({ average }) => average),
        })),
        defaultScoring.weights,
      ).totalPoints,
    ).toBe(points)
  expect(await comparedParticipants(store, projection, 1)).toHaveLength(1)
  await store.close()
})
