import { historyEndpoints } from '@thirty/contracts/backups/api.ts'
import { challengeEndpoints } from '@thirty/contracts/challenge/api.ts'
import { judgingEndpoints } from '@thirty/contracts/judging/api.ts'
import { ratingEndpoints } from '@thirty/contracts/judging/ratings-api.ts'
import { statisticsEndpoints } from '@thirty/contracts/judging/statistics-api.ts'
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
import { askAfter } from '@thirty/projections/testing/read-model-server.ts'
import { expect, test } from 'vitest'
import { members } from './people/members.ts'
import { peopleProjection } from './people/projection.ts'
import { projectsProjection } from './projects/projection.ts'
import { exportedRatings } from './projects/ratings/query.ts'

const [bobs, cleos] = [projectEvents('Bob', 4, 5), projectEvents('Cleo', 4, 5)]

/**
 * Ines is an admin here. A file says that she approved the project of Bob and rated two projects; after its restore as run 6 she rates that
 * of Cleo.
 */
const givenFrom = (origin: 'unknown' | 'accepted', ...inFile: GivenEvent[]): GivenEvent[] => [
  personEvents('Ines').registered({ role: 'admin' }),
  challengeEvent('BackupImportStarted', { run: 5, finalHash: 'f1', origin }),
  ...[
    bobs.submitted(),
    cleos.submitted(),
    bobs.approved('Ines'),
    bobs.rated('Ines', equalCriteria(4)),
    cleos.rated('Ines', equalCriteria(2)),
    ...inFile,
  ].map((event) => inRun(5, event)),
  challengeEvent('BackupImported', { backup: 'b1', name: 'Spring', automatic: false, run: 5 }),
  challengeEvent('BackupCreated', { backup: 'b2', name: 'Before restore', automatic: true, of: { run: 1 } }),
  challengeEvent('BackupRestored', { run: 6, backup: 'b1', parent: { run: 5 } }),
  inRun(6, cleos.rated('Ines', equalCriteria(3))),
  challengeEvent('BackupCreated', { backup: 'b3', name: 'Later', automatic: false, of: { run: 6 } }),
]

const origins = [
  { origin: 'unknown', name: 'Somebody elsewhere', raterId: null, imported: true },
  { origin: 'accepted', name: 'Ines', raterId: userIdOf('Ines'), imported: undefined },
] as const

test.each(origins)('a reviewer in a file of $origin origin is shown as $name', async ({ origin, name }) => {
  const ask = await askAfter(givenFrom(origin))
  const raters = async (projectId: string) =>
    (await ask(ratingEndpoints.ofProject, '', { projectId })).ratings.map(({ raterName }) => raterName)
  expect(await raters(bobs.id)).toEqual([name])
  // What she did here is hers, also where it replaces what the file says.
  expect(await raters(cleos.id)).toEqual(['Ines'])
  expect(await ask(statisticsEndpoints.reviews, 'Ines')).toMatchObject({
    reviewers: [{ name, approved: 1, ratings: 2 }],
  })
  expect(await ask(judgingEndpoints.overview, 'Ines')).toMatchObject({
    reviewers: [{ reviewer: { name } }],
    admins: [{ name: 'Ines' }],
  })
  const { projects } = await ask(judgingEndpoints.projects, 'Ines')
  const shown = projects.flatMap(({ ratings }) => ratings ?? []).map(({ reviewer }) => reviewer.name)
  expect(shown.toSorted()).toEqual(['Ines', name].toSorted())
})

test.each(origins)(
  'an export names for a file of $origin origin $name',
  async ({ origin, name, raterId }) => {
    const given = givenFrom(origin)
    const readModel = projectsProjection(currentRunAfter(given).history)
    const store = await storeAfter([readModel, peopleProjection], given)
    const { personSummaries } = members(store)
    const rows = await Array.fromAsync(exportedRatings({ store, readModel, personSummaries }).parts())
    expect(rows.flat().find(({ projectId }) => projectId === bobs.id)).toMatchObject({ rater: name, raterId })
  },
)

test('a reviewer who is only in a file is not an admin with whom somebody may have a conflict', async () => {
  const ask = await askAfter(givenFrom('accepted', bobs.rated('Ghost', equalCriteria(5))))
  const { admins } = await ask(judgingEndpoints.overview, 'Ines')
  expect(admins.map(({ name }) => name)).toEqual(['Ines'])
})

test.each(origins)(
  'the challenge and the backups of a run that continues a file of $origin origin say so',
  async ({ origin, imported }) => {
    const ask = await askAfter(givenFrom(origin))
    const day = await ask(challengeEndpoints.currentDay, 'Ines')
    expect([day.run, day.imported]).toEqual([6, imported])
    const backups = await ask(historyEndpoints.list, 'Ines')
    expect(backups.map((backup) => [backup.name, backup.imported, backup.origin])).toEqual([
      ['Later', false, imported && origin],
      ['Before restore', false, undefined],
      ['Spring', true, origin],
    ])
  },
)
