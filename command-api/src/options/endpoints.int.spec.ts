import { changeOptionsResponse } from '@thirty/contracts/challenge/options-api.ts'
import { defaultOptions } from '@thirty/contracts/challenge/challenge-options.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { beforeEach, expect, test } from 'vitest'
import { admin, ana } from '@thirty/command-api/testing/people.ts'
import { servedApp, type Sender } from '@thirty/command-api/testing/test-app.ts'
import { optionHandlers } from './endpoints.ts'

/** A user with a second factor. */
const secured = new Set<string>()

const app = appForEach(() =>
  servedApp((context) =>
    optionHandlers({
      ...context,
      hasSecondFactor: async (user) => secured.has(user),
      requireConfirmation: () => undefined,
    }),
  ),
)
beforeEach(() => secured.clear())

const change = (body: unknown, sender?: Sender) =>
  app.send('PUT', '/api/admin/challenge/options', body, sender)
const optionsIn = ({ body }: Awaited<ReturnType<typeof change>>) => changeOptionsResponse.parse(body).options

test('an admin switches an option, and the event names the admin and no run', async () => {
  expect(optionsIn(await change({ notifications: false }))).toEqual({
    ...defaultOptions,
    notifications: false,
    ownersNeedTwoFactor: false,
    eventNetworks: null,
  })
  const [event] = await app.eventsOf('challenge')
  expect(event).toMatchObject({
    type: 'ChallengeOptionsChanged',
    data: { notifications: false },
    metadata: { actor: admin },
  })
  expect(event?.metadata).not.toHaveProperty('run')
})

test('an admin without a second factor cannot make owners need one', async () => {
  const need = { ownersNeedTwoFactor: true }
  expect(await change(need)).toMatchObject({ status: 409, body: { code: 'no-second-factor' } })
  expect(await app.eventsOf('challenge')).toEqual([])
  secured.add(admin)
  expect(optionsIn(await change(need)).ownersNeedTwoFactor).toBe(true)
  expect(
    optionsIn(await change({ ownersNeedTwoFactor: false }, { by: ana, isAdmin: true })).ownersNeedTwoFactor,
  ).toBe(false)
})
