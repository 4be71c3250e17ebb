import { WrongReservationKey } from '@thirty/command-api/accounts/names/name-streams.ts'
import { LogUnavailable } from '@thirty/infra/event-log/event-log.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { expect, test } from 'vitest'
import { watchReservationKey } from './reservation-key.ts'

function watch() {
  const time = fakeScheduler()
  const state = { setAt: 5, error: undefined as Error | undefined, checks: 0 }
  const changes: Error[] = []
  const check = async () => {
    state.checks += 1
    if (state.error) throw state.error
    return state
  }
  const stop = watchReservationKey(5, check, (error) => void changes.push(error), time)
  return { time, state, changes, stop }
}

const wrongKey = new WrongReservationKey()
test.each([
  ['with another reservation key', { error: wrongKey }, wrongKey],
  [
    'from before the first start with the key, with the names in older streams',
    { setAt: 9 },
    expect.any(Error),
  ],
])('a log that was put back to a copy %s is noticed within ten seconds', async (_, found, expected) => {
  const { time, state, changes } = watch()
  await time.advance(60_000)
  expect(changes).toEqual([])
  Object.assign(state, found)
  await time.advance(10_000)
  expect(changes).toEqual([expected])
})

test('a log that cannot be reached says nothing, and nothing is checked after the end', async () => {
  const { time, state, changes, stop } = watch()
  state.error = new LogUnavailable('away')
  await time.advance(60_000)
  expect(changes).toEqual([])
  stop()
  const { checks } = state
  await time.advance(60_000)
  expect(state.checks).toBe(checks)
})
