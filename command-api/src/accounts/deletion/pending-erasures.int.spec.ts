import { expect, onTestFinished, test } from 'vitest'
import { accountsApp, password } from '@thirty/command-api/testing/accounts-app.ts'
import { putBackLog } from '@thirty/command-api/testing/put-back-log.ts'
import { pendingErasures } from './pending-erasures.ts'

test('after the log was put back, deletions are read from the beginning again', async () => {
  const app = await accountsApp()
  onTestFinished(app.close)
  const people = [await app.signUpUser('kim'), await app.signUpUser('lea')]
  const broken = await app.serve({
    ...app.log,
    remove: async () => {
      throw new Error('The process has ended.')
    },
  })
  for (const { token } of people) await broken.call('DELETE', '/api/auth/account', { password }, { token })
  await broken.close()
  const [kim, lea] = people.map(({ id }) => id)
  const { log, putBack } = putBackLog(app.log, `deleted-${kim}`)
  const erasures = pendingErasures({ ...app, log })
  await erasures.pass()
  expect(await app.eventsOf(`user-${lea}`)).toEqual([])
  expect(await app.eventsOf(`user-${kim}`)).not.toEqual([])
  putBack()
  await erasures.pass()
  expect(await app.eventsOf(`user-${kim}`)).toEqual([])
})
