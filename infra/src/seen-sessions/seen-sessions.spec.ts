import { expect, test } from 'vitest'
import { keptSessions, type SeenSession } from './seen-sessions.ts'

const session = (id: string, more: Partial<SeenSession> = {}): SeenSession => ({
  id,
  version: 1,
  issuedAt: 0,
  expiresAt: 100,
  seenAt: 10,
  browser: null,
  system: null,
  ...more,
})
const idsOf = (sessions: readonly SeenSession[]) => sessions.map(({ id }) => id)

test('the sessions that were seen last are kept', () => {
  const sessions = [20, 40, 30].map((seenAt) => session(`at ${seenAt}`, { seenAt }))
  expect(idsOf(keptSessions(sessions, 2))).toEqual(['at 40', 'at 30'])
})

test('a session with an older version or past its end is not kept', () => {
  const sessions = [session('older', { version: 0 }), session('over', { expiresAt: 10 }), session('open')]
  expect(idsOf(keptSessions(sessions, 9))).toEqual(['open'])
})
