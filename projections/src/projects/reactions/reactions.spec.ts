import { expect, test } from 'vitest'
import {
  documentsAfter,
  userIdOf,
  personEvents,
  projectEvents,
  storeAfter,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { commentChunkId, isLiked, likedDocumentId } from './reactions.ts'
import { projectsProjection } from '../projection.ts'

const view = projectsProjection(1)
const [ada1, bob1, cat1, dan1] = [
  projectEvents('Ada', 1),
  projectEvents('Bob', 1),
  projectEvents('Cat', 1),
  projectEvents('Dan', 1),
]
const projectAfter = (...story: GivenEvent[]) => {
  const project = documentsAfter(view, story).get(ada1.id)
  return project?.kind === 'project' ? project : undefined
}
const figuresAfter = (...story: GivenEvent[]) => projectAfter(...story)?.figures
const likedAfter = (...story: GivenEvent[]) => {
  const documents = documentsAfter(view, story)
  const project = documents.get(ada1.id)
  const liked = documents.get(likedDocumentId(userIdOf('Bob'), 1))
  if (project?.kind !== 'project' || liked?.kind === 'owner') return undefined
  return isLiked(liked?.kind === 'liked' ? liked : undefined, ada1.id, project)
}
const sheetAfter = (...story: GivenEvent[]) => documentsAfter(view, story).get(commentChunkId(ada1.id, 1))

test('a project that nobody cared about has no figures', () => {
  expect(figuresAfter(ada1.submitted())).toBeUndefined()
})

test('likes are counted, and less when they are taken back', () => {
  const likes = [ada1.submitted(), ada1.liked('Bob'), ada1.liked('Cat')]
  expect(figuresAfter(...likes)).toMatchObject({ likes: 2 })
  expect(figuresAfter(...likes, ada1.unliked('Bob'))).toMatchObject({ likes: 1 })
})

test('the likes and looks of somebody who is gone still count', () => {
  const story = [personEvents('Bob').registered(), ada1.submitted(), ada1.liked('Bob'), ada1.viewed('Bob')]
  expect(figuresAfter(...story, personEvents('Bob').deleted())).toMatchObject({ likes: 1, views: 1 })
})

test('what somebody likes is known, until it is taken back', () => {
  expect(likedAfter(ada1.submitted())).toBe(false)
  expect(likedAfter(ada1.submitted(), ada1.liked('Bob'))).toBe(true)
  expect(likedAfter(ada1.submitted(), ada1.liked('Cat'))).toBe(false)
  const both = [ada1.submitted(), cat1.submitted(), ada1.liked('Bob'), cat1.liked('Bob')]
  expect(likedAfter(...both, ada1.unliked('Bob'))).toBe(false)
  expect(likedAfter(...both, cat1.unliked('Bob'))).toBe(true)
})

test('a project that is handed in anew begins without likes, comments and views, for everybody', () => {
  const story = [ada1.submitted(), ada1.liked('Bob'), ada1.viewed('Bob'), ada1.commented('Bob', 1)]
  const anew = [...story, ada1.withdrawn(), ada1.submitted()]
  expect(figuresAfter(...anew)).toBeUndefined()
  expect(likedAfter(...anew)).toBe(false)
  expect(likedAfter(...anew, ada1.liked('Bob'))).toBe(true)
})

test('views are counted', () => {
  expect(figuresAfter(ada1.submitted(), ada1.viewed('Bob'), ada1.viewed('Cat'))).toMatchObject({ views: 2 })
})

test('who looks at a project that is gone makes none', () => {
  expect(projectAfter(ada1.viewed('Bob'), ada1.liked('Bob'), ada1.commented('Bob', 1))).toBeUndefined()
})

test('comments are kept with who wrote them and when, and are counted', () => {
  const at = '2026-01-06T12:00:00.000Z'
  const story = [ada1.submitted(), ada1.commented('Bob', 1, 'Neat', at), ada1.commented('Cat', 2, 'Hm', at)]
  expect(sheetAfter(...story)).toEqual({
    kind: 'comments',
    comments: [
      { number: 1, by: userIdOf('Bob'), text: 'Neat', at },
      { number: 2, by: userIdOf('Cat'), text: 'Hm', at },
    ],
  })
  expect(figuresAfter(...story)).toMatchObject({ comments: 2, oldest: 1, newest: 2 })
})

test('a removed comment is nowhere any more', () => {
  const story = [ada1.submitted(), ada1.commented('Bob', 1), ada1.commentRemoved('Bob', 1)]
  expect(sheetAfter(...story)).toBeUndefined()
  expect(figuresAfter(...story)).toMatchObject({ comments: 0 })
})

test('comments lie on sheets of at most thirty-two', () => {
  const numbers = Array.from({ length: 100 }, (_, at) => at + 1)
  const documents = documentsAfter(view, [
    ada1.submitted(),
    ...numbers.map((number) => ada1.commented('Bob', number)),
  ])
  const sheets = [...documents.values()].filter(({ kind }) => kind === 'comments')
  expect(sheets.map((sheet) => sheet.kind === 'comments' && sheet.comments.length)).toEqual([31, 32, 32, 5])
})

test('popular are the liked, then the seen, then the new; never the rejected', async () => {
  const all = [ada1, bob1, cat1, dan1].map((project) => project.submitted())
  const ids = async (...story: GivenEvent[]) => {
    const store = await storeAfter([view], [personEvents('Ada').registered(), ...all, ...story])
    const range = await store.range(view, 'popular', { offset: 0, limit: 10, reverse: true })
    return range.map(({ id }) => id)
  }
  expect(await ids()).toEqual([])
  const seen = [ada1.viewed('Bob'), bob1.viewed('Ada'), bob1.viewed('Cat'), cat1.viewed('Bob')]
  expect(await ids(...seen)).toEqual([bob1.id, cat1.id, ada1.id])
  expect(await ids(...seen, dan1.liked('Ada'))).toEqual([dan1.id, bob1.id, cat1.id, ada1.id])
  expect(await ids(...seen, bob1.rejected())).toEqual([cat1.id, ada1.id])
  expect(await ids(...seen, bob1.rejected(), bob1.revised())).toEqual([bob1.id, cat1.id, ada1.id])
})
