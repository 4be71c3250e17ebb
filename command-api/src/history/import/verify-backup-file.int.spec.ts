import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
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

const day31 = fileEvent(`journey-1-${ana}`, 'DayCompleted', { day: 31 })
const ofOtherProject = { ...project.viewed(ben), stream: `viewed-r1-d2-${ana}-${ben}` }

const rated = project.rated()
// Safe: it is the data of a rating.
const data = rated.data as { criteria: object }

/** Events by the reason for which they are refused, in which % is their type. */
const refusedEvents: Record<string, Record<string, object>> = {
  'has the type %, which no backup contains.': {
    'of an account': fileEvent(`user-${ana}`, 'UserStatusChanged', { status: 'active' }),
    'of an unknown type': fileEvent(project.stream, 'ProjectSold', {}),
    'of a reset': fileEvent('challenge', 'ChallengeReset', { run: 2, backup: 'b' }),
    'with a type of every object': fileEvent(project.stream, 'toString', {}),
  },
  'is not an event of a backup.': {
    'that is empty': {},
    'that is a list': [],
    'that has a type alone': { type: 'ProjectApproved' },
    'without data': approved({ data: undefined }),
    'with a field beside the data': approved({ run: 1 }),
    'with an actor that is not an id': approved({ actor: 'ana@example.org' }),
    'at no time': approved({ at: 'yesterday' }),
    'on a day that does not exist': approved({ at: '2026-02-30T12:00:00.000Z' }),
  },
  'is a % in a stream of another kind.': {
    'in a stream of another kind': approved({ stream: `journey-1-${ana}` }),
    'in a stream of another run': approved({ stream: project.stream.replace('r1', 'r2') }),
    'in a stream that is a path': approved({ stream: 'project-../../etc/passwd' }),
    'about a project of day 31': approved({ stream: `project-r1-d31-${ana}` }),
    'with a view of another project': ofOtherProject,
    'with a view in the stream of a user': { ...project.viewed(ben), stream: `views-${ben}` },
    'of a journey in another run': fileEvent(`journey-2-${ana}`, 'DayCompleted', { day: 1 }),
    'with a start of another run': start(submitted.at, 2),
    'with a start in the stream of a project': { ...start(submitted.at), stream: project.stream },
  },
  'was written by a newer release.': { 'of a newer release': approved({ version: 9 }) },
  'has data that does not fit %.': {
    'with data of another type': approved({ data: { by: 7 } }),
    'with an unknown field deep in its data': {
      ...rated,
      data: { ...data, criteria: { ...data.criteria, beauty: 5 } },
    },
  },
  'has data with unknown fields.': { 'with an unknown field': approved({ data: { by: admin, email: 'x' } }) },
  'has an invalid user id.': {
    'by nobody': approved({ data: { by: '../admin' } }),
    'of a journey of nobody': fileEvent('journey-1-../x', 'DayCompleted', { day: 1 }),
  },
  'has an invalid time.': { 'with a start at no time': start('soon') },
  'lies in the future.': { 'in the future': approved({ at: '2026-03-02T08:00:00.001Z' }) },
  'is about a day that does not exist.': { 'about day 31': day31 },
  'has a link that is no web address.': {
    'with a script as a link': project.submitted({ liveLink: 'javascript:alert(1)' }),
  },
  'has an image with an invalid name.': {
    'with a path as an image': project.submitted({ image: '../../secret.webp' }),
  },
  'would be refused: Project Not Found': {
    'about a project that was not submitted': fileProject(ben, 2).approved(),
  },
  'would be refused: projectName: At most 120 characters': {
    'with a long name': project.submitted({ projectName: 'x'.repeat(121) }),
  },
  'would be refused: description: At most 5,000 characters': {
    'with a long description': project.submitted({ description: 'x'.repeat(5_001) }),
  },
  'would be refused: reason: At most 1,000 characters': {
    'with a long reason': project.rejected('x'.repeat(1_001)),
  },
  'would be refused: feedback: At most 5,000 characters': {
    'with a long feedback': project.rated('x'.repeat(5_001)),
  },
  'would be refused: text: At most 2,000 characters': {
    'with a long comment': project.commented(ben, 1, 'x'.repeat(2_001)),
  },
  'would be refused: A comment has the number of another one.': {
    'with a comment number that was not reached': project.commented(ben, 2),
  },
  'would be refused: Comment not found': {
    'that removes an unknown comment': project.commentRemoved(ben, 1),
  },
}
const refusals = Object.entries(refusedEvents).flatMap(([reason, events]) =>
  Object.entries(events).map(([label, event]) => [label, event, reason] as const),
)

