import { expect, test } from 'vitest'
import { deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'
import { like, maxLikeChanges, maxViewsPerUser, unlike, recordView, type ViewProject } from './decide.ts'
import { evolveLikes, evolveViews, noLikes, noViews, type Views } from './evolve.ts'
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

const likesAfter = (...events: ProjectEvent[]) => events.reduce(evolveLikes(ben), noLikes)
const likes = deciderSpec(noLikes, evolveLikes(ben))
const liking = (project: typeof noLikes) => like(project, { by: ben })
const unliking = (project: typeof noLikes) => unlike(project, { by: ben })

test('a user likes a submitted or approved project', () => {
  likes.given(submitted).when(liking).then(liked(ben))
  likes.given(submitted, approved).when(liking).then(liked(ben))
})

likes.rule('liking a project twice changes nothing', [[submitted, liked(ben)], liking, []])

test('likes of different users are independent', () => {
  likes.given(submitted, liked(cleo)).when(liking).then(liked(ben))
  likes.given(submitted, liked(cleo)).when(unliking).thenNothing()
})

test('a like is removed, and the project can be liked again', () => {
  likes.given(submitted, liked(ben)).when(unliking).then(unliked(ben))
  likes.given(submitted, liked(ben), unliked(ben)).when(unliking).thenNothing()
  likes.given(submitted, liked(ben), unliked(ben)).when(liking).then(liked(ben))
})

test('refuses likes of a rejected project, but lets users remove their like', () => {
  const message = "Rejected projects can't be liked or commented on."
  likes.given(submitted, rejected).when(liking).thenRefused('project-rejected', message)
  likes.given(submitted, liked(ben), rejected).when(unliking).then(unliked(ben))
  likes.given(submitted, rejected, revised).when(liking).then(liked(ben))
})

test.each([['none', []] as const, ['withdrawn', [submitted, liked(ben), withdrawn]] as const])(
  'refuses to like or unlike a project with status %s',
  (_, events) => {
    likes
      .given(...events)
      .when(liking)
      .thenRefused('project-not-found', 'Project Not Found')
    likes
      .given(...events)
      .when(unliking)
      .thenRefused('project-not-found')
  },
)

test('likes stay through a revision and start at zero with a new submission', () => {
  const history = [submitted, liked(ben), liked(cleo)]
  expect(likesAfter(...history, rejected, revised)).toMatchObject({ likes: 2, isLiked: true })
  expect(likesAfter(...history, unliked(cleo))).toMatchObject({ likes: 1, isLiked: true })
  expect(likesAfter(...history, withdrawn, submitted)).toMatchObject({
    status: 'submitted',
    likes: 0,
    isLiked: false,
  })
})

test('limits how often a person changes their like', () => {
  const changed = Array.from({ length: maxLikeChanges / 2 }, () => [liked(ben), unliked(ben)]).flat()
  const message = "You've liked and unliked this project too often."
  likes
    .given(submitted, ...changed)
    .when(liking)
    .thenRefused('too-many', message)
  likes
    .given(submitted, ...changed, withdrawn, submitted)
    .when(liking)
    .thenRefused('too-many', message)
  likes
    .given(submitted, ...changed)
    .when(unliking)
    .thenNothing()
  likes
    .given(submitted, ...changed.slice(1).map(() => liked(cleo)))
    .when(liking)
    .then(liked(ben))
  likes
    .given(submitted, ...changed, liked(ben))
    .when(unliking)
    .then(unliked(ben))
})

const project = `r1-d4-${ana}`
const views = deciderSpec(noViews, evolveViews(project))
const viewing =
  (change: Partial<ViewProject> = {}) =>
  (given: Views) =>
    recordView(given, { project, by: ben, owner: ana, status: 'submitted', ...change })
const seen = { type: 'ProjectViewed' as const, data: { project, by: ben } }

test('the first view of a user counts, further views do not', () => {
  views.given().when(viewing()).then(seen)
  views.given(seen).when(viewing()).thenNothing()
})

test('a user counts in the views of a limited number of projects', () => {
  const others = Array.from({ length: maxViewsPerUser }, (_, index) => ({
    type: 'ProjectViewed' as const,
    data: { project: `r1-d5-${index}`, by: ben },
  }))
  views
    .given(...others.slice(1))
    .when(viewing())
    .then(seen)
  views
    .given(...others)
    .when(viewing())
    .thenNothing()
})

test('views of a rejected project count', () => {
  views
    .given()
    .when(viewing({ status: 'rejected' }))
    .then(seen)
})

test('views by the owner do not count', () => {
  views
    .given()
    .when(viewing({ by: ana }))
    .thenNothing()
})

test.each(['none', 'withdrawn'] as const)('refuses views of a project with status %s', (status) => {
  views.given().when(viewing({ status })).thenRefused('project-not-found')
  views
    .given()
    .when(viewing({ status, by: ana }))
    .thenRefused('project-not-found')
})
