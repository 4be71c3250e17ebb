import { logEndingAt } from '@thirty/command-api/testing/interrupted-log.ts'
import { twoFactorApp } from '@thirty/command-api/testing/two-factor-app.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { resetFactors } from './endpoints.ts'

const app = appForEach(twoFactorApp)

const reset = (log: typeof app.log = app.log) => {
  const deps = { commands: createCommands({ log, clock: app.clock }), log, notifyOfFactors: () => undefined }
  return resetFactors(deps, { user: app.own.id, by: 'operator', correlation: 'spec' })
}

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
