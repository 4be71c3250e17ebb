import { defaultOptions } from '@thirty/contracts/challenge/challenge-options.ts'
import { StoreUnavailable } from '@thirty/infra/read-models/read-models.ts'
import { challengeEvent } from '@thirty/projections/testing/event-builders.ts'
import { recordedEvents } from '@thirty/projections/testing/fold-events.ts'
import { expect, test } from 'vitest'
import { currentOptions } from './query.ts'

const needed = { ...defaultOptions, ownersNeedTwoFactor: true }

/** A store that has the options, or is unavailable, and a log in which owners need a second factor. */
function setUp() {
  const state = { stored: [defaultOptions], isAvailable: true, reads: 0 }
  const [event] = recordedEvents([challengeEvent('ChallengeOptionsChanged', { ownersNeedTwoFactor: true })])
  const options = currentOptions({
    store: {
      load: async <Document>() => {
        if (!state.isAvailable) throw new StoreUnavailable('unavailable')
        // The only documents of this store.
        return state.stored as Document[]
      },
    },
    log: {
      read: async function* () {
        state.reads += 1
        if (event) yield event
      },
    },
  })
  return { state, options }
}

test('the options are those of the read model, and the default before any was switched', async () => {
  const { state, options } = setUp()
  expect(await options()).toEqual(defaultOptions)
  state.stored = [needed]
  expect(await options()).toEqual(needed)
  state.stored = []
  expect(await options()).toEqual(defaultOptions)
  expect(state.reads).toBe(0)
})

test('while the read model is unavailable the options are the last known options, or the options of the log', async () => {
  const started = setUp()
  started.state.isAvailable = false
  expect(await started.options()).toEqual(needed)
  expect(await started.options()).toEqual(needed)
  expect(started.state.reads).toBe(1)

  const running = setUp()
  await running.options()
  running.state.isAvailable = false
  expect(await running.options()).toEqual(defaultOptions)
  expect(running.state.reads).toBe(0)
})