describe('events that this product would not have written', () => {
  test.each(refusals)('refuses an event %s', async (_label, event, reason) => {
    const type = 'type' in event ? String(event.type) : ''
    const expected = `The event in line 3 ${reason.replace('%', type)}`
    expect(await reasonForEvents(submitted, event)).toBe(expected)
  })

  test('refuses a second start and a second end of the challenge', async () => {
    for (const [moment, what] of [
      [start(submitted.at), 'start'],
      [end(submitted.at), 'end'],
    ] as const)
      expect(await reasonForEvents(moment, moment)).toBe(
        `The event in line 3 is a second ${what} of the challenge.`,
      )
  })

  test.each([
    'https://ana:secret@evil.example/',
    'https://ana@evil.example/',
    'https://',
    'ftp://files.example/',
    '//evil.example/',
  ])('refuses the link %s', async (link) => {
    for (const changes of [{ liveLink: link }, { repoLink: link }])
      expect(await reasonForEvents(project.submitted(changes))).toMatch(/is no web address|would be refused/)
  })

  test.each(['+275760-09-13T00:00:00.000Z', '3000-01-01T00:00:00.000Z', '-000001-01-01T00:00:00.000Z'])(
    'refuses a start or an end at %s',
    async (at) => {
      for (const moment of [start(at), end(at)])
        expect(await reasonForEvents(moment)).toBe('The event in line 2 has an invalid time.')
    },
  )
})

test('accepts a history with every kind of event, and reports what it verified', async () => {
  const verified = await verify(await backupFile(orderedFold))
  expect(verified).toMatchObject({
    formatVersion: 1,
    productVersion: '0.2.0',
    events: exampleHistory.length,
    header: { name: 'Halfway', lineage: [{ run: 3 }, { run: 1, upTo: '45' }] },
    period: [{ type: 'ChallengeStarted' }, { type: 'ChallengeEndSet' }],
  })
  expect([verified.finalHash, verified.digest]).toEqual([
    expect.stringMatching(/^[0-9a-f]{64}$/),
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ])
})

test('accepts a history without events', async () => {
  expect((await verify(await backupFile(orderedFold, []))).events).toBe(0)
})

describe('a header or trailer that does not fit the events', () => {
  const wrongHeader = 'The header does not describe a backup.'
  const otherBoard = 'The events lead to another leaderboard than the trailer says.'
  const statistics = { totalProjects: 9, totalParticipants: 2, averagePoints: 1.5 }
  const digest = hash('sha256', '')
  test.each<[string, FileChanges, string]>([
    [
      'other counts',
      { header: { counts: { ProjectSubmitted: 1 } } },
      'The header counts other events than the file has.',
    ],
    ['other statistics', { header: { statistics } }, 'The statistics in the header do not match the events.'],
    ['another digest', { trailer: { digest } }, otherBoard],
    ['no digest', { trailer: {} }, otherBoard],
    ['a trailer with more', { trailer: { digest, more: 1 } }, otherBoard],
    ['no name', { header: { name: '' } }, wrongHeader],
    ['a long name', { header: { name: 'x'.repeat(121) } }, wrongHeader],
    ['no lineage', { header: { lineage: [] } }, wrongHeader],
    ['no date', { header: { createdAt: 'today' } }, wrongHeader],
    ['a field more in the header', { header: { more: 1 } as object }, wrongHeader],
  ])('refuses %s', async (_label, changes, reason) => {
    expect(await reasonWith(changes)).toBe(reason)
  })
})
