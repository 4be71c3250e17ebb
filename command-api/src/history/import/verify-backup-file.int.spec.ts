import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import { DamagedFile } from '@thirty/infra/portable-file/format.ts'
import { describe, expect, test } from 'vitest'
import {
  backupFile,
  exampleHistory,
  fileEvent,
  fileProject,
  orderedFold,
  type FileChanges,
} from '@thirty/command-api/testing/backup-files.ts'
import { admin, ana, ben } from '@thirty/command-api/testing/people.ts'
import { verifyBackupFile } from './verify-backup-file.ts'

const now = Date.parse('2026-03-02T08:00:00.000Z')

async function* pieces(file: Uint8Array) {
  for (let start = 0; start < file.length; start += 700) yield file.subarray(start, start + 700)
}

const verify = (file: Uint8Array) =>
  verifyBackupFile(pieces(file), { now, createBoardFold: orderedFold, originOf: () => 'own' })

/** Returns the reason why a file is refused. */
async function reasonFor(file: Uint8Array): Promise<string> {
  const error = await verify(file).then(
    () => new Error('The file was accepted.'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof DamagedFile) return error.message
  throw error
}

const reasonForEvents = async (...events: readonly object[]) =>
  reasonFor(await backupFile(orderedFold, events))
const reasonWith = async (changes: FileChanges) =>
  reasonFor(await backupFile(orderedFold, exampleHistory, changes))

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

const project = fileProject(ana, 1)
const submitted = project.submitted()
const other = '0198c0de-0000-7000-8000-0000000000ee'

describe('events that this product would not have written', () => {
  test.each<[string, object, string]>([
    [
      'of an account',
      fileEvent(`user-${ana}`, 'UserStatusChanged', { status: 'active' }),
      'has the type UserStatusChanged, which no backup contains.',
    ],
    [
      'of an unknown type',
      fileEvent(project.stream, 'ProjectSold', {}),
      'has the type ProjectSold, which no backup contains.',
    ],
    [
      'of a reset',
      fileEvent('challenge', 'ChallengeReset', { run: 2, backup: 'b' }),
      'has the type ChallengeReset, which no backup contains.',
    ],
    [
      'with a type of every object',
      fileEvent(project.stream, 'toString', {}),
      'has the type toString, which no backup contains.',
    ],
    ['of a newer release', { ...project.approved(), version: 9 }, 'was written by a newer release.'],
    ['without data', { ...project.approved(), data: undefined }, 'is not an event of a backup.'],
    [
      'with data of another type',
      { ...project.approved(), data: { by: 7 } },
      'has data that does not fit ProjectApproved.',
    ],
    [
      'with an unknown field',
      { ...project.approved(), data: { by: admin, email: 'x' } },
      'has data with unknown fields.',
    ],
    ['with a field beside the data', { ...project.approved(), run: 1 }, 'is not an event of a backup.'],
    [
      'with an actor that is no id',
      { ...project.approved(), actor: 'ana@example.org' },
      'is not an event of a backup.',
    ],
    ['by nobody', { ...project.approved(), data: { by: '../admin' } }, 'has an invalid user id.'],
    ['at no time', { ...project.approved(), at: 'yesterday' }, 'is not an event of a backup.'],
    [
      'on a day that does not exist',
      { ...project.approved(), at: '2026-02-30T12:00:00.000Z' },
      'is not an event of a backup.',
    ],
    ['in the future', { ...project.approved(), at: '2026-03-02T08:00:00.001Z' }, 'lies in the future.'],
    [
      'in a stream of another kind',
      { ...project.approved(), stream: `journey-1-${ana}` },
      'is a ProjectApproved in a stream of another kind.',
    ],
    [
      'in a stream of another run',
      { ...project.approved(), stream: project.stream.replace('r1', 'r2') },
      'is a ProjectApproved in a stream of another kind.',
    ],
    [
      'in a stream that is a path',
      { ...project.approved(), stream: 'project-../../etc/passwd' },
      'is a ProjectApproved in a stream of another kind.',
    ],
    [
      'about a project of day 31',
      { ...project.approved(), stream: `project-r1-d31-${ana}` },
      'is a ProjectApproved in a stream of another kind.',
    ],
    [
      'about a project that was not submitted',
      fileProject(ben, 2).approved(),
      'would be refused: Project Not Found',
    ],
    [
      'with a view of another project',
      { ...project.viewed(ben), stream: `viewed-r1-d2-${ana}-${ben}` },
      'is a ProjectViewed in a stream of another kind.',
    ],
    [
      'with a view in the stream of a user',
      { ...project.viewed(ben), stream: `views-${ben}` },
      'is a ProjectViewed in a stream of another kind.',
    ],
    [
      'of a journey in another run',
      fileEvent(`journey-2-${ana}`, 'DayCompleted', { day: 1 }),
      'is a DayCompleted in a stream of another kind.',
    ],
    [
      'of a journey of nobody',
      fileEvent('journey-1-../x', 'DayCompleted', { day: 1 }),
      'has an invalid user id.',
    ],
    [
      'about day 31',
      fileEvent(`journey-1-${ana}`, 'DayCompleted', { day: 31 }),
      'is about a day that does not exist.',
    ],
    [
      'with a script as a link',
      project.submitted({ liveLink: 'javascript:alert(1)' }),
      'has a link that is no web address.',
    ],
    [
      'with a path as an image',
      project.submitted({ image: '../../secret.webp' }),
      'has an image with an invalid name.',
    ],
    [
      'with a long name',
      project.submitted({ projectName: 'x'.repeat(121) }),
      'would be refused: projectName: At most 120 characters',
    ],
    [
      'with a long description',
      project.submitted({ description: 'x'.repeat(5_001) }),
      'would be refused: description: At most 5,000 characters',
    ],
    [
      'with a long reason',
      project.rejected('x'.repeat(1_001)),
      'would be refused: reason: At most 1,000 characters',
    ],
    [
      'with a long feedback',
      project.rated('x'.repeat(5_001)),
      'would be refused: feedback: At most 5,000 characters',
    ],
    [
      'with a long comment',
      project.commented(ben, 1, 'x'.repeat(2_001)),
      'would be refused: text: At most 2,000 characters',
    ],
    [
      'with a comment number that was not reached',
      project.commented(ben, 2),
      'would be refused: A comment has the number of another one.',
    ],
    [
      'that removes an unknown comment',
      project.commentRemoved(ben, 1),
      'would be refused: Comment not found',
    ],
    [
      'with a start at no time',
      fileEvent('challenge', 'ChallengeStarted', { run: 1, startsAt: 'soon' }),
      'has an invalid time.',
    ],
    [
      'with a start of another run',
      fileEvent('challenge', 'ChallengeStarted', { run: 2, startsAt: submitted.at }),
      'is a ChallengeStarted in a stream of another kind.',
    ],
  ])('refuses an event %s', async (_label, event, reason) => {
    expect(await reasonForEvents(submitted, event)).toBe(`The event in line 3 ${reason}`)
  })

  test('refuses an event with an unknown field deep in its data', async () => {
    const rated = project.rated()
    const data = rated.data as { criteria: object }
    const changed = { ...rated, data: { ...data, criteria: { ...data.criteria, beauty: 5 } } }
    expect(await reasonForEvents(submitted, changed)).toBe(
      'The event in line 3 has data that does not fit ProjectRated.',
    )
  })

  test('refuses a second start and a second end of the challenge', async () => {
    const start = fileEvent('challenge', 'ChallengeStarted', { run: 1, startsAt: submitted.at })
    expect(await reasonForEvents(start, start)).toBe(
      'The event in line 3 is a second start of the challenge.',
    )
    const end = fileEvent('challenge', 'ChallengeEndSet', { run: 1, endsAt: submitted.at })
    expect(await reasonForEvents(end, end)).toBe('The event in line 3 is a second end of the challenge.')
  })

  test('refuses a value that is no event', async () => {
    for (const value of [{}, [], { type: 'ProjectApproved' }])
      expect(await reasonForEvents(value)).toBe('The event in line 2 is not an event of a backup.')
  })
})

const start = (startsAt: string) =>
  fileEvent('challenge', 'ChallengeStarted', { run: 1, startsAt }, { actor: admin })
const end = (endsAt: string) =>
  fileEvent('challenge', 'ChallengeEndSet', { run: 1, endsAt }, { actor: admin })
const journey = (type: string, day: number) => fileEvent(`journey-1-${ana}`, type, { day })
const many = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index + 1))
const noStars = { functionality: 0, design: 0, innovation: 0, codeQuality: 0, completeness: 0 }
const ratedBy = (rater: string, changes: object = {}) => {
  const { data } = project.rated()
  return {
    ...project.rated(),
    actor: rater,
    data: { ...(data as object), rater, official: false, ...changes },
  }
}

