import { expect, test } from 'vitest'
import { applause, quickShow, roomVote, tally } from '../../../testing/admin-fixtures.ts'
import { reconcile, applySubmissionUpdate, showArrivals, type SubmissionList } from './submissions-data.ts'

const noFilter = { status: 'all', search: '' } as const
const list: SubmissionList = { projects: [quickShow, tally, applause], arrivals: [], recentlyChanged: [] }
const approved = (project: typeof tally) => ({ ...project, status: 'approved' as const })
const names = (projects: { projectName: string }[]) => projects.map((project) => project.projectName)

test('keeps new submissions out of the list until they are requested', () => {
  const after = applySubmissionUpdate(
    list,
    noFilter,
    { project: roomVote, by: 'Oskar', what: 'submitted' },
    false,
  )
  expect(names(after.projects)).toEqual(['Quick show', 'Tally', 'Applause'])
  expect(names(after.arrivals)).toEqual(['Room vote'])
})

test('leaves a new submission to a later page of the longest waiting ones', () => {
  const filter = { status: 'submitted', search: '', sort: 'waiting' } as const
  const update = { project: roomVote, by: 'Oskar', what: 'submitted' } as const
  const arrivals = (nextCursor: string | null) =>
    applySubmissionUpdate({ ...list, projects: [tally, quickShow], nextCursor }, filter, update, false)
      .arrivals
  expect(arrivals('next')).toEqual([])
  expect(names(arrivals(null))).toEqual(['Room vote'])
})

test('adds the same new submission only once', () => {
  const update = { project: roomVote, by: 'Oskar', what: 'submitted' } as const
  expect(
    applySubmissionUpdate(applySubmissionUpdate(list, noFilter, update, false), noFilter, update, false)
      .arrivals,
  ).toHaveLength(1)
})

test('ignores a new submission that the filter excludes', () => {
  const rejectedOnly = { status: 'rejected', search: '' } as const
  expect(
    applySubmissionUpdate(list, rejectedOnly, { project: roomVote, by: 'Oskar', what: 'submitted' }, false)
      .arrivals,
  ).toEqual([])
})

test('ignores a new submission that the search does not match', () => {
  const searched = { status: 'all', search: 'TALLY' } as const
  expect(
    applySubmissionUpdate(list, searched, { project: roomVote, by: 'Oskar', what: 'submitted' }, false)
      .arrivals,
  ).toEqual([])
})

test("ignores other participants' submissions in the list of one participant", () => {
  const update = { by: 'Chloé', what: 'submitted' } as const
  const ofOskar = { ...roomVote, user: { ...roomVote.user, _id: 'oskar' } }
  const ofChloe = { status: 'all', search: '', userId: 'chloe' } as const
  expect(applySubmissionUpdate(list, ofChloe, { ...update, project: ofOskar }, false).arrivals).toEqual([])
  expect(applySubmissionUpdate(list, ofChloe, { ...update, project: roomVote }, false).arrivals).toHaveLength(
    1,
  )
})

test('updates and highlights a row that another admin approved', () => {
  const after = applySubmissionUpdate(
    list,
    noFilter,
    { project: approved(tally), by: 'Samuel', what: 'approved' },
    false,
  )
  expect(after.projects[1]?.status).toBe('approved')
  expect(after.recentlyChanged).toEqual(['tally'])
})

test('does not highlight a row that I approved myself', () => {
  expect(
    applySubmissionUpdate(list, noFilter, { project: approved(tally), by: 'Inés', what: 'approved' }, true)
      .recentlyChanged,
  ).toEqual([])
})

test('removes a withdrawn project from the list', () => {
  const after = applySubmissionUpdate(
    list,
    noFilter,
    { project: tally, by: 'Lucas', what: 'withdrawn' },
    false,
  )
  expect(names(after.projects)).toEqual(['Quick show', 'Applause'])
})

test('drops a new submission that was withdrawn before it was shown', () => {
  const waiting = { ...list, arrivals: [roomVote] }
  expect(
    applySubmissionUpdate(waiting, noFilter, { project: roomVote, by: 'Oskar', what: 'withdrawn' }, false)
      .arrivals,
  ).toEqual([])
})

test('sorts new submissions into the list by time when they are shown', () => {
  const after = showArrivals({ ...list, projects: [quickShow, applause], arrivals: [tally, roomVote] })
  expect(names(after.projects)).toEqual(['Room vote', 'Quick show', 'Tally', 'Applause'])
  expect(after.arrivals).toEqual([])
})

test('updates rows after a lost connection and holds back new ones', () => {
  const after = reconcile(list, [roomVote, quickShow, approved(tally), applause])
  expect(names(after.projects)).toEqual(['Quick show', 'Tally', 'Applause'])
  expect(after.projects[1]?.status).toBe('approved')
  expect(after.recentlyChanged).toEqual(['tally'])
  expect(names(after.arrivals)).toEqual(['Room vote'])
})

test('removes rows that no longer match after a lost connection', () => {
  expect(names(reconcile(list, [quickShow, applause]).projects)).toEqual(['Quick show', 'Applause'])
})

test('shows new submissions at once in a list that was empty', () => {
  const after = reconcile({ projects: [], arrivals: [], recentlyChanged: [] }, [roomVote])
  expect(names(after.projects)).toEqual(['Room vote'])
  expect(after.arrivals).toEqual([])
})
