import { expect, test } from 'vitest'
import { deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'
import { like, maxLikeChanges, unlike, recordView, type ViewProject } from './decide.ts'
import { evolveSeen, evolveLikes, noLikes } from './evolve.ts'
import { ana, ben, cleo } from '@thirty/command-api/testing/people.ts'
import {
  approved,
  rejected,
  revised,
  submitted,
  withdrawn,
} from '@thirty/command-api/testing/project-events.ts'
import { liked, unliked } from '@thirty/command-api/testing/reaction-events.ts'
import type { ProjectEvent } from '@thirty/contracts/events/project.ts'

const likesOf = (...events: ProjectEvent[]) => events.reduce(evolveLikes(ben), noLikes)
const ofLikes = deciderSpec(noLikes, evolveLikes(ben))
const liking = (project: typeof noLikes) => like(project, { by: ben })
const unliking = (project: typeof noLikes) => unlike(project, { by: ben })

test('a user likes a submitted or approved project', () => {
  ofLikes.given(submitted).when(liking).then(liked(ben))
  ofLikes.given(submitted, approved).when(liking).then(liked(ben))
})

test('liking a project twice changes nothing', () => {
  ofLikes.given(submitted, liked(ben)).when(liking).thenNothing()
})

test('likes of different users are independent', () => {
  ofLikes.given(submitted, liked(cleo)).when(liking).then(liked(ben))
  ofLikes.given(submitted, liked(cleo)).when(unliking).thenNothing()
})

test('a like is removed, and the project can be liked again', () => {
  ofLikes.given(submitted, liked(ben)).when(unliking).then(unliked(ben))
  ofLikes.given(submitted, liked(ben), unliked(ben)).when(unliking).thenNothing()
  ofLikes.given(submitted, liked(ben), unliked(ben)).when(liking).then(liked(ben))
})

test('refuses likes of a rejected project, but lets users remove their like', () => {
  const message = 'This project was rejected: it takes no likes and no comments.'
  ofLikes.given(submitted, rejected).when(liking).thenRefused('project-rejected', message)
  ofLikes.given(submitted, liked(ben), rejected).when(unliking).then(unliked(ben))
  ofLikes.given(submitted, rejected, revised).when(liking).then(liked(ben))
})

test.each([['none', []] as const, ['withdrawn', [submitted, liked(ben), withdrawn]] as const])(
  'refuses to like or unlike a project with status %s',
  (_, events) => {
    ofLikes
      .given(...events)
      .when(liking)
      .thenRefused('project-not-found', 'Project Not Found')
    ofLikes
      .given(...events)
      .when(unliking)
      .thenRefused('project-not-found')
  },
)

test('likes stay through a revision and start at zero with a new submission', () => {
  const history = [submitted, liked(ben), liked(cleo)]
  expect(likesOf(...history, rejected, revised)).toMatchObject({ likes: 2, isLiked: true })
  expect(likesOf(...history, unliked(cleo))).toMatchObject({ likes: 1, isLiked: true })
  expect(likesOf(...history, withdrawn, submitted)).toMatchObject({
    status: 'open',
    likes: 0,
    isLiked: false,
  })
})

test('limits how often a person changes their like', () => {
  const changed = Array.from({ length: maxLikeChanges / 2 }, () => [liked(ben), unliked(ben)]).flat()
  const message = 'You have changed your mind about this project too often.'
  ofLikes
    .given(submitted, ...changed)
    .when(liking)
    .thenRefused('too-many', message)
  ofLikes
    .given(submitted, ...changed, withdrawn, submitted)
    .when(liking)
    .thenRefused('too-many', message)
  ofLikes
    .given(submitted, ...changed)
    .when(unliking)
    .thenNothing()
  ofLikes
    .given(submitted, ...changed.slice(1).map(() => liked(cleo)))
    .when(liking)
    .then(liked(ben))
  ofLikes
    .given(submitted, ...changed, liked(ben))
    .when(unliking)
    .then(unliked(ben))
})

const project = `r1-d4-${ana}`
const ofViews = deciderSpec(false, evolveSeen)
const viewing =
  (change: Partial<ViewProject> = {}) =>
  (isSeen: boolean) =>
    recordView(isSeen, { project, by: ben, owner: ana, status: 'open', ...change })
const seen = { type: 'ProjectViewed' as const, data: { project, by: ben } }

test('the first view of a user counts, further views do not', () => {
  ofViews.given().when(viewing()).then(seen)
  ofViews.given(seen).when(viewing()).thenNothing()
})

test('views of a rejected project count', () => {
  ofViews
    .given()
    .when(viewing({ status: 'rejected' }))
    .then(seen)
})

test('views by the owner do not count', () => {
  ofViews
    .given()
    .when(viewing({ by: ana }))
    .thenNothing()
})

test.each(['none', 'withdrawn'] as const)('refuses views of a project with status %s', (status) => {
  ofViews.given().when(viewing({ status })).thenRefused('project-not-found')
  ofViews
    .given()
    .when(viewing({ status, by: ana }))
    .thenRefused('project-not-found')
})
