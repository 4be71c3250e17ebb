import { expect, onTestFinished, test, vi } from 'vitest'
import { currentReadModel } from './account-lookup.ts'

function setUp() {
  const state = {
    now: 0,
    head: 10n,
    position: 10n,
    heads: 0,
    failure: undefined as Error | undefined,
    hanging: undefined as Promise<void> | undefined,
    appendDuringCheck: false,
  }
  const isCurrent = currentReadModel({
    log: {
      head: async () => {
        state.heads += 1
        await state.hanging
        if (state.failure) throw state.failure
        const { head } = state
        // The event is applied before the position is returned.
        if (state.appendDuringCheck) state.position = state.head += 1n
        return head
      },
    },
    checkpoint: async () => state.position,
    monotonic: () => state.now,
  })
  return { state, isCurrent }
}

test('a read model at the head of the log is current, and is compared twice a second at most', async () => {
  const { state, isCurrent } = setUp()
  for (; state.now < 1_000; state.now += 10) expect(await isCurrent()).toBe(true)
  expect(state.heads).toBe(2)
})

const away = new Error('away')
test.each<[string, (Partial<ReturnType<typeof setUp>['state']> & { current: boolean })[]]>([
  [
    'a read model that stops is not current two seconds after the next event, until it continues',
    [
      { now: 0, current: true },
      ...[500, 1_000, 1_500, 2_000].map((now) => ({ now, head: 11n, current: true })),
      ...[2_500, 3_000].map((now) => ({ now, current: false })),
      { now: 3_500, position: 11n, current: true },
    ],
  ],
  [
    'a read model that is ahead of a log that was put back is not current',
    [
      { now: 0, current: true },
      { now: 500, head: 4n, current: false },
      { now: 1_000, position: 4n, current: true },
    ],
  ],
  [
    'a read model that stopped during an idle hour is not current at the first request',
    [
      { now: 0, current: true },
      { now: 3_600_000, head: 11n, current: false },
    ],
  ],
  [
    'a read model counts as current while the log cannot be reached, and no longer when it is back',
    [
      { head: 11n, failure: away, current: true },
      { now: 600, failure: undefined, current: false },
    ],
  ],
])('%s', async (_, steps) => {
  const { state, isCurrent } = setUp()
  for (const { current, ...changes } of steps) {
    Object.assign(state, changes)
    expect([state.now, await isCurrent()]).toEqual([state.now, current])
  }
})

test('a read model that moves while it is compared is not ahead of the log', async () => {
  const { state, isCurrent } = setUp()
  state.appendDuringCheck = true
  for (; state.now < 5_000; state.now += 100)
    expect([state.now, await isCurrent()]).toEqual([state.now, true])
})

test('a read model that always lags a little is current, because it reaches what was observed', async () => {
  const { state, isCurrent } = setUp()
  for (; state.now < 20_000; state.now += 100) {
    state.head += 5n
    state.position = state.head - 3n
    const hasStarted = state.now >= 1_000
    expect([state.now, (await isCurrent()) || !hasStarted]).toEqual([state.now, true])
  }
})

test('does not wait for a log that hangs, and counts as current meanwhile', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { state, isCurrent } = setUp()
  Object.assign(state, { hanging: new Promise(() => undefined), position: 0n })
  const first = isCurrent()
  await vi.advanceTimersByTimeAsync(250)
  expect(await first).toBe(false)
  for (state.now of [1_001, 5_000]) expect(await isCurrent()).toBe(true)
  expect(state.heads).toBe(1)
})
