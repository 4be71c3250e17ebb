import { expect, test } from 'vitest'
import { actionsAbout, isFiltered, noFilter, parseAuditFilter, toQuery } from './audit-filter.ts'

const none = { actor: '', action: '', kind: '', subject: '', from: '', to: '' }

test('ignores what the server would refuse', () => {
  const filters = { ...none, action: 'eaten', kind: 'planet', from: 'yesterday', to: '2026-02-31x' }
  expect(parseAuditFilter('', filters)).toEqual(noFilter)
  expect(isFiltered(parseAuditFilter('', filters))).toBe(false)
})

test('a chosen actor replaces the search', () => {
  expect(parseAuditFilter(' ines ', none).actor).toBe('ines')
  expect(parseAuditFilter('ines', { ...none, actor: 'u1' }).actor).toBe('u1')
})

test('days begin and end in the time zone of the browser', () => {
  const { from, to } = toQuery({ ...noFilter, from: '2026-03-01', to: '2026-03-02' })
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
  expect(actionsAbout('')).toContain('challenge-reset')
})
