import { expect, test } from 'vitest'
import { applause, quickShow, roomVote, tally } from '../../../testing/admin-fixtures.ts'
import { reconcile, applySubmissionUpdate, showArrivals } from './submission-list.ts'
import type { SubmissionList } from './submission-list.ts'

const all = { status: 'all', search: '' } as const
const list: SubmissionList = { projects: [quickShow, tally, applause], arrivals: [], recentlyChanged: [] }
const approved = (project: typeof tally) => ({ ...project, status: 'approved' as const })
const names = (projects: { projectName: string }[]) => projects.map((project) => project.projectName)

test('what is new waits and does not push the list', () => {
  const after = applySubmissionUpdate(list, all, { project: roomVote, by: 'Oskar', what: 'submitted' }, false)
  expect(names(after.projects)).toEqual(['Quick show', 'Tally', 'Applause'])
  expect(names(after.arrivals)).toEqual(['Room vote'])
})

test('the same news twice waits once', () => {
  const news = { project: roomVote, by: 'Oskar', what: 'submitted' } as const
  expect(
    applySubmissionUpdate(applySubmissionUpdate(list, all, news, false), all, news, false).arrivals,
  ).toHaveLength(1)
})

test('what the filter does not hold does not arrive', () => {
  const rejectedOnly = { status: 'rejected', search: '' } as const
  expect(
    applySubmissionUpdate(list, rejectedOnly, { project: roomVote, by: 'Oskar', what: 'submitted' }, false)
      .arrivals,
  ).toEqual([])
})

test('what the search does not find does not arrive', () => {
  const searched = { status: 'all', search: 'TALLY' } as const
  expect(
    applySubmissionUpdate(list, searched, { project: roomVote, by: 'Oskar', what: 'submitted' }, false)
      .arrivals,
  ).toEqual([])
})

test('what somebody else hands in does not arrive in the list of one participant', () => {
  const news = { by: 'Chloé', what: 'submitted' } as const
  const ofOskar = { ...roomVote, user: { ...roomVote.user, _id: 'oskar' } }
  const ofChloe = { status: 'all', search: '', user: 'chloe' } as const
  expect(applySubmissionUpdate(list, ofChloe, { ...news, project: ofOskar }, false).arrivals).toEqual([])
  expect(applySubmissionUpdate(list, ofChloe, { ...news, project: roomVote }, false).arrivals).toHaveLength(1)
})

test('a row that another admin approved changes in its place and is marked', () => {
  const after = applySubmissionUpdate(
    list,
    all,
    { project: approved(tally), by: 'Samuel', what: 'approved' },
    false,
  )
  expect(after.projects[1]?.status).toBe('approved')
  expect(after.recentlyChanged).toEqual(['tally'])
})

test('a row that I approved myself is not marked', () => {
  expect(
    applySubmissionUpdate(list, all, { project: approved(tally), by: 'Inés', what: 'approved' }, true)
      .recentlyChanged,
  ).toEqual([])
})

test('a withdrawn project leaves the list', () => {
  const after = applySubmissionUpdate(list, all, { project: tally, by: 'Lucas', what: 'withdrawn' }, false)
  expect(names(after.projects)).toEqual(['Quick show', 'Applause'])
})

test('a project withdrawn before it was shown does not arrive', () => {
  const waiting = { ...list, arrivals: [roomVote] }
  expect(
    applySubmissionUpdate(waiting, all, { project: roomVote, by: 'Oskar', what: 'withdrawn' }, false)
      .arrivals,
  ).toEqual([])
})

test('shown on request, arrivals stand in their place by time', () => {
  const after = showArrivals({ ...list, projects: [quickShow, applause], arrivals: [tally, roomVote] })
  expect(names(after.projects)).toEqual(['Room vote', 'Quick show', 'Tally', 'Applause'])
  expect(after.arrivals).toEqual([])
})

test('after a lost line rows are brought up to date and new ones wait', () => {
  const after = reconcile(list, [roomVote, quickShow, approved(tally), applause])
  expect(names(after.projects)).toEqual(['Quick show', 'Tally', 'Applause'])
  expect(after.projects[1]?.status).toBe('approved')
  expect(after.recentlyChanged).toEqual(['tally'])
  expect(names(after.arrivals)).toEqual(['Room vote'])
})

test('after a lost line rows that no longer belong are gone', () => {
  expect(names(reconcile(list, [quickShow, applause]).projects)).toEqual(['Quick show', 'Applause'])
})

test('an empty list shows at once what came in while the line was lost', () => {
  const after = reconcile({ projects: [], arrivals: [], recentlyChanged: [] }, [roomVote])
  expect(names(after.projects)).toEqual(['Room vote'])
  expect(after.arrivals).toEqual([])
})
