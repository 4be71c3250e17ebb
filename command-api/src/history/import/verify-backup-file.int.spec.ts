import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  backupFile,
  exampleHistory,
  fileEvent,
  fileProject,
  orderedFold,
  type FileChanges,
} from '@thirty/command-api/testing/backup-files.ts'
import {
  verify,
  reasonWith,
  reasonForEvents,
  project,
  submitted,
  approved,
  start,
  end,
} from '@thirty/command-api/testing/verified-files.ts'
import { admin, ana, ben } from '@thirty/command-api/testing/people.ts'
import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'

const content = project.submitted
const viewed = (stream: string) => ({ ...project.viewed(ben), stream })
const completed = (journey: string, day: number) => fileEvent(`journey-${journey}`, 'DayCompleted', { day })
const refused = (reason: string) => `would be refused: ${reason}`
const tooLong = (field: string, characters: string) => refused(`${field}: At most ${characters} characters`)
const rated = project.rated()
// Safe: it is the data of a rating.
const data = rated.data as { criteria: object }
const withBeauty = { ...data, criteria: { ...data.criteria, beauty: 5 } }
const [noType, noEvent, otherKind] = [
  'has the type %, which no backup contains.',
  'is not an event of a backup.',
  'is a % in a stream of another kind.',
]

/** Events that this product would not have written, with the reason for which they are refused, in which % is their type. */
test.each<[label: string, reason: string, event: object]>([
  ['of an account', noType, fileEvent(`user-${ana}`, 'UserStatusChanged', { status: 'active' })],
  ['of an unknown type', noType, fileEvent(project.stream, 'ProjectSold', {})],
  ['of a reset', noType, fileEvent('challenge', 'ChallengeReset', { run: 2, backup: 'b' })],
  ['with a type of every object', noType, fileEvent(project.stream, 'toString', {})],
  ['that is empty', noEvent, {}],
  ['that is a list', noEvent, []],
  ['that has a type alone', noEvent, { type: 'ProjectApproved' }],
  ['without data', noEvent, approved({ data: undefined })],
  ['with a field beside the data', noEvent, approved({ run: 1 })],
  ['with an actor that is not an id', noEvent, approved({ actor: 'ana@example.org' })],
  ['at no time', noEvent, approved({ at: 'yesterday' })],
  ['on a day that does not exist', noEvent, approved({ at: '2026-02-30T12:00:00.000Z' })],
  ['in a stream of another kind', otherKind, approved({ stream: `journey-1-${ana}` })],
  ['in a stream of another run', otherKind, approved({ stream: project.stream.replace('r1', 'r2') })],
  ['in a stream that is a path', otherKind, approved({ stream: 'project-../../etc/passwd' })],
  ['about a project of day 31', otherKind, approved({ stream: `project-r1-d31-${ana}` })],
  ['with a view of another project', otherKind, viewed(`viewed-r1-d2-${ana}-${ben}`)],
  ['with a view in the stream of a user', otherKind, viewed(`views-${ben}`)],
  ['of a journey in another run', otherKind, completed(`2-${ana}`, 1)],
  ['with a start of another run', otherKind, start(submitted.at, 2)],
  ['with a start in the stream of a project', otherKind, { ...start(submitted.at), stream: project.stream }],
  ['of a newer release', 'was written by a newer release.', approved({ version: 9 })],
  ['with data of another type', 'has data that does not fit %.', approved({ data: { by: 7 } })],
  ['with an unknown field deep in its data', 'has data that does not fit %.', { ...rated, data: withBeauty }],
  ['with an unknown field', 'has data with unknown fields.', approved({ data: { by: admin, email: 'x' } })],
  ['by nobody', 'has an invalid user id.', approved({ data: { by: '../admin' } })],
  ['of a journey of nobody', 'has an invalid user id.', completed('1-../x', 1)],
  ['with a start at no time', 'has an invalid time.', start('soon')],
  ['in the future', 'lies in the future.', approved({ at: '2026-03-02T08:00:00.001Z' })],
  ['about day 31', 'is about a day that does not exist.', completed(`1-${ana}`, 31)],
  [
    'with a script as a link',
    'has a link that is no web address.',
    content({ liveLink: 'javascript:alert(1)' }),
  ],
  ['with a path as an image', 'has an image with an invalid name.', content({ image: '../../secret.webp' })],
  ['about a project that was not submitted', refused('Project Not Found'), fileProject(ben, 2).approved()],
  ['with a long name', tooLong('projectName', '120'), content({ projectName: 'x'.repeat(121) })],
  ['with a long description', tooLong('description', '5,000'), content({ description: 'x'.repeat(5_001) })],
  ['with a long reason', tooLong('reason', '1,000'), project.rejected('x'.repeat(1_001))],
  ['with a long feedback', tooLong('feedback', '5,000'), project.rated('x'.repeat(5_001))],
  ['with a long comment', tooLong('text', '2,000'), project.commented(ben, 1, 'x'.repeat(2_001))],
  [
    'with a comment number that was not reached',
    refused('A comment has the number of another one.'),
    project.commented(ben, 2),
  ],
  ['that removes an unknown comment', refused('Comment not found'), project.commentRemoved(ben, 1)],
])('refuses an event %s', async (_label, reason, event) => {
  const type = 'type' in event ? String(event.type) : ''
  const expected = `The event in line 3 ${reason.replace('%', type)}`
  expect(await reasonForEvents(submitted, event)).toBe(expected)
})