describe('events to which no command leads', () => {
  test.each<[string, readonly object[], string]>([
    ['a blank name', [project.submitted({ projectName: '' })], 'Project name is required'],
    ['a name of spaces', [project.submitted({ projectName: '  ' })], 'A text begins or ends with a space.'],
    ['a blank description', [project.submitted({ description: '' })], 'Description is required'],
    ['no language', [project.submitted({ languages: '' })], 'languages: At least one language is required'],
    [
      'a blank name in a revision',
      [submitted, project.revised({ projectName: '' })],
      'Project name is required',
    ],
    ['a blank comment', [submitted, project.commented(ben, 1, '')], 'text: Write a comment'],
    ['an invisible comment', [submitted, project.commented(ben, 1, '\u200b\u2060')], 'text: Write a comment'],
    ['a second submission', [submitted, submitted], 'You have already submitted a project for day 1'],
    [
      'a revision after the approval',
      [submitted, project.approved(), project.revised()],
      'This project has been approved and can no longer be changed',
    ],
    [
      'a withdrawal after the approval',
      [submitted, project.approved(), project.withdrawn()],
      'This project has been approved and can no longer be changed',
    ],
    ['a second withdrawal', [submitted, project.withdrawn(), project.withdrawn()], 'Nothing would change.'],
    [
      'a second review',
      [submitted, project.approved(), project.rejected('No.')],
      'This project has already been reviewed',
    ],
    [
      'a review after the withdrawal',
      [submitted, project.withdrawn(), project.approved()],
      'Project Not Found',
    ],
    ['a rating of the own project', [submitted, ratedBy(ana)], 'You cannot rate your own project'],
    [
      'an official rating of the own project',
      [submitted, ratedBy(ana, { official: true })],
      'You cannot rate your own project',
    ],
    [
      'a rating of a rejected project',
      [submitted, project.rejected('No.'), project.rated()],
      "This project can't be rated",
    ],
    [
      'a rating without stars',
      [submitted, ratedBy(ben, { criteria: noStars })],
      'Please provide ratings for at least one criterion',
    ],
    [
      'more ratings of one person than there ever could be',
      [submitted, ...many(502, () => ratedBy(ben))],
      'One person has rated a project too often.',
    ],
    [
      'a like of a rejected project',
      [submitted, project.rejected('No.'), project.liked(ben)],
      "Rejected projects can't be liked or commented on.",
    ],
    ['a second like', [submitted, project.liked(ben), project.liked(ben)], 'Nothing would change.'],
    ['likes below zero', [submitted, project.unliked(ben)], 'Nothing would change.'],
    [
      'likes below zero after another submission',
      [submitted, project.liked(ben), project.withdrawn(), submitted, project.unliked(ben)],
      'Nothing would change.',
    ],
    [
      '101 changes of a like',
      [submitted, ...many(50, () => [project.liked(ben), project.unliked(ben)]).flat(), project.liked(ben)],
      "You've liked and unliked this project too often.",
    ],
    [
      '501 comments of one person',
      [submitted, ...many(501, (number) => project.commented(ben, number))],
      'You have reached the limit for your comments and feedback on this project.',
    ],
    [
      'the same comment removed twice',
      [submitted, project.commented(ben, 1), project.commentRemoved(ben, 1), project.commentRemoved(ben, 1)],
      'Nothing would change.',
    ],
    ['a view by the owner', [submitted, project.viewed(ana)], 'Nothing would change.'],
    ['a second view', [submitted, project.viewed(ben), project.viewed(ben)], 'Nothing would change.'],
    [
      'a day that was completed twice',
      [journey('DayCompleted', 1), journey('DayCompleted', 1)],
      'Nothing would change.',
    ],
    ['a day that was reopened before', [journey('DayReopened', 1)], 'Nothing would change.'],
    [
      'an end before the start',
      [start('2026-02-01T00:00:00.000Z'), end('2026-01-01T00:00:00.000Z')],
      "The challenge can't end before it starts",
    ],
    [
      'a day that had not begun',
      [
        start('2026-02-01T00:00:00.000Z'),
        { ...fileProject(ana, 9).submitted(), at: '2026-02-03T12:00:00.000Z' },
      ],
      'Day 9 has not started yet',
    ],
    [
      'a completed day that had not begun',
      [start('2026-02-01T00:00:00.000Z'), { ...journey('DayCompleted', 9), at: '2026-02-03T12:00:00.000Z' }],
      'Day 9 has not started yet',
    ],
    [
      'a submission after the end',
      [end('2026-02-01T13:00:00.000Z'), { ...submitted, at: '2026-02-01T13:06:00.000Z' }],
      'The challenge has ended',
    ],
    [
      'an approval with a participant as its actor',
      [submitted, { ...project.approved(), actor: ben }],
      'Another person is named as its actor.',
    ],
    [
      'an approval with an operator as its actor',
      [submitted, { ...project.approved(), actor: 'operator' }],
      'An operator is named as its actor.',
    ],
    [
      'a submission with an operator as its actor',
      [{ ...submitted, actor: 'operator' }],
      'An operator is named as its actor.',
    ],
  ])('refuses %s', async (_label, events, reason) => {
    expect(await reasonForEvents(...events)).toBe(
      `The event in line ${events.length + 1} would be refused: ${reason}`,
    )
  })

  test('refuses a blank name of the backup', async () => {
    expect(await reasonWith({ header: { name: ' ' } })).toBe('Name is required')
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

  test('accepts what only looks like it: events around a start and an end, and the limits themselves', async () => {
    const events = [
      { ...fileProject(ben, 30).submitted(), at: '2026-02-01T00:00:00.000Z' },
      start('2026-02-01T00:00:00.000Z'),
      // Decided before the start was known.
      { ...fileProject(ana, 30).submitted(), at: '2026-02-01T12:01:00.000Z' },
      // Where a day begins fourteen hours earlier.
      { ...fileProject(ben, 3).submitted(), at: '2026-02-02T11:00:00.000Z' },
      submitted,
      project.liked(ben),
      project.withdrawn(),
      submitted,
      project.liked(ben),
      project.unliked(ben),
      ...many(500, (number) => project.commented(ben, number)),
      project.viewed(ben),
      project.viewed(ben),
      end('2026-02-01T13:00:00.000Z'),
      { ...project.withdrawn(), at: '2026-02-01T13:04:00.000Z' },
      // The view was decided before the withdrawal.
      project.viewed(other),
    ]
    expect((await verify(await backupFile(orderedFold, events))).events).toBe(events.length)
  })
})

describe('a header or trailer that does not fit the events', () => {
  const wrongHeader = 'The header does not describe a backup.'
  test.each<[string, FileChanges, string]>([
    [
      'other counts',
      { header: { counts: { ProjectSubmitted: 1 } } },
      'The header counts other events than the file has.',
    ],
    [
      'other statistics',
      { header: { statistics: { totalProjects: 9, totalParticipants: 2, averagePoints: 1.5 } } },
      'The statistics in the header do not match the events.',
    ],
    [
      'another digest',
      { trailer: { digest: hash('sha256', '') } },
      'The events lead to another leaderboard than the trailer says.',
    ],
    ['no digest', { trailer: {} }, 'The events lead to another leaderboard than the trailer says.'],
    [
      'a trailer with more',
      { trailer: { digest: hash('sha256', ''), more: 1 } },
      'The events lead to another leaderboard than the trailer says.',
    ],
    ['no name', { header: { name: '' } }, wrongHeader],
    ['a long name', { header: { name: 'x'.repeat(121) } }, wrongHeader],
    ['no lineage', { header: { lineage: [] } }, wrongHeader],
    ['no date', { header: { createdAt: 'today' } }, wrongHeader],
  ])('refuses %s', async (_label, changes, reason) => {
    expect(await reasonWith(changes)).toBe(reason)
  })

  test('refuses a field more in the header', async () => {
    expect(await reasonWith({ header: { more: 1 } as object })).toBe(wrongHeader)
  })
})

test('refuses every byte that was changed', async () => {
  const file = await backupFile(orderedFold, [submitted, project.liked(other)])
  for (const pattern of [0xff, 0x01])
    for (let index = 0; index < file.length; index += 1) {
      const damaged = Buffer.from(file)
      damaged[index] = (damaged[index] ?? 0) ^ pattern
      expect(await reasonFor(damaged)).toMatch(/\.$/)
    }
})
