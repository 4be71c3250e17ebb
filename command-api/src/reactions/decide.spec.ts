import { expect, test } from 'vitest'
import { deciderSpec, deciding, refused } from '@thirty/command-api/testing/decider-spec.ts'
import { like, maxLikeChanges, maxViewsPerUser, unlike, recordView } from './decide.ts'
import { likesFold, viewsFold, type Likes } from './evolve.ts'
import { ana, ben, cleo } from '@thirty/command-api/testing/people.ts'
import {
  approved,
  rejected,
  revised,
  submitted,
  withdrawn,
} from '@thirty/command-api/testing/project-events.ts'
import { liked, unliked } from '@thirty/command-api/testing/reaction-events.ts'
import type { ProjectEvent } from '@thirty/contracts/projects/events.ts'

const { initial, evolve } = likesFold(ben)
const likesAfter = (...events: ProjectEvent[]) => events.reduce(evolve, initial)
const { rule } = deciderSpec(likesFold(ben))
const liking = (project: Likes) => like(project, { by: ben })
const unliking = (project: Likes) => unlike(project, { by: ben })

rule(
  'a user likes a project once, removes the like once, and can like it again',
  [[submitted], liking, [liked(ben)]],
  [[submitted, approved], liking, [liked(ben)]],
  [[submitted, liked(ben)], liking, []],
  [[submitted, liked(cleo)], liking, [liked(ben)]],
  [[submitted, liked(cleo)], unliking, []],
  [[submitted, liked(ben)], unliking, [unliked(ben)]],
  [[submitted, liked(ben), unliked(ben)], unliking, []],
  [[submitted, liked(ben), unliked(ben)], liking, [liked(ben)]],
)

const isRejected = refused('project-rejected', "Rejected projects can't be liked or commented on.")
rule(
  'refuses likes of a rejected project, but lets users remove their like; a withdrawn or unknown one is not found',
  [[submitted, rejected], liking, isRejected],
  [[submitted, liked(ben), rejected], unliking, [unliked(ben)]],
  [[submitted, rejected, revised], liking, [liked(ben)]],
  [[], liking, refused('project-not-found', 'Project Not Found')],
  [[], unliking, 'project-not-found'],
  [[submitted, liked(ben), withdrawn], liking, 'project-not-found'],
  [[submitted, liked(ben), withdrawn], unliking, 'project-not-found'],
)

test('likes stay through a revision and start at zero with a new submission', () => {
  const history = [submitted, liked(ben), liked(cleo)]
  expect(likesAfter(...history, rejected, revised)).toMatchObject({ likes: 2, isLiked: true })
  expect(likesAfter(...history, unliked(cleo))).toMatchObject({ likes: 1, isLiked: true })
  const again = { status: 'submitted', likes: 0, isLiked: false }
  expect(likesAfter(...history, withdrawn, submitted)).toMatchObject(again)
})

const changes = Array.from({ length: maxLikeChanges / 2 }, () => [liked(ben), unliked(ben)]).flat()
const tooOften = refused('too-many', "You've liked and unliked this project too often.")
rule(
  'limits how often a person changes their like',
  [[submitted, ...changes], liking, tooOften],
  [[submitted, ...changes, withdrawn, submitted], liking, tooOften],
  [[submitted, ...changes], unliking, []],
  [[submitted, ...changes.slice(1).map(() => liked(cleo))], liking, [liked(ben)]],
  [[submitted, ...changes, liked(ben)], unliking, [unliked(ben)]],
)

const project = `r1-d4-${ana}`
const views = deciderSpec(viewsFold(project))
const viewing = deciding(recordView, { project, by: ben, owner: ana, status: 'submitted' })
const viewed = (id: string) => ({ type: 'ProjectViewed', data: { project: id, by: ben } }) as const
const seen = viewed(project)
const others = Array.from({ length: maxViewsPerUser }, (_, index) => viewed(`r1-d5-${index}`))

views.rule(
  'the first view of a user counts, also of a rejected project, for a limited number of projects, and none by the owner',
  [[], viewing(), [seen]],
  [[seen], viewing(), []],
  [[], viewing({ status: 'rejected' }), [seen]],
  [[], viewing({ by: ana }), []],
  [others.slice(1), viewing(), [seen]],
  [others, viewing(), []],
)

views.rule(
  'refuses views of a project that is not there, also by its owner',
  [[], viewing({ status: 'none' }), 'project-not-found'],
  [[], viewing({ status: 'none', by: ana }), 'project-not-found'],
  [[], viewing({ status: 'withdrawn' }), 'project-not-found'],
  [[], viewing({ status: 'withdrawn', by: ana }), 'project-not-found'],
)
