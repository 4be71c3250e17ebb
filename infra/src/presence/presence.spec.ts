import { temporaryEntries } from '@thirty/infra/testing/entry-store/temporary-entries.ts'
import { expect, test } from 'vitest'
import { maxPlaces, presenceIn, type Place } from './presence.ts'

const minutes = 60_000
const place = (user: string, tab = 'tab-1', session = 'session-1'): Place => ({ user, session, tab })
const [tab1, tab2] = [place('ada', 'tab-1'), place('ada', 'tab-2')]

async function setUp() {
  const { store, time, open } = await temporaryEntries()
  const presence = presenceIn(store)
  const shown = async () =>
    (await presence.all()).visits.map(({ user, subject }) => `${user} ${subject}`).sort()
  return { store, time, open, presence, shown }
}

test('everybody sees who has what open, since when and until when', async () => {
  const { time, open, presence, shown } = await setUp()
  const { version, visits } = await presence.enter(place('ada'), 'p1', 10 * minutes)
  const { now } = time
  expect(visits).toEqual([{ user: 'ada', subject: 'p1', since: now, until: now + 10 * minutes }])
  expect(version).toBe(now * 1_000)
  await presenceIn(open()).enter(place('bob'), 'p1', minutes)
  expect(await shown()).toEqual(['ada p1', 'bob p1'])
})

test('a tab has one thing open, and a renewal keeps since when', async () => {
  const { time, presence } = await setUp()
  const since = time.now
  await presence.enter(place('ada'), 'p1', minutes)
  time.now += 20
  const renewed = (await presence.enter(place('ada'), 'p1', minutes)).visits
  expect(renewed).toMatchObject([{ subject: 'p1', since }])
  const next = (await presence.enter(place('ada'), 'p2', minutes)).visits
  expect(next).toMatchObject([{ subject: 'p2', since: since + 20 }])
})

test('a visit ends when its tab leaves, and without a renewal', async () => {
  const { time, presence, shown } = await setUp()
  await presence.enter(tab1, 'p1', minutes)
  await presence.enter(tab2, 'p2', 30)
  await presence.leave(tab1)
  await presence.leave(place('ada', 'unknown'))
  expect(await shown()).toEqual(['ada p2'])
  time.now += 30
  expect(await shown()).toEqual([])
})

test('the end of a session ends the visits of its tabs only', async () => {
  const { presence, shown } = await setUp()
  const others = [place('ada', 'tab-3', 'session-10'), place('bob')]
  for (const [index, each] of [tab1, tab2, ...others].entries())
    await presence.enter(each, `p${index + 1}`, minutes)
  await presence.leaveSession({ user: 'ada', session: 'session-1' })
  expect(await shown()).toEqual(['ada p3', 'bob p4'])
})

test('with too many tabs of a person, the tabs that would end first are removed', async () => {
  const { presence, shown } = await setUp()
  await presence.enter(place('bob'), 'p1', 2 * minutes)
  for (let tab = 0; tab <= maxPlaces; tab += 1)
    await presence.enter(place('ada', `tab-${tab}`), `s${tab}`, minutes + tab)
  const subjects = await shown()
  expect(subjects).toHaveLength(maxPlaces + 1)
  expect(subjects).not.toContain('ada s0')
  expect(subjects).toContain('bob p1')
})

test('later visits have a higher version, also if the clock stands still or another release stored something else', async () => {
  const { store, presence } = await setUp()
  await store.change('presence', 'visits', () => ({ project: 'p2' }))
  const { version } = await presence.enter(place('ada'), 'p1', minutes)
  expect((await presence.leave(place('ada'))).version).toBeGreaterThan(version)
})
