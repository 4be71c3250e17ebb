import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import { expect, test } from 'vitest'
import { deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'
import { maxReactionBytes } from '@thirty/contracts/rules/text/written-texts.ts'
import {
  hideComment,
  maxCommentsPerAuthor,
  postComment,
  removeComment,
  showComment,
  type RemoveComment,
} from './decide.ts'
import { evolveComments, noComments, type Comments } from './evolve.ts'
import { admin, ana, ben, cleo } from '@thirty/command-api/testing/people.ts'
import { rejected, submitted, withdrawn } from '@thirty/command-api/testing/project-events.ts'
import { commented, removed } from '@thirty/command-api/testing/reaction-events.ts'

const { given } = deciderSpec(noComments, evolveComments(ben))
const posting = (project: Comments) => postComment(project, { by: ben, text: 'Neat' })
/** Removes a comment after these events: `removing('c1').given(…).then(…)`. */
const removing = (comment: string, change: Partial<RemoveComment> = {}) => ({
  given: (...events: ProjectEvent[]) =>
    deciderSpec(noComments, evolveComments(ben, comment))
      .given(...events)
      .when((project) => removeComment(project, { comment, by: ben, mayRemoveAll: false, ...change })),
})

test('comments are numbered, and no number is reused', () => {
  given(submitted).when(posting).then(commented('c1', ben))
  given(submitted, commented('c1', cleo), commented('c2', ben), removed('c2', ben))
    .when(posting)
    .then(commented('c3', ben))
  given(submitted, commented('c1', cleo), withdrawn, submitted).when(posting).then(commented('c2', ben))
})

test('limits the number of comments of a user on one project', () => {
  const commentsBy = (by: string) =>
    Array.from({ length: maxCommentsPerAuthor }, (_, index) => commented(`c${index + 1}`, by))
  const message = 'You have reached the limit for your comments and feedback on this project.'
  given(submitted, ...commentsBy(ben))
    .when(posting)
    .thenRefused('too-many', message)
  given(submitted, ...commentsBy(ben), removed('c1', ben))
    .when(posting)
    .thenRefused('too-many', message)
  given(submitted, ...commentsBy(cleo))
    .when(posting)
    .then(commented(`c${maxCommentsPerAuthor + 1}`, ben))
})

test('refuses a comment when the texts of its author about the project are too long together', () => {
  const criteria = { functionality: 4, design: 4, innovation: 4, codeQuality: 4, completeness: 4 }
  const rated: ProjectEvent = {
    type: 'ProjectRated',
    data: { rater: ben, official: false, criteria, feedback: 'ü'.repeat(5_000) },
  }
  const ratings = Array.from({ length: Math.floor(maxReactionBytes / 10_000) }, () => rated)
  const rest = maxReactionBytes - ratings.length * 10_000
  const nearlyAll = [submitted, ...ratings, commented('c1', ben, 'x'.repeat(rest - 3))]
  const message = 'You have reached the limit for your comments and feedback on this project.'
  given(...nearlyAll)
    .when(posting)
    .thenRefused('too-many', message)
  given(...nearlyAll, removed('c1', ben), withdrawn, submitted)
    .when(posting)
    .thenRefused('too-many', message)
  given(submitted, ...ratings, commented('c1', ben, 'x'.repeat(rest - 4)))
    .when(posting)
    .then(commented('c2', ben))
  deciderSpec(noComments, evolveComments(cleo))
    .given(...nearlyAll)
    .when((project) => postComment(project, { by: cleo, text: 'Neat' }))
    .then(commented('c2', cleo))
})

test('a user may post the same text twice', () => {
  given(submitted, commented('c1', ben)).when(posting).then(commented('c2', ben))
})

test('refuses comments on a rejected, withdrawn or unknown project', () => {
  given(submitted, rejected).when(posting).thenRefused('project-rejected')
  given(submitted, withdrawn).when(posting).thenRefused('project-not-found')
  given().when(posting).thenRefused('project-not-found')
})

test('the author removes a comment, also from a rejected project', () => {
  removing('c1').given(submitted, commented('c1', ben)).then(removed('c1', ben))
  removing('c1').given(submitted, commented('c1', ben), rejected).then(removed('c1', ben))
})

test('an admin removes any comment', () => {
  removing('c1', { by: admin, mayRemoveAll: true })
    .given(submitted, commented('c1', ben))
    .then(removed('c1', admin))
})

test('refuses to remove the comment of another user, even for the owner of the project', () => {
  for (const by of [ana, cleo])
    removing('c2', { by })
      .given(submitted, commented('c1', by), commented('c2', ben))
      .thenRefused('not-allowed', 'Only the author of a comment and admins can delete it.')
})

test('removing a comment twice changes nothing', () => {
  const both = [submitted, commented('c1', ben), commented('c2', ben)]
  removing('c1')
    .given(...both, removed('c1', ben))
    .thenNothing()
  removing('c2')
    .given(...both, removed('c1', ben))
    .then(removed('c2', ben))
  removing('c1')
    .given(...both, withdrawn, submitted)
    .thenNothing()
})

test.each(['c2', 'c0', 'c01', 'c-1', '1', 'c', 'c1 ', 'c99999999999', '__proto__'])(
  'a comment with the id %j is not found',
  (comment) => {
    removing(comment).given(submitted, commented('c1', ben)).thenRefused('comment-not-found')
  },
)

test('refuses to remove a comment of a withdrawn project', () => {
  removing('c1').given(submitted, commented('c1', ben), withdrawn).thenRefused('project-not-found')
})

const hidden = { type: 'CommentHidden', data: { comment: 'c1', by: admin, reason: 'Advertising' } } as const
const shown = { type: 'CommentShown', data: { comment: 'c1', by: admin } } as const
const moderating = (...events: ProjectEvent[]) =>
  deciderSpec(noComments, evolveComments('', 'c1')).given(...events)
const hiding = (project: Comments) => hideComment(project, hidden.data)
const showing = (project: Comments) => showComment(project, shown.data)

test('a comment is hidden once, shown again once, and hidden again', () => {
  const posted = [submitted, commented('c1', ben)]
  moderating(...posted)
    .when(hiding)
    .then(hidden)
  moderating(...posted, hidden)
    .when(hiding)
    .thenNothing()
  moderating(...posted)
    .when(showing)
    .thenNothing()
  moderating(...posted, hidden)
    .when(showing)
    .then(shown)
  moderating(...posted, hidden, shown)
    .when(hiding)
    .then(hidden)
})

test('an unknown or removed comment, and one of an earlier submission, can be neither hidden nor shown', () => {
  const posted = [submitted, commented('c1', ben)]
  for (const events of [[submitted], [...posted, removed('c1', ben)], [...posted, withdrawn, submitted]])
    for (const decide of [hiding, showing])
      moderating(...events)
        .when(decide)
        .thenRefused('comment-not-found')
})

test('hidden comments are not counted, and are counted once when they are removed', () => {
  const countAfter = (...events: ProjectEvent[]) =>
    [submitted, commented('c1', ben), commented('c2', cleo), ...events].reduce(evolveComments(''), noComments)
      .count
  expect(countAfter(hidden)).toBe(1)
  expect(countAfter(hidden, shown)).toBe(2)
  expect(countAfter(hidden, removed('c1', ben))).toBe(1)
  expect(countAfter(hidden, shown, removed('c1', ben))).toBe(1)
})
