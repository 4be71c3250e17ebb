import type { ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import type { History } from '@thirty/contracts/rules/history.ts'
import { LogUnavailable } from '@thirty/infra/event-log/event-log.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { challengeEvent, recordedEvents } from '@thirty/projections/testing/event-builders.ts'
import { expect, test } from 'vitest'
import { FreezeGate, type ProjectedFreeze } from './freeze-gate.ts'

/** A gate over a log whose state the spec changes. */
function setUp() {
  const time = fakeScheduler()
  const log: { events: ChallengeEvent[]; reads: number; fault?: 'unavailable' | 'silent' } = {
    events: [],
    reads: 0,
  }
  const models: { checkpoint: bigint; projected?: ProjectedFreeze } = { checkpoint: 10n }
  const gate = new FreezeGate({
    log: {
      read: async function* () {
        log.reads += 1
        if (log.fault === 'unavailable') throw new LogUnavailable('The log is down.')
        if (log.fault === 'silent') await new Promise(() => undefined)
        yield* recordedEvents(log.events.map(challengeEvent))
      },
    },
    clock: time.now,
    scheduler: time,
    checkpoint: async () => models.checkpoint,
    projected: async () => models.projected,
  })
  /** Answers after the log had time to answer. */
  const admits = async (history: History = [{ run: 1 }]) => {
    const admitted = gate.admits(history)
    if (log.fault === 'silent') await time.advance(500)
    return admitted
  }
  const freezeIn = (milliseconds: number): number => {
    const frozenAt = time.now() + milliseconds
    log.events.push({
      type: 'LeaderboardFrozen',
      data: { run: 1, frozenAt: new Date(frozenAt).toISOString() },
    })
    return frozenAt
  }
  return { time, log, models, gate, admits, freezeIn }
}

test('admits the true models until a second before a freeze, and its public view from then on', async () => {
  const { admits, freezeIn, time } = setUp()
  expect(await admits()).toBe(true)
  const frozenAt = freezeIn(3_000)
  await time.advance(1_999)
  expect(await admits()).toBe(true)
  await time.advance(1)
  expect(await admits()).toBe(false)
  expect(await admits([{ run: 1, frozenAt }])).toBe(true)
  // That of another time may tell of ratings after the freeze.
  expect(await admits([{ run: 1, frozenAt: frozenAt + 5_000 }])).toBe(false)
  // Another run is not frozen.
  expect(await admits([{ run: 2 }])).toBe(true)
  await time.advance(1_000_000)
  expect(await admits()).toBe(false)
})

test('admits the true models again after a cancellation, a reveal and a reset', async () => {
  for (const event of [
    { type: 'FreezeCancelled', data: { run: 1 } },
    { type: 'LeaderboardRevealed', data: { run: 1 } },
    { type: 'ChallengeReset', data: { run: 2, backup: 'b1' } },
  ] as const) {
    const { admits, freezeIn, time, log } = setUp()
    freezeIn(500)
    expect(await admits()).toBe(false)
    log.events.push(event)
    await time.advance(1_001)
    expect(await admits()).toBe(true)
  }
})

test('after a reveal, refuses nobody because of a freeze that was read just before', async () => {
  const { admits, freezeIn, log, time } = setUp()
  const frozenAt = freezeIn(3_000)
  await time.advance(4_000)
  expect(await admits([{ run: 1, frozenAt }])).toBe(true)
  expect(await admits()).toBe(false)
  log.events.push({ type: 'LeaderboardRevealed', data: { run: 1 } })
  await time.advance(21)
  expect(await admits()).toBe(true)
})

test('asks the log at most twice a second, and not for each request', async () => {
  const { admits, log, time, gate } = setUp()
  for (let requests = 0; requests < 100; requests += 1) await admits()
  expect(log.reads).toBe(1)
  await time.advance(500)
  await gate.refresh()
  expect(log.reads).toBe(1)
  await time.advance(1)
  await Promise.all([gate.refresh(), gate.refresh()])
  expect(log.reads).toBe(2)
})

test('admits nothing before the log was read, also if it does not answer', async () => {
  for (const fault of ['unavailable', 'silent'] as const) {
    const { admits, log, time } = setUp()
    log.fault = fault
    expect(await admits()).toBe(false)
    delete log.fault
    await time.advance(1_001)
    expect(await admits()).toBe(true)
  }
})

test('while the log cannot be read, admits only read models without later events (T407)', async () => {
  for (const fault of ['unavailable', 'silent'] as const) {
    const { admits, log, time, models, gate } = setUp()
    expect(await admits()).toBe(true)
    log.fault = fault
    await time.advance(1_001)
    const refreshed = gate.refresh()
    await time.advance(500)
    await refreshed
    expect(await admits()).toBe(true)
    await time.advance(60_000)
    expect(await admits()).toBe(true)
    models.checkpoint = 11n
    expect(await admits()).toBe(false)
    delete log.fault
    await time.advance(1_001)
    expect(await admits()).toBe(true)
  }
})

test('admits nothing if it is not known what the read models had when the log was last read', async () => {
  const { admits, log, time } = setUp()
  expect(await admits()).toBe(true)
  log.fault = 'unavailable'
  await time.advance(2_001)
  expect(await admits()).toBe(false)
})

test('while the log cannot be read, what the projection of the challenge knows counts if it has all events of the read models', async () => {
  const { admits, log, models, time } = setUp()
  log.fault = 'unavailable'
  const freeze = { run: 1, frozenAt: undefined }
  models.projected = { freeze, checkpoint: 10n }
  expect(await admits()).toBe(true)
  models.projected = { freeze, checkpoint: 9n }
  expect(await admits()).toBe(false)
  models.projected = { freeze: { run: 1, frozenAt: time.now() + 3_000 }, checkpoint: 10n }
  expect(await admits()).toBe(true)
  await time.advance(2_000)
  expect(await admits()).toBe(false)
})

test('a freeze that was read from the log forbids what the projection of the challenge would allow', async () => {
  const { admits, freezeIn, log, models, time } = setUp()
  freezeIn(3_000)
  expect(await admits()).toBe(true)
  log.fault = 'unavailable'
  models.projected = { freeze: { run: 1, frozenAt: undefined }, checkpoint: 10n }
  await time.advance(3_000)
  expect(await admits()).toBe(false)
})
