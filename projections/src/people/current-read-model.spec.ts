import { expect, test, vi } from 'vitest'
import { currentReadModel } from './current-read-model.ts'

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

test('a read model that stops is not current two seconds after the next event', async () => {
  const { state, isCurrent } = setUp()
  expect(await isCurrent()).toBe(true)
  state.head = 11n
  const answers: [number, boolean][] = []
  for (state.now = 500; state.now <= 3_000; state.now += 500) answers.push([state.now, await isCurrent()])
  expect(answers.filter(([, current]) => current).map(([at]) => at)).toEqual([500, 1_000, 1_500, 2_000])
  state.position = 11n
  state.now += 500
  expect(await isCurrent()).toBe(true)
})

test('a read model that is ahead of a log that was put back is not current', async () => {
  const { state, isCurrent } = setUp()
  expect(await isCurrent()).toBe(true)
  Object.assign(state, { now: 500, head: 4n })
  expect(await isCurrent()).toBe(false)
  Object.assign(state, { now: 1_000, position: 4n })
  expect(await isCurrent()).toBe(true)
})

test('a read model that moves while it is compared is not ahead of the log', async () => {
  const { state, isCurrent } = setUp()
  state.appendDuringCheck = true
  for (; state.now < 5_000; state.now += 100)
    expect([state.now, await isCurrent()]).toEqual([state.now, true])
})

test('a read model that stopped during an idle hour is not current at the first request', async () => {
  const { state, isCurrent } = setUp()
  expect(await isCurrent()).toBe(true)
  Object.assign(state, { now: 3_600_000, head: 11n })
  expect(await isCurrent()).toBe(false)
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

test('a read model counts as current while the log cannot be reached, and no longer when it is back', async () => {
  const { state, isCurrent } = setUp()
  Object.assign(state, { head: 11n, failure: new Error('away') })
  expect(await isCurrent()).toBe(true)
  Object.assign(state, { now: 600, failure: undefined })
  expect(await isCurrent()).toBe(false)
})

test('does not wait for a log that hangs, and counts as current meanwhile', async () => {
  vi.useFakeTimers()
  try {
    let heads = 0
    let now = 0
    const isCurrent = currentReadModel({
      log: {
        head: () => {
          heads += 1
          return new Promise<bigint>(() => undefined)
        },
      },
      checkpoint: async () => 0n,
      monotonic: () => now,
    })
    const first = isCurrent()
    await vi.advanceTimersByTimeAsync(250)
    expect(await first).toBe(false)
    now = 1_001
    expect(await isCurrent()).toBe(true)
    now = 5_000
    expect(await isCurrent()).toBe(true)
    expect(heads).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})
