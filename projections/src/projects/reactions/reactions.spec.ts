import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { expect, test } from 'vitest'
import {
  userIdOf,
  personEvents,
  projectEvents,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { documentsAfter, storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { isLiked, likeDocumentId } from './reactions.ts'
import { projectsProjection } from '../projection.ts'

const projection = projectsProjection(firstHistory)
const [ada1, bob1, cat1, dan1] = [
  projectEvents('Ada', 1),
  projectEvents('Bob', 1),
  projectEvents('Cat', 1),
  projectEvents('Dan', 1),
]
const projectAfter = (...given: GivenEvent[]) => {
  const project = documentsAfter(projection, given).get(ada1.id)
  return project?.kind === 'project' ? project : undefined
}
const figuresAfter = (...given: GivenEvent[]) => projectAfter(...given)?.figures
const likedAfter = (...given: GivenEvent[]) => {
  const documents = documentsAfter(projection, given)
  const project = documents.get(ada1.id)
  const like = documents.get(likeDocumentId(ada1.id, userIdOf('Bob')))
  if (project?.kind !== 'project') return undefined
  return isLiked(like?.kind === 'like' ? like : undefined, project)
}

test('knows which projects a user likes, until the like is removed', () => {
  expect(likedAfter(ada1.submitted())).toBe(false)
  expect(likedAfter(ada1.submitted(), ada1.liked('Bob'))).toBe(true)
  expect(likedAfter(ada1.submitted(), ada1.liked('Cat'))).toBe(false)
  const both = [ada1.submitted(), cat1.submitted(), ada1.liked('Bob'), cat1.liked('Bob')]
  expect(likedAfter(...both, ada1.unliked('Bob'))).toBe(false)
  expect(likedAfter(...both, cat1.unliked('Bob'))).toBe(true)
})

test('a new submission starts without likes, comments and views', () => {
  const given = [ada1.submitted(), ada1.liked('Bob'), ada1.viewed('Bob'), ada1.commented('Bob', 1)]
  const resubmitted = [...given, ada1.withdrawn(), ada1.submitted()]
  expect(figuresAfter(...resubmitted)).toBeUndefined()
  expect(likedAfter(...resubmitted)).toBe(false)
  expect(likedAfter(...resubmitted, ada1.liked('Bob'))).toBe(true)
})

test('a reaction to a withdrawn project does not create it', () => {
  expect(projectAfter(ada1.viewed('Bob'), ada1.liked('Bob'), ada1.commented('Bob', 1))).toBeUndefined()
})

test('a comment that is removed while it is hidden is not counted down twice', () => {
  const hidden = [ada1.submitted(), ada1.commented('Bob', 1), ada1.commentHidden('Root', 1)]
  expect(figuresAfter(...hidden)).toMatchObject({ comments: 0, hidden: 1 })
  expect(figuresAfter(...hidden, ada1.commentRemoved('Bob', 1))).toMatchObject({ comments: 0, hidden: 0 })
})

test('orders popular projects by likes, then views, then the newest, without rejected ones', async () => {
  const all = [ada1, bob1, cat1, dan1].map((project) => project.submitted())
  const ids = async (...given: GivenEvent[]) => {
    const store = await storeAfter([projection], [personEvents('Ada').registered(), ...all, ...given])
    const range = await store.range(projection, 'popular', { offset: 0, limit: 10, reverse: true })
    return range.map(({ id }) => id)
  }
  expect(await ids()).toEqual([])
  const seen = [ada1.viewed('Bob'), bob1.viewed('Ada'), bob1.viewed('Cat'), cat1.viewed('Bob')]
  expect(await ids(...seen)).toEqual([bob1.id, cat1.id, ada1.id])
  expect(await ids(...seen, dan1.liked('Ada'))).toEqual([dan1.id, bob1.id, cat1.id, ada1.id])
  expect(await ids(...seen, bob1.rejected())).toEqual([cat1.id, ada1.id])
  expect(await ids(...seen, bob1.rejected(), bob1.revised())).toEqual([bob1.id, cat1.id, ada1.id])
})
