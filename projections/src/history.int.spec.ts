import type { History } from '@thirty/contracts/challenge/history.ts'
import {
  equalCriteria,
  inRun,
  journeyEvents,
  personEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { documentsAfter, storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { expect, test } from 'vitest'
import { activityProjection } from './activity/projection.ts'
import { leaderboardProjection } from './leaderboard/projection.ts'
import { projectsProjection } from './projects/projection.ts'
import { projectQueries } from './projects/query.ts'

const ada = userIdOf('Ada')
const [first, second, third] = [projectEvents('Ada', 1), projectEvents('Ada', 2), projectEvents('Ada', 1, 3)]

/** Run 3 is restored from run 1 after the first five events. */
const given = [
  personEvents('Ada').registered(),
  first.submitted({ projectName: 'Kanban' }),
  first.viewed('Bob'),
  first.rated('Root', equalCriteria(4)),
  journeyEvents('Ada').completed(1),
  // Run 1 continues.
  first.rated('Root', equalCriteria(1)),
  first.liked('Bob'),
  first.viewed('Eve'),
  second.submitted({ projectName: 'Chess' }),
  journeyEvents('Ada').reopened(1),
  // Run 3.
  inRun(3, first.viewed('Cleo')),
  inRun(3, first.commented('Bob', 1)),
  journeyEvents('Ada', 3).completed(2),
]
const original: History = [{ run: 1 }]
const empty: History = [{ run: 2 }]
const restored: History = [{ run: 3 }, { run: 1, upTo: 50n }]

test('points follow the history', () => {
  const scoreIn = (history: History) => documentsAfter(leaderboardProjection(history), given).get(ada)?.score
  expect(scoreIn(original)).toMatchObject({ projects: 2, quality: 20 })
  expect(scoreIn(empty)).toMatchObject({ projects: 0, quality: 0 })
  expect(scoreIn(restored)).toMatchObject({ projects: 1, quality: 80 })
})

test('ratings, likes, comments and views of projects follow the history', () => {
  const projectsIn = (history: History) => {
    const documents = documentsAfter(projectsProjection(history), given)
    return [documents.get(first.id), documents.has(second.id)]
  }
  const figures = (likes: number, comments: number) => ({ figures: { likes, comments, views: 2 } })
  expect(projectsIn(original)).toMatchObject([figures(1, 0), true])
  expect(projectsIn(empty)).toEqual([undefined, false])
  expect(projectsIn(restored)).toMatchObject([figures(0, 1), false])
})

test('the activity feed has the activities of the history, and of the community', () => {
  const feedIn = (history: History) =>
    [...documentsAfter(activityProjection(history), given).values()]
      .flatMap(({ activities }) => activities)
      .sort((left, right) => left.position - right.position)
      .map(({ what }) => what)
  expect(feedIn(original)).toEqual(['joined', 'submitted', 'rated', 'rated', 'submitted'])
  expect(feedIn(empty)).toEqual(['joined'])
  expect(feedIn(restored)).toEqual(['joined', 'submitted', 'rated', 'completed', 'commented', 'completed'])
})

test('a day may have a withdrawn project of an earlier run and a project of the run', async () => {
  const events = [...given, inRun(3, first.withdrawn()), third.submitted({ projectName: 'Hangman' })]
  expect(await ownProjects(restored, events)).toEqual([third.id])
  expect(await ownProjects(original, events)).toEqual([first.id, second.id])
  expect(await ownProjects(restored, given)).toEqual([first.id])
})

async function ownProjects(history: History, events: readonly GivenEvent[]) {
  const readModel = projectsProjection(history)
  const queries = projectQueries({ store: await storeAfter([readModel], events), readModel, history })
  const { projects } = await queries.ofUser(ada, { limit: 100 }, { id: ada, isAdmin: false })
  return projects.map(({ _id }) => _id).sort()
}
