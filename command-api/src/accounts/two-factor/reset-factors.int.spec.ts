import { logEndingAt } from '@thirty/command-api/testing/interrupted-log.ts'
import { twoFactorApp } from '@thirty/command-api/testing/two-factor-app.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import { expect, test } from 'vitest'
import { passwordHasher } from '../password/password-hasher.ts'
import { resetFactors } from './endpoints.ts'

const app = appForEach(twoFactorApp)

const reset = (log: typeof app.log = app.log, user = app.own.id) => {
  const commands = createCommands({ log, clock: app.clock })
  const parts = { ...app, commands, log, passwords: passwordHasher() }
  return resetFactors(parts, { user, by: operatorId, correlation: 'spec' })
}

test('a reset names the operator as its actor and sends the owner an email; an unknown user is refused', async () => {
  await app.addApp()
  app.sent.length = 0
  await reset()
  expect((await app.eventsOf(`user-${app.own.id}`)).slice(-2)).toMatchObject(
    ['SecondFactorsReset', 'SessionsRevoked'].map((type) => ({ type, metadata: { actor: operatorId } })),
  )
  expect(app.sent).toMatchObject([
    {
      to: 'ada@example.org',
      kind: 'two-factor-changed',
      text: expect.stringContaining('An operator has removed all second factors'),
    },
  ])
  await expect(reset(app.log, 'nobody')).rejects.toMatchObject({ code: 'user-not-found' })
})

test.for([
  [1, true],
  [2, false],
] as const)(
  'a reset that ended at append %d (stored: %s) is completed by the next one',
  async ([append, isStored]) => {
    await app.addApp()
    await expect(reset(logEndingAt(app.log, append, isStored))).rejects.toThrow('The process has ended.')
    expect(await app.statusWithToken(app.own.token)).toBe(200)
    await reset()
    expect(await app.statusWithToken(app.own.token)).toBe(401)
    expect((await app.logIn('ada')).body).toHaveProperty('user.token')
    await expect(reset()).rejects.toMatchObject({ code: 'no-second-factor' })
    const types = await app.typesOf(`user-${app.own.id}`)
    expect(types.filter((type) => type === 'SecondFactorsReset')).toHaveLength(1)
  },
)
