import { changeOptionsResponse } from '@thirty/contracts/api/challenge/options.ts'
import { defaultOptions } from '@thirty/contracts/rules/challenge-options.ts'
import { permissionRefusal } from '@thirty/contracts/rules/permissions.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { beforeEach, expect, test } from 'vitest'
import { admin, ana } from '@thirty/command-api/testing/people.ts'
import { servedApp, refusal, type Sender } from '@thirty/command-api/testing/test-app.ts'
import { optionHandlers } from './endpoints.ts'

/** Who has a second factor. */
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

test('an organiser switches options and cannot change what owners need', async () => {
  secured.add(admin)
  for (const ownersNeedTwoFactor of [true, false])
    expect(await change({ notifications: false, ownersNeedTwoFactor }, { role: 'organiser' })).toMatchObject(
      refusal(403, 'not-allowed', { message: permissionRefusal('manage-team').message }),
    )
  expect(await app.eventsOf('challenge')).toEqual([])
  expect((await change({ notifications: false }, { role: 'organiser' })).status).toBe(200)
})

const eventNetworks = { networks: ['203.0.113.0/24', '2001:db8::/48'], until: '2026-03-04T18:00:00.000Z' }

test('an owner names the networks of an event, and an organiser cannot', async () => {
  expect((await change({ eventNetworks }, { role: 'organiser' })).status).toBe(403)
  expect((await change({ eventNetworks: null }, { role: 'organiser' })).status).toBe(403)
  expect(await app.eventsOf('challenge')).toEqual([])
  expect(optionsIn(await change({ eventNetworks })).eventNetworks).toEqual(eventNetworks)
  expect(optionsIn(await change({ notifications: false })).eventNetworks).toEqual(eventNetworks)
  expect(optionsIn(await change({ eventNetworks: null })).eventNetworks).toBeNull()
})
