import type { ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import { evolveChallenge, initialChallenge } from '@thirty/contracts/challenge/challenge-state.ts'
import { expect, test } from 'vitest'
import { announce, announcedBy } from './messages.ts'

const start = Date.parse('2026-03-02T08:00:00.000Z')
const dayMs = 86_400_000
const runsAfter = (...events: ChallengeEvent[]) =>
  events.reduce(
    (state, event, index) =>
      evolveChallenge(state, { ...event, position: BigInt(index), at: new Date(start).toISOString() }),
    initialChallenge,
  ).runs
const scheduled: ChallengeEvent = {
  type: 'ChallengeScheduled',
  data: { run: 1, startsAt: new Date(start).toISOString() },
}
const endSet = (at: number): ChallengeEvent => ({
  type: 'ChallengeEndSet',
  data: { run: 1, endsAt: new Date(at).toISOString() },
})
const at = (now: number, runs = runsAfter(scheduled)) => ({ runs, now, timeZone: 'UTC', position: 7n })

test('a scheduled start is announced once, when it comes', () => {
  const before = announcedBy(at(start - 1))
  expect(announce(before, at(start - 1)).messages).toEqual([])
  const { messages, after } = announce(before, at(start))
  expect(messages).toMatchObject([
    { type: 'challenge.started', at: '2026-03-02T08:00:00.000Z', data: { run: 1 }, position: 7n },
  ])
  expect(announce(after, at(start + dayMs)).messages).toEqual([])
})

test('the end is announced when it comes, by default after 37 days, and again after it was undone', () => {
  const before = announcedBy(at(start))
  const [ended] = announce(before, at(Date.parse('2026-04-08T00:00:00Z'))).messages
  expect(ended).toMatchObject({ type: 'challenge.ended', data: { endsAt: '2026-04-08T00:00:00.000Z' } })
  const early = announce(before, at(start + dayMs, runsAfter(scheduled, endSet(start + dayMs))))
  expect(early.messages.map(({ type }) => type)).toEqual(['challenge.ended'])
  const undone = runsAfter(scheduled, endSet(start + dayMs), { type: 'ChallengeEndUndone', data: { run: 1 } })
  const open = announce(early.after, at(start + 2 * dayMs, undone))
  expect(open.messages).toEqual([])
  const later = at(start + 3 * dayMs, runsAfter(scheduled, endSet(start + 3 * dayMs)))
  expect(announce(open.after, later).messages).toHaveLength(1)
})

test('a start and an end that came before the first webhook, or in a run before a reset, are not told', () => {
  expect(announce(announcedBy(at(start + dayMs)), at(start + 2 * dayMs)).messages).toEqual([])
  const restored: ChallengeEvent = {
    type: 'BackupRestored',
    data: { run: 2, backup: 'b1', parent: { run: 1 } },
  }
  const runs = runsAfter(scheduled, restored)
  expect(announce(announcedBy(at(start - 1)), at(start + dayMs, runs)).messages).toEqual([])
})
