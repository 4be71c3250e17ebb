import { maxPlaces, type Place, type Presence } from '@thirty/infra/presence/presence.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const minutes = 60_000
const place = (user: string, tab = 'tab-1', session = 'session-1'): Place => ({ user, session, tab })

/** Tests the contract of `Presence`. `open` returns a new, empty store; `wait` lets this time pass. */
export function presenceSpec(
  name: string,
  open: () => Promise<Presence>,
  wait: (ms: number) => Promise<void>,
): void {
  describe(`presence in ${name}`, () => {
    let presence: Presence
    beforeEach(async () => {
      presence = await open()
    })
    afterEach(() => presence.close())
    const shown = async () =>
      (await presence.all()).visits.map(({ user, subject }) => `${user} ${subject}`).sort()

    test('everybody sees who has what open, since when and until when', async () => {
      const { version, visits } = await presence.enter(place('ada'), 'p1', 10 * minutes)
      expect(visits).toMatchObject([{ user: 'ada', subject: 'p1' }])
      const [visit] = visits
      expect((visit?.until ?? 0) - (visit?.since ?? 0)).toBe(10 * minutes)
      // The version is the time of the same clock, in microseconds.
      expect(visit?.since).toBe(Math.floor(version / 1000))
      await presence.enter(place('bob'), 'p1', minutes)
      expect(await shown()).toEqual(['ada p1', 'bob p1'])
    })

    test('a tab has one thing open, and a renewal keeps since when', async () => {
      const since = (await presence.enter(place('ada'), 'p1', minutes)).visits[0]?.since
      await wait(20)
      const renewed = (await presence.enter(place('ada'), 'p1', minutes)).visits
      expect(renewed).toMatchObject([{ subject: 'p1', since }])
      const next = (await presence.enter(place('ada'), 'p2', minutes)).visits
      expect(next).toMatchObject([{ subject: 'p2' }])
      expect(next[0]?.since).toBeGreaterThan(since ?? Infinity)
    })

    test('a visit ends when its tab leaves, and without a renewal', async () => {
      await presence.enter(place('ada', 'tab-1'), 'p1', minutes)
      await presence.enter(place('ada', 'tab-2'), 'p2', 30)
      await presence.leave(place('ada', 'tab-1'))
      await presence.leave(place('ada', 'unknown'))
      expect(await shown()).toEqual(['ada p2'])
      await wait(60)
      expect(await shown()).toEqual([])
    })

    test('the end of a session ends the visits of its tabs only', async () => {
      await presence.enter(place('ada', 'tab-1'), 'p1', minutes)
      await presence.enter(place('ada', 'tab-2'), 'p2', minutes)
      await presence.enter(place('ada', 'tab-3', 'session-10'), 'p3', minutes)
      await presence.enter(place('bob', 'tab-1'), 'p4', minutes)
      await presence.leaveSession({ user: 'ada', session: 'session-1' })
      expect(await shown()).toEqual(['ada p3', 'bob p4'])
    })

    test('of too many tabs of a person, the ones leave that would end first', async () => {
      await presence.enter(place('bob'), 'p1', 2 * minutes)
      for (let tab = 0; tab <= maxPlaces; tab += 1)
        await presence.enter(place('ada', `tab-${tab}`), `s${tab}`, minutes + tab)
      const subjects = await shown()
      expect(subjects).toHaveLength(maxPlaces + 1)
      expect(subjects).not.toContain('ada s0')
      expect(subjects).toContain('bob p1')
    })

    test('later visits have a higher version', async () => {
      const { version } = await presence.enter(place('ada'), 'p1', minutes)
      expect((await presence.leave(place('ada'))).version).toBeGreaterThan(version)
    })
  })
}
