import { defaultOptions } from '@thirty/contracts/challenge/challenge-options.ts'
import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import {
  challengeEvent,
  equalCriteria,
  inRun,
  personEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { currentRunAfter, storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { pastSetup } from '@thirty/projections/testing/past-setup.ts'
import { expect, test } from 'vitest'
import { challengeProjection } from './challenge/projection.ts'
import { challengeQueries } from './challenge/query.ts'
import { judgingProjection } from './judging/projection.ts'
import { judgingQueries } from './judging/query.ts'
import { members } from './people/members.ts'
import { peopleProjection } from './people/projection.ts'
import { projectsProjection } from './projects/projection.ts'
import { exportedRatings } from './projects/ratings/exported-ratings.ts'
import { ratingQueries } from './projects/ratings/query.ts'
import { reviewStatistics } from './projects/reviews/review-statistics.ts'

const elsewhere = 'Somebody elsewhere'
const now = Date.parse('2026-01-06T12:00:00Z')
const [bobs, cleos] = [projectEvents('Bob', 4, 5), projectEvents('Cleo', 4, 5)]

/**
 * Ines is an admin here. A file says that she approved the project of Bob and rated two projects; after its restore as run 6 she rates that
 * of Cleo.
 */
const givenFrom = (origin: 'unknown' | 'accepted'): GivenEvent[] => [
  personEvents('Ines').registered({ role: 'admin' }),
  challengeEvent('BackupImportStarted', { run: 5, finalHash: 'f1', origin }),
  ...[
    bobs.submitted(),
    cleos.submitted(),
    bobs.approved('Ines'),
    bobs.rated('Ines', equalCriteria(4)),
    cleos.rated('Ines', equalCriteria(2)),
  ].map((event) => inRun(5, event)),
  challengeEvent('BackupImported', { backup: 'b1', name: 'Spring', automatic: false, run: 5 }),
  challengeEvent('BackupCreated', { backup: 'b2', name: 'Before restore', automatic: true, of: { run: 1 } }),
  challengeEvent('BackupRestored', { run: 6, backup: 'b1', parent: { run: 5 } }),
  inRun(6, cleos.rated('Ines', equalCriteria(3))),
  challengeEvent('BackupCreated', { backup: 'b3', name: 'Later', automatic: false, of: { run: 6 } }),
]

async function modelsAfter(given: readonly GivenEvent[]) {
  const { history } = currentRunAfter(given)
  const [projects, judging] = [projectsProjection(history), judgingProjection(history)]
  const store = await storeAfter([projects, judging, peopleProjection, challengeProjection], given)
  const { personSummaries } = members(store)
  return {
    ratings: ratingQueries({ store, readModel: projects, personSummaries }),
    exported: exportedRatings({ store, readModel: projects, personSummaries }),
    reviews: reviewStatistics({ store, readModel: projects, clock: () => now, timeZone: 'UTC' }),
    judging: judgingQueries({
      weights: defaultScoring.weights,
      store,
      readModel: judging,
      personSummaries,
      projectSummaries: async () => new Map(),
      loadOptions: async () => ({ ...defaultOptions, wantedRatings: 1 }),
      loadBoard: async () => [],
    }),
    challenge: challengeQueries({ store, clock: () => now, timeZone: 'UTC', shownRun: () => 6 }),
  }
}

test.each([
  ['unknown', elsewhere],
  ['accepted', 'Ines'],
] as const)('a reviewer in a file of %s origin is shown as %s', async (origin, name) => {
  const { ratings, exported } = await modelsAfter(givenFrom(origin))
  const raters = async (project: string) =>
    (await ratings.ratings(project, { limit: 10, cursor: undefined }))?.ratings.map((each) => each.raterName)
  expect(await raters(bobs.id)).toEqual([name])
  // What she did here is hers, also where it replaces what the file says.
  expect(await raters(cleos.id)).toEqual(['Ines'])
  const rows = (await Array.fromAsync(exported.parts())).flat()
  const ofBob = rows.find(({ projectId }) => projectId === bobs.id)
  expect([ofBob?.rater, ofBob?.raterId]).toEqual([name, origin === 'unknown' ? null : userIdOf('Ines')])
})

test('the statistics of reviews count what an unknown file says for nobody of this installation', async () => {
  const [unknown, accepted] = await Promise.all(
    (['unknown', 'accepted'] as const).map(async (origin) => {
      const { reviews } = await modelsAfter(givenFrom(origin))
      const { reviewers } = await reviews()
      return reviewers.map(({ name, approved, ratings }) => [name, approved, ratings])
    }),
  )
  expect(unknown).toEqual([[elsewhere, 1, 2]])
  expect(accepted).toEqual([['Ines', 1, 2]])
})

test('Judging names nobody of this installation for what an unknown file says', async () => {
  const named = async (origin: 'unknown' | 'accepted') => {
    const { judging } = await modelsAfter(givenFrom(origin))
    const reader = { id: userIdOf('Ines'), role: 'owner' } as const
    const { reviewers, admins } = await judging.overview(reader)
    const { projects } = await judging.projects({ limit: 10, cursor: undefined }, reader)
    const raters = projects.flatMap((each) => (each.ratings ?? []).map(({ reviewer }) => reviewer.name))
    return {
      reviewers: reviewers.map(({ reviewer }) => reviewer.name),
      admins: admins.map(({ name }) => name),
      raters,
    }
  }
  expect(await named('unknown')).toEqual({
    reviewers: [elsewhere],
    admins: ['Ines'],
    raters: expect.arrayContaining([elsewhere, 'Ines']),
  })
  expect(await named('accepted')).toMatchObject({ reviewers: ['Ines'], raters: ['Ines', 'Ines'] })
})

test('a reviewer who is only in a file is not an admin with whom somebody may have a conflict', async () => {
  const ghost = inRun(5, bobs.rated('Ghost', equalCriteria(5)))
  const { judging } = await modelsAfter(givenFrom('accepted').toSpliced(5, 0, ghost))
  const { admins } = await judging.overview({ id: userIdOf('Ines'), role: 'owner' })
  expect(admins.map(({ name }) => name)).toEqual(['Ines'])
})

test('the challenge and the backups of a run that continues an unknown file say so', async () => {
  const unknown = await modelsAfter(givenFrom('unknown'))
  expect(await unknown.challenge.currentDay()).toMatchObject({ run: 6, imported: true })
  const accepted = await modelsAfter(givenFrom('accepted'))
  expect(await accepted.challenge.currentDay()).not.toHaveProperty('imported')
  const originsOf = async (origin: 'unknown' | 'accepted') => {
    const { backups } = await pastSetup(givenFrom(origin))
    const listed = (await backups.list({ limit: 10 })).backups
    return listed.map((backup) => [backup.name, backup.imported, backup.origin])
  }
  expect(await originsOf('unknown')).toEqual([
    ['Later', false, 'unknown'],
    ['Before restore', false, undefined],
    ['Spring', true, 'unknown'],
  ])
  expect(await originsOf('accepted')).toEqual([
    ['Later', false, undefined],
    ['Before restore', false, undefined],
    ['Spring', true, 'accepted'],
  ])
})