test.each([
  ['start', start(submitted.at)],
  ['end', end(submitted.at)],
])('refuses a second %s of the challenge', async (what, moment) => {
  expect(await reasonForEvents(moment, moment)).toBe(
    `The event in line 3 is a second ${what} of the challenge.`,
  )
})

test('accepts a scoring before all other events, and refuses one after them or with impossible weights', async () => {
  const scoring = (projects: number) => {
    const weights = { ...defaultScoring.weights, projects }
    const changed = { run: 1, reason: 'Fair', ...defaultScoring, weights }
    return fileEvent('challenge', 'ScoringChanged', changed, { actor: admin })
  }
  expect((await verify(await backupFile(orderedFold, [scoring(2), submitted]))).events).toBe(2)
  expect([await reasonForEvents(submitted, scoring(2)), await reasonForEvents(scoring(-1))]).toEqual([
    'The event in line 3 changes the scoring after other events.',
    'The event in line 2 has a scoring that is not possible.',
  ])
})

test.each([
  'https://ana:secret@evil.example/',
  'https://ana@evil.example/',
  'https://',
  'ftp://files.example/',
  '//evil.example/',
])('refuses the link %s', async (link) => {
  for (const changes of [{ liveLink: link }, { repoLink: link }])
    expect(await reasonForEvents(content(changes))).toMatch(/is no web address|would be refused/)
})

test.each(['+275760-09-13T00:00:00.000Z', '3000-01-01T00:00:00.000Z', '-000001-01-01T00:00:00.000Z'])(
  'refuses a start or an end at %s',
  async (at) => {
    for (const moment of [start(at), end(at)])
      expect(await reasonForEvents(moment)).toBe('The event in line 2 has an invalid time.')
  },
)

test('accepts a history with every kind of event, and reports what it verified', async () => {
  const verified = await verify(await backupFile(orderedFold))
  expect(verified).toMatchObject({
    formatVersion: 1,
    productVersion: '0.2.0',
    events: exampleHistory.length,
    header: { name: 'Halfway', lineage: [{ run: 3 }, { run: 1, upTo: '45' }] },
    period: [{ type: 'ChallengeStarted' }, { type: 'ChallengeEndSet' }],
  })
  for (const hashed of [verified.finalHash, verified.digest]) expect(hashed).toMatch(/^[0-9a-f]{64}$/)
})

test('accepts a history without events', async () => {
  expect((await verify(await backupFile(orderedFold, []))).events).toBe(0)
})

const wrongHeader = 'The header does not describe a backup.'
const otherBoard = 'The events lead to another leaderboard than the trailer says.'
const otherCounts = 'The header counts other events than the file has.'
const otherStatistics = 'The statistics in the header do not match the events.'
const statistics = { totalProjects: 9, totalParticipants: 2, averagePoints: 1.5 }
const digest = hash('sha256', '')

test.each<[string, FileChanges, string]>([
  ['other counts', { header: { counts: { ProjectSubmitted: 1 } } }, otherCounts],
  ['other statistics', { header: { statistics } }, otherStatistics],
  ['another digest', { trailer: { digest } }, otherBoard],
  ['no digest', { trailer: {} }, otherBoard],
  ['a trailer with more', { trailer: { digest, more: 1 } }, otherBoard],
  ['no name', { header: { name: '' } }, wrongHeader],
  ['a long name', { header: { name: 'x'.repeat(121) } }, wrongHeader],
  ['no lineage', { header: { lineage: [] } }, wrongHeader],
  ['no date', { header: { createdAt: 'today' } }, wrongHeader],
  ['a field more in the header', { header: { more: 1 } as object }, wrongHeader],
])('refuses a file with %s', async (_label, changes, reason) => {
  expect(await reasonWith(changes)).toBe(reason)
})
