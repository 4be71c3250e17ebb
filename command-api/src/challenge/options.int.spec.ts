import { changeOptionsResponse } from '@thirty/contracts/challenge/options-api.ts'
import { defaultOptions } from '@thirty/contracts/challenge/challenge-state.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { admin, ana } from '@thirty/command-api/testing/people.ts'
import { commandApp, refusal, type Sender } from '@thirty/command-api/testing/test-app.ts'

const app = appForEach(commandApp)

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
  const factor = { secret: 'sealed', addedAt: '2026-03-02T08:00:00.000Z', lastStep: 0 }
  const factors = { app: factor, passkeys: [], recoveryCodes: null, used: [] }
  await app.append(`second-factors-${admin}`, 'SecondFactorsChanged', factors)
  expect(optionsIn(await change(need)).ownersNeedTwoFactor).toBe(true)
  expect(
    optionsIn(await change({ ownersNeedTwoFactor: false }, { by: ana, isAdmin: true })).ownersNeedTwoFactor,
  ).toBe(false)
})

test('an organiser changes options, except what owners need and where limits do not hold', async () => {
  const organiser = { role: 'organiser' } as const
  const event = { networks: ['203.0.113.0/24'], until: new Date(app.time.now + 3_600_000).toISOString() }
  for (const forOwners of [{ ownersNeedTwoFactor: false }, { eventNetworks: event }, { eventNetworks: null }])
    expect(await change({ ...forOwners, notifications: false }, organiser)).toMatchObject(
      refusal(403, 'not-allowed'),
    )
  expect(await app.eventsOf('challenge')).toEqual([])
  expect(optionsIn(await change({ notifications: false }, organiser)).notifications).toBe(false)
  expect(optionsIn(await change({ eventNetworks: event })).eventNetworks).toEqual(event)
})
