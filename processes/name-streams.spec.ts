import { WrongReservationKey } from '@thirty/command-api/accounts/names/reservation-key.ts'
import { LogUnavailable } from '@thirty/infra/event-log/event-log.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { expect, test } from 'vitest'
import { watchReservationKey } from './name-streams.ts'

function watch() {
  const time = fakeScheduler()
  const state = { setAt: 5, error: undefined as Error | undefined, checks: 0 }
  const changes: Error[] = []
  const stop = watchReservationKey({
    setAt: 5,
    check: async () => {
      state.checks += 1
      if (state.error) throw state.error
      return state
    },
    onChanged: (error) => void changes.push(error),
    scheduler: time,
  })
  return { time, state, changes, stop }
}

test('a log that was put back to a copy with another reservation key is noticed within ten seconds', async () => {
  const { time, state, changes } = watch()
  await time.advance(60_000)
  expect(changes).toEqual([])
  state.error = new WrongReservationKey()
  await time.advance(10_000)
  expect(changes).toEqual([state.error])
})

test('so is a copy from before the first start with the key, which has the names in older streams', async () => {
  const { time, state, changes } = watch()
  state.setAt = 60_000
  await time.advance(10_000)
  expect(changes).toEqual([expect.any(Error)])
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
