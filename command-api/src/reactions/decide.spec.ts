import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import { expect, test } from 'vitest'
import { story } from '../story.ts'
import {
  like,
  postComment,
  removeComment,
  unlike,
  view,
  type RemoveComment,
  type ViewProject,
} from './decide.ts'
import { commentsWith, evolveSeen, likesFor, noComments, noLikes, type Comments } from './evolve.ts'

const ana = '0198c0de-0000-7000-8000-00000000000a'
const ben = '0198c0de-0000-7000-8000-00000000000b'
const cleo = '0198c0de-0000-7000-8000-00000000000c'
const admin = '0198c0de-0000-7000-8000-0000000000ad'

const submitted: ProjectEvent = {
  type: 'ProjectSubmitted',
  data: {
    projectName: 'Weather at a glance',
    description: 'Shows the weather of the next hour.',
    languages: 'TypeScript',
    liveLink: 'https://weather.example/',
    repoLink: 'https://code.example/ana/weather',
    image: '0123456789abcdef0123456789abcdef.webp',
  },
}
const revised: ProjectEvent = { type: 'ProjectRevised', data: submitted.data }
const approved: ProjectEvent = { type: 'ProjectApproved', data: { by: admin } }
const rejected: ProjectEvent = { type: 'ProjectRejected', data: { by: admin } }
const withdrawn: ProjectEvent = { type: 'ProjectWithdrawn', data: {} }
const liked = (by: string): ProjectEvent => ({ type: 'ProjectLiked', data: { by } })
const unliked = (by: string): ProjectEvent => ({ type: 'ProjectUnliked', data: { by } })
const commented = (comment: string, by: string, text = 'Neat'): ProjectEvent => ({
  type: 'CommentPosted',
  data: { comment, by, text },
})
const removed = (comment: string, by: string): ProjectEvent => ({
  type: 'CommentRemoved',
  data: { comment, by },
})

const likesOf = (...events: ProjectEvent[]) => events.reduce(likesFor(ben), noLikes)
const ofLikes = story(noLikes, likesFor(ben))
const liking = (project: typeof noLikes) => like(project, { by: ben })
const unliking = (project: typeof noLikes) => unlike(project, { by: ben })

test('a project is liked, submitted or approved', () => {
  ofLikes.given(submitted).when(liking).then(liked(ben))
  ofLikes.given(submitted, approved).when(liking).then(liked(ben))
})

test('who likes it already likes it no more than that', () => {
  ofLikes.given(submitted, liked(ben)).when(liking).thenNothing()
})

test('the like of another is another', () => {
  ofLikes.given(submitted, liked(cleo)).when(liking).then(liked(ben))
  ofLikes.given(submitted, liked(cleo)).when(unliking).thenNothing()
})

test('a like is taken back, and given again', () => {
  ofLikes.given(submitted, liked(ben)).when(unliking).then(unliked(ben))
  ofLikes.given(submitted, liked(ben), unliked(ben)).when(unliking).thenNothing()
  ofLikes.given(submitted, liked(ben), unliked(ben)).when(liking).then(liked(ben))
})

test('one who wants to like a rejected project is told why not, and may take a like back', () => {
  const words = 'This project was rejected: it takes no likes and no comments.'
  ofLikes.given(submitted, rejected).when(liking).thenRefused('project-rejected', words)
  ofLikes.given(submitted, liked(ben), rejected).when(unliking).then(unliked(ben))
  ofLikes.given(submitted, rejected, revised).when(liking).then(liked(ben))
})

test.each([['none', []] as const, ['withdrawn', [submitted, liked(ben), withdrawn]] as const])(
  'nobody likes a project that is %s',
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

test('likes stay through a revision and begin anew with the next hand-in', () => {
  const story = [submitted, liked(ben), liked(cleo)]
  expect(likesOf(...story, rejected, revised)).toMatchObject({ likes: 2, isLiked: true })
  expect(likesOf(...story, unliked(cleo))).toMatchObject({ likes: 1, isLiked: true })
  expect(likesOf(...story, withdrawn, submitted)).toEqual({ status: 'open', likes: 0, isLiked: false })
})

const ofComments = (comment?: string) => story(noComments, commentsWith(comment))
const posting = (project: Comments) => postComment(project, { by: ben, text: 'Neat' })
const removing = (comment: string, change: Partial<RemoveComment> = {}) => ({
  given: (...events: ProjectEvent[]) =>
    ofComments(comment)
      .given(...events)
      .when((project) => removeComment(project, { comment, by: ben, isByAdmin: false, ...change })),
})

test('comments are numbered, and no number is given twice', () => {
  ofComments().given(submitted).when(posting).then(commented('c1', ben))
  ofComments()
    .given(submitted, commented('c1', cleo), commented('c2', ben), removed('c2', ben))
    .when(posting)
    .then(commented('c3', ben))
  ofComments()
    .given(submitted, commented('c1', cleo), withdrawn, submitted)
    .when(posting)
    .then(commented('c2', ben))
})

test('the same words again are another comment', () => {
  ofComments().given(submitted, commented('c1', ben)).when(posting).then(commented('c2', ben))
})

test('a rejected project takes no comments, one that is gone is not found', () => {
  ofComments().given(submitted, rejected).when(posting).thenRefused('project-rejected')
  ofComments().given(submitted, withdrawn).when(posting).thenRefused('project-not-found')
  ofComments().given().when(posting).thenRefused('project-not-found')
})

test('who wrote a comment removes it, also while the project is rejected', () => {
  removing('c1').given(submitted, commented('c1', ben)).then(removed('c1', ben))
  removing('c1').given(submitted, commented('c1', ben), rejected).then(removed('c1', ben))
})

test('an admin removes the comment of anybody', () => {
  removing('c1', { by: admin, isByAdmin: true })
    .given(submitted, commented('c1', ben))
    .then(removed('c1', admin))
})

test('nobody else removes a comment, the owner of the project neither', () => {
  for (const by of [ana, cleo])
    removing('c2', { by })
      .given(submitted, commented('c1', by), commented('c2', ben))
      .thenRefused('not-allowed', 'Only whoever wrote a comment, and admins, can remove it.')
})

test('a comment is removed once; the others stay', () => {
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
  '%j is no comment here',
  (comment) => {
    removing(comment).given(submitted, commented('c1', ben)).thenRefused('comment-not-found')
  },
)

test('a comment of a project that is gone cannot be removed', () => {
  removing('c1').given(submitted, commented('c1', ben), withdrawn).thenRefused('project-not-found')
})

const project = `r1-d4-${ana}`
const ofViews = story(false, evolveSeen)
const viewing =
  (change: Partial<ViewProject> = {}) =>
  (isSeen: boolean) =>
    view(isSeen, { project, by: ben, owner: ana, status: 'open', ...change })
const seen = { type: 'ProjectViewed' as const, data: { project, by: ben } }

test('the first look of a person counts, further ones do not', () => {
  ofViews.given().when(viewing()).then(seen)
  ofViews.given(seen).when(viewing()).thenNothing()
})

test('a rejected project is looked at too', () => {
  ofViews
    .given()
    .when(viewing({ status: 'rejected' }))
    .then(seen)
})

test('the owner does not count', () => {
  ofViews
    .given()
    .when(viewing({ by: ana }))
    .thenNothing()
})

test.each(['none', 'withdrawn'] as const)('a project that is %s is not looked at', (status) => {
  ofViews.given().when(viewing({ status })).thenRefused('project-not-found')
  ofViews
    .given()
    .when(viewing({ status, by: ana }))
    .thenRefused('project-not-found')
})
