import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { expect, test } from 'vitest'
import {
  equalCriteria,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { documentsAfter } from '@thirty/projections/testing/fold-events.ts'
import { projectsProjection } from '../projection.ts'
import { reviewerIds } from './waits-and-reviewers.ts'

const at = (hour: number) => `2026-01-05T${String(hour).padStart(2, '0')}:00:00.000Z`
const hours = (count: number) => count * 3_600_000
const ada = projectEvents('Ada', 1)
const submitted = ada.submitted({}, at(1))
const approved = { ...ada.approved(), at: at(4) }
const rejected = { ...ada.rejected('Dead link'), at: at(3) }

const documents = (...given: GivenEvent[]) => [
  ...documentsAfter(projectsProjection(firstHistory), given).values(),
]
const waits = (...given: GivenEvent[]) =>
  documents(...given).flatMap((document) =>
    document.kind === 'wait' ? [[document.until - document.since, document.isReviewed]] : [],
  )
const reviewer = (name: string, ...given: GivenEvent[]) =>
  documentsAfter(projectsProjection(firstHistory), given).get(reviewerIds.of(userIdOf(name)))
const work = (approvals: number, rejections: number, ratings: number) => ({
  kind: 'reviewer',
  approved: approvals,
  rejected: rejections,
  ratings,
})

test('after a revision of a rejected project it waits again, since the revision', () => {
  expect(waits(submitted, rejected, ada.revised({}, at(8)), { ...approved, at: at(9) })).toEqual([
    [hours(2), true],
    [hours(1), true],
  ])
})

test('a withdrawal ends a wait without a review, unless the project was reviewed', () => {
  expect(waits(submitted, ada.withdrawn(at(2)))).toEqual([[hours(1), false]])
  expect(waits(submitted, rejected, ada.withdrawn(at(4)))).toEqual([[hours(2), true]])
})

test('a review with an earlier time than the submission counts as no wait', () => {
  expect(waits(ada.submitted({}, at(5)), approved)).toEqual([[0, true]])
})

test('counts each rated project of an admin once, and no ratings of participants', () => {
  const again = { ...ada.rated('Root', equalCriteria(5)) }
  expect(reviewer('Root', submitted, ada.rated('Root', equalCriteria(3)), again)).toEqual(work(0, 0, 1))
  expect(reviewer('Eve', submitted, ada.rated('Eve', equalCriteria(3), { official: false }))).toBeUndefined()
  const resubmitted = [ada.withdrawn(), ada.submitted(), again]
  expect(reviewer('Root', submitted, ada.rated('Root', equalCriteria(3)), ...resubmitted)).toEqual(
    work(0, 0, 2),
  )
})

test('the version of a project moves with submissions, reviews and official ratings only', () => {
  const version = (...given: GivenEvent[]) => {
    const document = documentsAfter(projectsProjection(firstHistory), given).get(ada.id)
    return document?.kind === 'project' ? document.version : undefined
  }
  expect(version(submitted)).toBe(10)
  expect(version(submitted, ada.liked('Bob'), ada.rated('Bob', equalCriteria(1), { official: false }))).toBe(
    10,
  )
  expect(version(submitted, ada.revised())).toBe(20)
  expect(version(submitted, ada.rated('Root', equalCriteria(1)))).toBe(20)
  expect(version(submitted, rejected)).toBe(20)
  expect(version(submitted, approved)).toBe(20)
})
