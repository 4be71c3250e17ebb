import type { AuditEntry } from '@thirty/contracts/audit/api.ts'
import { expect, test } from 'vitest'
import {
  arrivalsOf,
  holdBack,
  showArrivals,
  type AuditList,
  actionsAbout,
  auditQuery,
} from './audit-screen.tsx'

const entry = (id: string): AuditEntry => ({
  id,
  position: '1',
  at: '2025-11-20T11:00:00.000Z',
  run: 1,
  action: 'project-approved',
  actor: null,
  subject: { kind: 'project', id: 'p1', name: 'Kanban' },
  summary: id,
  text: { code: id },
  before: {},
  after: {},
})
const pageOf = (ids: string, nextCursor: string | null = null, position = '5'): AuditList => ({
  entries: [...ids].map(entry),
  nextCursor,
  position,
  epoch: 'e1',
})
const idsOf = (list: AuditList) =>
  [list.entries, arrivalsOf(list).arrivals].map((entries) => entries.map(({ id }) => id).join(''))

test('new entries become arrivals, and the list stays as it is', () => {
  const list = holdBack(pageOf('cba', 'older'), pageOf('edcba', 'other', '9'))
  expect(idsOf(list)).toEqual(['cba', 'ed'])
  expect(list).toMatchObject({ nextCursor: 'older', position: '9' })
  expect(idsOf(showArrivals(list))).toEqual(['edcba', ''])
})

test('arrivals that are not shown yet are not counted twice', () => {
  const list = holdBack(holdBack(pageOf('a'), pageOf('ba')), pageOf('cba'))
  expect(idsOf(list)).toEqual(['a', 'cb'])
})

test('more arrivals than were loaded replace the list, so that it has no gap', () => {
  const list = holdBack(pageOf('ba', 'older'), pageOf('zyx', 'next'))
  expect(idsOf(list)).toEqual(['ba', 'zyx'])
  const shown = showArrivals(list)
  expect(idsOf(shown)).toEqual(['zyx', ''])
  expect(shown.nextCursor).toBe('next')
  expect(shown.newest).toBeUndefined()
})

test('the first entries of an empty list are shown at once', () => {
  expect(idsOf(holdBack(pageOf(''), pageOf('a')))).toEqual(['a', ''])
})

const none = { actor: '', action: '', kind: '', subject: '', from: '', to: '' } as const

test('ignores what the server would refuse', () => {
  const filters = { ...none, action: 'eaten', kind: 'planet', from: 'yesterday', to: '2026-02-31x' }
  expect(auditQuery('', filters)).toEqual({})
})

test('a chosen actor replaces the search', () => {
  expect(auditQuery(' ines ', none).actor).toBe('ines')
  expect(auditQuery('ines', { ...none, actor: 'u1' }).actor).toBe('u1')
})

test('days begin and end in the time zone of the browser', () => {
  const { from, to } = auditQuery('', { ...none, from: '2026-03-01', to: '2026-03-02' })
  expect(new Date(from ?? '').getHours()).toBe(0)
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(2 * 24 * 60 * 60_000 - 1)
})

test('offers the actions about the chosen subject', () => {
  expect(actionsAbout('discussion')).toEqual([
    'discussion-removed',
    'reply-removed',
    'discussion-hidden',
    'discussion-shown',
    'reply-hidden',
    'reply-shown',
  ])
  expect(actionsAbout()).toContain('challenge-reset')
})
