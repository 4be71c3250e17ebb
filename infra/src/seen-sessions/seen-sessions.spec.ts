import { maxShownSessions } from '@thirty/contracts/accounts/sessions.ts'
import { temporaryEntries } from '@thirty/infra/testing/entry-store/temporary-entries.ts'
import { expect, test } from 'vitest'
import { seenSessionsIn, type SeenSession } from './seen-sessions.ts'

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

async function setUp() {
  const { store, time, open } = await temporaryEntries(start)
  const sessions = seenSessionsIn(store)
  const ids = async (user = 'ada') => (await sessions.load(user)).map(({ id }) => id)
  /** Records that a browser of Ada was seen. */
  const see = (...seen: Parameters<typeof sessionAt>) => sessions.record('ada', sessionAt(...seen))
  return { store, time, open, sessions, ids, see }
}

test('other processes see the sessions of a user as they were last seen, the last seen first', async () => {
  const { sessions, see, open } = await setUp()
  const unknown = { browser: null, system: null }
  await see('phone', 1)
  await see('laptop', 2, unknown)
  await sessions.record('bob', sessionAt('tablet', 3))
  await see('phone', 4)
  const shown = await seenSessionsIn(open()).load('ada')
  expect(shown).toEqual([sessionAt('phone', 4), sessionAt('laptop', 2, unknown)])
  expect(await sessions.load('nobody')).toEqual([])
})

test('says since when it has forgotten nothing', async () => {
  const { sessions, time } = await setUp()
  expect(await sessions.completeSince()).toBe(start)
  time.now += hour
  expect(await sessions.completeSince()).toBe(start)
})

test('sessions expire seven days after one of them was seen, and other forms are left out', async () => {
  const { store, see, ids, time } = await setUp()
  await see('phone', 1)
  await store.change('sessions:ada', 'other', () => ({ device: 'Firefox' }))
  time.now += 7 * 24 * hour - 1
  expect(await ids()).toEqual(['phone'])
  time.now += 1
  expect(await ids()).toEqual([])
})

test('with too many sessions, the sessions that were last seen longest ago are removed', async () => {
  const { see, ids } = await setUp()
  for (let count = 0; count < maxShownSessions + 2; count += 1) await see(`s${count}`, count)
  await see('s2', 90)
  await see('last', 91)
  const kept = await ids()
  expect(kept).toHaveLength(maxShownSessions)
  expect(kept.slice(0, 3)).toEqual(['last', 's2', `s${maxShownSessions + 1}`])
  expect(kept.at(-1)).toBe('s4')
})

test('sessions that have expired or have an older version leave first', async () => {
  const { see, ids } = await setUp()
  await see('expired', 2, { expiresAt: start + 3 * hour })
  for (let count = 0; count < maxShownSessions; count += 1) await see(`older${count}`, 4)
  await see('new', 5, { version: 1 })
  await see('newer', 6, { version: 1 })
  expect(await ids()).toEqual(['newer', 'new'])
})

test('removes one session, or all of a user', async () => {
  const { sessions, ids } = await setUp()
  for (const user of ['ada', 'bob'])
    for (const id of ['one', 'two', 'three']) await sessions.record(user, sessionAt(id, 1))
  await sessions.remove('ada', 'two')
  await sessions.remove('ada', 'unknown')
  expect((await ids()).sort()).toEqual(['one', 'three'])
  await sessions.removeAll('ada')
  expect(await ids()).toEqual([])
  expect(await ids('bob')).toHaveLength(3)
})
