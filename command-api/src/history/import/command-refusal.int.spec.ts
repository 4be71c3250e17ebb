import { expect, test } from 'vitest'
import { backupFile, fileEvent, fileProject, orderedFold } from '@thirty/command-api/testing/backup-files.ts'
import {
  verify,
  reasonForEvents,
  reasonWith,
  project,
  submitted,
  approved,
  start,
  end,
} from '@thirty/command-api/testing/verified-files.ts'
import { ana, ben } from '@thirty/command-api/testing/people.ts'

const other = '0198c0de-0000-7000-8000-0000000000ee'

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
const noRating = 'Please provide ratings for at least one criterion'
const ratedTooOften = 'One person has rated a project too often.'
const noReactions = "Rejected projects can't be liked or commented on."
const likedTooOften = "You've liked and unliked this project too often."
const wroteTooOften = 'You have reached the limit for your comments and feedback on this project.'
const [otherActor, operatorActor] = [
  'Another person is named as its actor.',
  'An operator is named as its actor.',
]
const day9 = 'Day 9 has not started yet'
const february3 = '2026-02-03T12:00:00.000Z'
const started = start('2026-02-01T00:00:00.000Z')
const likes = many(50, () => [project.liked(ben), project.unliked(ben)]).flat()
const comments = (count: number) => many(count, (number) => project.commented(ben, number))
const removedTwice = [project.commentRemoved(ben, 1), project.commentRemoved(ben, 1)]
const rejected = project.rejected('No.')
const likedThenSubmittedAgain = [project.liked(ben), project.withdrawn(), submitted]

type History = [label: string, reason: string, ...events: object[]]

/** Histories by what is wrong with their last event. These begin with the submission of the project. */
const ofProject: History[] = [
  ['a blank name in a revision', 'Project name is required', project.revised({ projectName: '' })],
  ['a blank comment', 'text: Write a comment', project.commented(ben, 1, '')],
  ['an invisible comment', 'text: Write a comment', project.commented(ben, 1, '\u200b\u2060')],
  ['a second submission', 'You have already submitted a project for day 1', submitted],
  ['a revision after the approval', closed, project.approved(), project.revised()],
  ['a withdrawal after the approval', closed, project.approved(), project.withdrawn()],
  ['a second withdrawal', nothing, project.withdrawn(), project.withdrawn()],
  ['a second review', 'This project has already been reviewed', project.approved(), rejected],
  ['a review after the withdrawal', 'Project Not Found', project.withdrawn(), project.approved()],
  ["a rating of one's own project", ownProject, ratedBy(ana)],
  ["an official rating of one's own project", ownProject, ratedBy(ana, { official: true })],
  ['a rating of a rejected project', "This project can't be rated", rejected, project.rated()],
  ['a rating without stars', noRating, ratedBy(ben, { criteria: noStars })],
  ['more ratings of one person than there ever could be', ratedTooOften, ...many(502, () => ratedBy(ben))],
  ['a like of a rejected project', noReactions, rejected, project.liked(ben)],
  ['a second like', nothing, project.liked(ben), project.liked(ben)],
  ['likes below zero', nothing, project.unliked(ben)],
  ['likes below zero after another submission', nothing, ...likedThenSubmittedAgain, project.unliked(ben)],
  ['101 changes of a like', likedTooOften, ...likes, project.liked(ben)],
  ['501 comments of one person', wroteTooOften, ...comments(501)],
  ['the same comment removed twice', nothing, project.commented(ben, 1), ...removedTwice],
  ['a view by the owner', nothing, project.viewed(ana)],
  ['a second view', nothing, project.viewed(ben), project.viewed(ben)],
  ['an approval with a participant as its actor', otherActor, approved({ actor: ben })],
  ['an approval with an operator as its actor', operatorActor, approved({ actor: 'operator' })],
]
const others: History[] = [
  ['a blank name', 'Project name is required', project.submitted({ projectName: '' })],
  ['a name of spaces', 'A text begins or ends with a space.', project.submitted({ projectName: '  ' })],
  ['a blank description', 'Description is required', project.submitted({ description: '' })],
  ['no language', 'languages: At least one language is required', project.submitted({ languages: '' })],
  ['a day that was completed twice', nothing, journey('DayCompleted', 1), journey('DayCompleted', 1)],
  ['a day that was reopened before', nothing, journey('DayReopened', 1)],
  [
    'an end before the start',
    "The challenge can't end before it starts",
    started,
    end('2026-01-01T00:00:00.000Z'),
  ],
  ['a day that had not begun', day9, started, { ...fileProject(ana, 9).submitted(), at: february3 }],
  ['a completed day that had not begun', day9, started, { ...journey('DayCompleted', 9), at: february3 }],
  [
    'a submission after the end',
    'The challenge has ended',
    end('2026-02-01T13:00:00.000Z'),
    { ...submitted, at: '2026-02-01T13:06:00.000Z' },
  ],
  ['a submission with an operator as its actor', operatorActor, { ...submitted, actor: 'operator' }],
]

test.each<History>([
  ...ofProject.map(([label, reason, ...events]): History => [label, reason, submitted, ...events]),
  ...others,
])('refuses %s', async (_label, reason, ...events) => {
  expect(await reasonForEvents(...events)).toBe(
    `The event in line ${events.length + 1} would be refused: ${reason}`,
  )
})

test('refuses a blank name of the backup', async () => {
  expect(await reasonWith({ header: { name: ' ' } })).toBe('Name is required')
})

test('accepts what only looks like it: events around a start and an end, and the limits themselves', async () => {
  const events = [
    { ...fileProject(ben, 30).submitted(), at: '2026-02-01T00:00:00.000Z' },
    started,
    // Decided before the start was known.
    { ...fileProject(ana, 30).submitted(), at: '2026-02-01T12:01:00.000Z' },
    // Where a day begins fourteen hours earlier.
    { ...fileProject(ben, 3).submitted(), at: '2026-02-02T11:00:00.000Z' },
    submitted,
    ...likedThenSubmittedAgain,
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
