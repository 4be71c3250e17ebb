import type { ProjectEvent } from '@thirty/contracts/projects/events.ts'
import { describe, expect, test } from 'vitest'
import { deciderSpec, deciding, refused } from '@thirty/command-api/testing/decider-spec.ts'
import { perCriterion } from '@thirty/contracts/judging/ratings.ts'
import { maxReactionBytes } from '@thirty/contracts/user-texts/written-texts.ts'
import {
  maxCommentsPerAuthor,
  moderateComment,
  postComment,
  removeComment,
  type RemoveComment,
} from './decide.ts'
import { commentsFold, noComments, type Comments } from './evolve.ts'
import { admin, ana, ben, cleo } from '@thirty/command-api/testing/people.ts'
import { rejected, submitted, withdrawn } from '@thirty/command-api/testing/project-events.ts'
import { commented, removed } from '@thirty/command-api/testing/reaction-events.ts'

const { rule } = deciderSpec(commentsFold(ben))
const postingBy = (by: string) => (project: Comments) => postComment(project, { by, text: 'Neat' })
const posting = postingBy(ben)
const aboutComment = (comment: string) => deciderSpec(commentsFold(ben, comment))
const removing = (comment: string, change: Partial<RemoveComment> = {}) =>
  deciding(removeComment, { comment, by: ben, mayRemoveAll: false })(change)

const posted2 = commented('c2', ben)
rule(
  'comments are numbered, and no number is reused; the same text may be posted twice',
  [[submitted], posting, [commented('c1', ben)]],
  [[submitted, commented('c1', ben)], posting, [commented('c2', ben)]],
  [[submitted, commented('c1', cleo), posted2, removed('c2', ben)], posting, [commented('c3', ben)]],
  [[submitted, commented('c1', cleo), withdrawn, submitted], posting, [commented('c2', ben)]],
)

const limit = 'You have reached the limit for your comments and feedback on this project.'
const atLimit = refused('too-many', limit)
const commentsBy = (by: string) =>
  Array.from({ length: maxCommentsPerAuthor }, (_, index) => commented(`c${index + 1}`, by))
rule(
  'limits the number of comments of a user on one project',
  [[submitted, ...commentsBy(ben)], posting, atLimit],
  [[submitted, ...commentsBy(ben), removed('c1', ben)], posting, atLimit],
  [[submitted, ...commentsBy(cleo)], posting, [commented(`c${maxCommentsPerAuthor + 1}`, ben)]],
)

const criteria = perCriterion(() => 4)
const rated: ProjectEvent = {
  type: 'ProjectRated',
  data: { rater: ben, official: false, criteria, feedback: 'ü'.repeat(5_000) },
}
const ratings = Array.from({ length: Math.floor(maxReactionBytes / 10_000) }, () => rated)
const rest = maxReactionBytes - ratings.length * 10_000
const nearlyAll = [submitted, ...ratings, commented('c1', ben, 'x'.repeat(rest - 3))]
rule(
  'refuses a comment when the texts of its author about the project are too long together',
  [nearlyAll, posting, atLimit],
  [[...nearlyAll, removed('c1', ben), withdrawn, submitted], posting, atLimit],
  [[submitted, ...ratings, commented('c1', ben, 'x'.repeat(rest - 4))], posting, [commented('c2', ben)]],
)

const ofCleo = deciderSpec(commentsFold(cleo))
ofCleo.rule('the texts of others do not count', [nearlyAll, postingBy(cleo), [commented('c2', cleo)]])

rule(
  'refuses comments on a rejected, withdrawn or unknown project',
  [[submitted, rejected], posting, 'project-rejected'],
  [[submitted, withdrawn], posting, 'project-not-found'],
  [[], posting, 'project-not-found'],
)

const both = [submitted, commented('c1', ben), commented('c2', ben)]
aboutComment('c1').rule(
  'the author or an admin removes a comment once, also from a rejected project',
  [[submitted, commented('c1', ben)], removing('c1'), [removed('c1', ben)]],
  [[submitted, commented('c1', ben), rejected], removing('c1'), [removed('c1', ben)]],
  [both, removing('c1', { by: admin, mayRemoveAll: true }), [removed('c1', admin)]],
  [[...both, removed('c1', ben)], removing('c1'), []],
  [[...both, withdrawn, submitted], removing('c1'), []],
  [[submitted, commented('c1', ben), withdrawn], removing('c1'), 'project-not-found'],
)

const notAuthor = refused('not-allowed', 'Only the author of a comment and admins can delete it.')
aboutComment('c2').rule(
  'refuses to remove the comment of another user, even for the owner of the project',
  [[submitted, commented('c1', ana), commented('c2', ben)], removing('c2', { by: ana }), notAuthor],
  [[submitted, commented('c1', cleo), commented('c2', ben)], removing('c2', { by: cleo }), notAuthor],
  [[...both, removed('c1', ben)], removing('c2'), [removed('c2', ben)]],
)

describe.each(['c2', 'c0', 'c01', 'c-1', '1', 'c', 'c1 ', 'c99999999999', '__proto__'])(
  'a comment with the id %j',
  (comment) => {
    aboutComment(comment).rule('is not found', [
      [submitted, commented('c1', ben)],
      removing(comment),
      'comment-not-found',
    ])
  },
)

const hidden = { type: 'CommentHidden', data: { comment: 'c1', by: admin, reason: 'Advertising' } } as const
const shown = { type: 'CommentShown', data: { comment: 'c1', by: admin } } as const
const hiding = (project: Comments) => moderateComment(project, hidden)
const showing = (project: Comments) => moderateComment(project, shown)
const posted = [submitted, commented('c1', ben)]
const moderation = deciderSpec(commentsFold('', 'c1'))

moderation.rule(
  'a comment is hidden once, shown again once, and hidden again',
  [posted, hiding, [hidden]],
  [[...posted, hidden], hiding, []],
  [posted, showing, []],
  [[...posted, hidden], showing, [shown]],
  [[...posted, hidden, shown], hiding, [hidden]],
)

moderation.rule(
  'an unknown or removed comment, and one of an earlier submission, can be neither hidden nor shown',
  ...[[submitted], [...posted, removed('c1', ben)], [...posted, withdrawn, submitted]].flatMap((events) =>
    [hiding, showing].map((decide) => [events, decide, 'comment-not-found'] as const),
  ),
)

test('hidden comments are not counted, and are counted once when they are removed', () => {
  const countAfter = (...events: ProjectEvent[]) =>
    [submitted, commented('c1', ben), commented('c2', cleo), ...events].reduce(
      commentsFold('').evolve,
      noComments,
    ).count
  expect(countAfter(hidden)).toBe(1)
  expect(countAfter(hidden, shown)).toBe(2)
  expect(countAfter(hidden, removed('c1', ben))).toBe(1)
  expect(countAfter(hidden, shown, removed('c1', ben))).toBe(1)
})
