import { maxShownSessions } from '@thirty/contracts/rules/sessions.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SeenSession, SeenSessions } from '@thirty/infra/seen-sessions/seen-sessions.ts'

const hour = 3_600_000
const start = Date.parse('2026-03-02T08:00:00Z')

const sessionAt = (id: string, hours: number, more: Partial<SeenSession> = {}): SeenSession => ({
  id,
  version: 0,
  issuedAt: start,
  expiresAt: start + 7 * 24 * hour,
  seenAt: start + hours * hour,
  browser: 'Firefox',
  system: 'Windows',
  ...more,
})

/** Tests the contract of `SeenSessions`. `open` returns a new, empty store. */
export function seenSessionsSpec(name: string, open: () => Promise<SeenSessions>): void {
  describe(`seen sessions in ${name}`, () => {
    let sessions: SeenSessions
    beforeEach(async () => {
      sessions = await open()
    })
    afterEach(() => sessions.close())
    const ids = async (user: string) => (await sessions.load(user)).map(({ id }) => id)

    test('returns the sessions of a user as they were last seen, the last seen first', async () => {
      await sessions.record('ada', sessionAt('phone', 1))
      await sessions.record('ada', sessionAt('laptop', 2, { browser: null, system: null }))
      await sessions.record('bob', sessionAt('tablet', 3))
      await sessions.record('ada', sessionAt('phone', 4))
      expect(await sessions.load('ada')).toEqual([
        sessionAt('phone', 4),
        sessionAt('laptop', 2, { browser: null, system: null }),
      ])
      expect(await sessions.load('nobody')).toEqual([])
    })

    test('says since when it has forgotten nothing', async () => {
      const since = await sessions.completeSince()
      await sessions.record('ada', sessionAt('phone', 1))
      expect(Math.abs(Date.now() - since)).toBeLessThan(60_000)
      expect(await sessions.completeSince()).toBe(since)
    })

    test('of too many sessions, the ones leave that were not seen for longest', async () => {
      for (let count = 0; count < maxShownSessions + 2; count += 1)
        await sessions.record('ada', sessionAt(`s${count}`, count))
      await sessions.record('ada', sessionAt('s2', 90))
      await sessions.record('ada', sessionAt('last', 91))
      const kept = await ids('ada')
      expect(kept).toHaveLength(maxShownSessions)
      expect(kept.slice(0, 3)).toEqual(['last', 's2', `s${maxShownSessions + 1}`])
      expect(kept.at(-1)).toBe('s4')
    })

    test('sessions that have expired or have an older version leave first', async () => {
      await sessions.record('ada', sessionAt('expired', 2, { expiresAt: start + 3 * hour }))
      for (let count = 0; count < maxShownSessions; count += 1)
        await sessions.record('ada', sessionAt(`older${count}`, 4))
      await sessions.record('ada', sessionAt('new', 5, { version: 1 }))
      await sessions.record('ada', sessionAt('newer', 6, { version: 1 }))
      expect((await ids('ada')).slice(0, 2)).toEqual(['newer', 'new'])
      expect(await ids('ada')).not.toContain('expired')
    })

    test('removes one session, or all of a user', async () => {
      for (const user of ['ada', 'bob'])
        for (const id of ['one', 'two', 'three']) await sessions.record(user, sessionAt(id, 1))
      await sessions.remove('ada', 'two')
      await sessions.remove('ada', 'unknown')
      expect((await ids('ada')).sort()).toEqual(['one', 'three'])
      await sessions.removeAll('ada')
      expect(await ids('ada')).toEqual([])
      expect(await ids('bob')).toHaveLength(3)
    })
  })
}
