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
  if (!(error instanceof DamagedFile)) throw error
  // Screens translate all of it.
  const { fault, reason } = error.said.values
  for (const part of [fault, reason]) if (part !== undefined) expect(part).toHaveProperty('code')
  return error.message
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

const day31 = fileEvent(`journey-1-${ana}`, 'DayCompleted', { day: 31 })
const start = (startsAt: string, run = 1) =>
  fileEvent('challenge', 'ChallengeStarted', { run, startsAt }, { actor: admin })
const end = (endsAt: string) =>
  fileEvent('challenge', 'ChallengeEndSet', { run: 1, endsAt }, { actor: admin })
const approved = (changes: object) => ({ ...project.approved(), ...changes })
const submittedWith = (changes: object) => project.submitted(changes)
const ofOtherProject = { ...project.viewed(ben), stream: `viewed-r1-d2-${ana}-${ben}` }

/** Events by the reason for which they are refused, in which % is their type. */
const refusedEvents: Record<string, Record<string, object>> = {
  'has the type %, which no backup contains.': {
    'of an account': fileEvent(`user-${ana}`, 'UserStatusChanged', { status: 'active' }),
    'of an unknown type': fileEvent(project.stream, 'ProjectSold', {}),
    'of a reset': fileEvent('challenge', 'ChallengeReset', { run: 2, backup: 'b' }),
    'with a type of every object': fileEvent(project.stream, 'toString', {}),
  },
  'is not an event of a backup.': {
    'without data': approved({ data: undefined }),
    'with a field beside the data': approved({ run: 1 }),
    'with an actor that is no id': approved({ actor: 'ana@example.org' }),
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
  },
  'was written by a newer release.': { 'of a newer release': approved({ version: 9 }) },
  'has data that does not fit %.': { 'with data of another type': approved({ data: { by: 7 } }) },
  'has data with unknown fields.': { 'with an unknown field': approved({ data: { by: admin, email: 'x' } }) },
  'has an invalid user id.': {
    'by nobody': approved({ data: { by: '../admin' } }),
    'of a journey of nobody': fileEvent('journey-1-../x', 'DayCompleted', { day: 1 }),
  },
  'has an invalid time.': { 'with a start at no time': start('soon') },
  'lies in the future.': { 'in the future': approved({ at: '2026-03-02T08:00:00.001Z' }) },
  'is about a day that does not exist.': { 'about day 31': day31 },
  'has a link that is no web address.': {
    'with a script as a link': submittedWith({ liveLink: 'javascript:alert(1)' }),
  },
  'has an image with an invalid name.': {
    'with a path as an image': submittedWith({ image: '../../secret.webp' }),
  },
  'would be refused: Project Not Found': {
    'about a project that was not submitted': fileProject(ben, 2).approved(),
  },
  'would be refused: projectName: At most 120 characters': {
    'with a long name': submittedWith({ projectName: 'x'.repeat(121) }),
  },
  'would be refused: description: At most 5,000 characters': {
    'with a long description': submittedWith({ description: 'x'.repeat(5_001) }),
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

  test('refuses an event with an unknown field deep in its data', async () => {
    const rated = project.rated()
    const data = rated.data as { criteria: object }
    const changed = { ...rated, data: { ...data, criteria: { ...data.criteria, beauty: 5 } } }
    expect(await reasonForEvents(submitted, changed)).toBe(
      'The event in line 3 has data that does not fit ProjectRated.',
    )
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

  test('refuses a value that is no event', async () => {
    for (const value of [{}, [], { type: 'ProjectApproved' }])
      expect(await reasonForEvents(value)).toBe('The event in line 2 is not an event of a backup.')
  })
})

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

const nothing = 'Nothing would change.'
const closed = 'This project has been approved and can no longer be changed'
const ownProject = 'You cannot rate your own project'
const day9 = 'Day 9 has not started yet'
const february3 = '2026-02-03T12:00:00.000Z'
const started = start('2026-02-01T00:00:00.000Z')
const likes = many(50, () => [project.liked(ben), project.unliked(ben)]).flat()
const comments = (count: number) => many(count, (number) => project.commented(ben, number))
const removedTwice = [project.commentRemoved(ben, 1), project.commentRemoved(ben, 1)]

/** Histories by what is wrong with their last event; those about a project begin with its submission. */
const ofProject: Record<string, readonly [reason: string, ...events: object[]]> = {
  'a blank name in a revision': ['Project name is required', project.revised({ projectName: '' })],
  'a blank comment': ['text: Write a comment', project.commented(ben, 1, '')],
  'an invisible comment': ['text: Write a comment', project.commented(ben, 1, '\u200b\u2060')],
  'a second submission': ['You have already submitted a project for day 1', submitted],
  'a revision after the approval': [closed, project.approved(), project.revised()],
  'a withdrawal after the approval': [closed, project.approved(), project.withdrawn()],
  'a second withdrawal': [nothing, project.withdrawn(), project.withdrawn()],
  'a second review': ['This project has already been reviewed', project.approved(), project.rejected('No.')],
  'a review after the withdrawal': ['Project Not Found', project.withdrawn(), project.approved()],
  'a rating of the own project': [ownProject, ratedBy(ana)],
  'an official rating of the own project': [ownProject, ratedBy(ana, { official: true })],
  'a rating of a rejected project': ["This project can't be rated", project.rejected('No.'), project.rated()],
  'a rating without stars': [
    'Please provide ratings for at least one criterion',
    ratedBy(ben, { criteria: noStars }),
  ],
  'more ratings of one person than there ever could be': [
    'One person has rated a project too often.',
    ...many(502, () => ratedBy(ben)),
  ],
  'a like of a rejected project': [
    "Rejected projects can't be liked or commented on.",
    project.rejected('No.'),
    project.liked(ben),
  ],
  'a second like': [nothing, project.liked(ben), project.liked(ben)],
  'likes below zero': [nothing, project.unliked(ben)],
  'likes below zero after another submission': [
    nothing,
    project.liked(ben),
    project.withdrawn(),
    submitted,
    project.unliked(ben),
  ],
  '101 changes of a like': ["You've liked and unliked this project too often.", ...likes, project.liked(ben)],
  '501 comments of one person': [
    'You have reached the limit for your comments and feedback on this project.',
    ...comments(501),
  ],
  'the same comment removed twice': [nothing, project.commented(ben, 1), ...removedTwice],
  'a view by the owner': [nothing, project.viewed(ana)],
  'a second view': [nothing, project.viewed(ben), project.viewed(ben)],
  'an approval with a participant as its actor': [
    'Another person is named as its actor.',
    approved({ actor: ben }),
  ],
  'an approval with an operator as its actor': [
    'An operator is named as its actor.',
    approved({ actor: 'operator' }),
  ],
}
const others: Record<string, readonly [reason: string, ...events: object[]]> = {
  'a blank name': ['Project name is required', submittedWith({ projectName: '' })],
  'a name of spaces': ['A text begins or ends with a space.', submittedWith({ projectName: '  ' })],
  'a blank description': ['Description is required', submittedWith({ description: '' })],
  'no language': ['languages: At least one language is required', submittedWith({ languages: '' })],
  'a day that was completed twice': [nothing, journey('DayCompleted', 1), journey('DayCompleted', 1)],
  'a day that was reopened before': [nothing, journey('DayReopened', 1)],
  'an end before the start': [
    "The challenge can't end before it starts",
    started,
    end('2026-01-01T00:00:00.000Z'),
  ],
  'a day that had not begun': [day9, started, { ...fileProject(ana, 9).submitted(), at: february3 }],
  'a completed day that had not begun': [day9, started, { ...journey('DayCompleted', 9), at: february3 }],
  'a submission after the end': [
    'The challenge has ended',
    end('2026-02-01T13:00:00.000Z'),
    { ...submitted, at: '2026-02-01T13:06:00.000Z' },
  ],
  'a submission with an operator as its actor': [
    'An operator is named as its actor.',
    { ...submitted, actor: 'operator' },
  ],
}

describe('events to which no command leads', () => {
  test.each([
    ...Object.entries(ofProject).map(
      ([label, [reason, ...events]]) => [label, [submitted, ...events], reason] as const,
    ),
    ...Object.entries(others).map(([label, [reason, ...events]]) => [label, events, reason] as const),
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
      started,
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
      ...comments(500),
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
