import { operatorId } from '@thirty/contracts/team/operator.ts'
import { accountsApp } from '@thirty/command-api/testing/accounts-app.ts'
import { logEndingBefore } from '@thirty/command-api/testing/interrupted-log.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { createCommands } from '../../handle.ts'
import { loadAccount } from '../load-account.ts'
import { setUserStatus } from '../status/endpoints.ts'
import { makeAdmin } from './endpoints.ts'

const app = appForEach(accountsApp)

const clock = () => Date.parse('2026-03-01T12:00:00.000Z')
const context = (id: string) => ({ actor: operatorId, correlation: 'shell', command: { id } })
const typesOf = async (stream: string): Promise<string[]> => {
  const types: string[] = []
  for await (const { type } of app.log.read(stream)) types.push(type)
  return types
}

test('an operator makes a participant an admin, who can be the last one', async () => {
  const commands = createCommands({ log: app.log, clock })
  const ada = await app.signUpUser('ada')
  await makeAdmin(commands, ada.id, context('first'))
  expect((await loadAccount(commands, ada.id))?.isAdmin).toBe(true)
  const events: unknown[] = []
  for await (const { type, metadata } of app.log.read(`user-${ada.id}`)) events.push([type, metadata.actor])
  expect(events.at(-1)).toEqual(['AdminRightsGranted', operatorId])
  const deactivation = {
    user: ada.id,
    status: 'inactive',
    by: operatorId,
    managesTeam: true,
    requireConfirmation: () => undefined,
    context: context('off'),
  } as const
  await expect(setUserStatus(commands, deactivation)).rejects.toMatchObject({ code: 'last-admin' })
})

test('a user who does not exist or is not active does not become an admin', async () => {
  const commands = createCommands({ log: app.log, clock })
  await expect(makeAdmin(commands, 'nobody', context('a'))).rejects.toMatchObject({ code: 'user-not-found' })
  const root = await app.signUpUser('ruth', { isAdmin: true })
  const ada = await app.signUpUser('ada')
  const off = {
    user: ada.id,
    status: 'inactive',
    by: root.id,
    managesTeam: true,
    requireConfirmation: () => undefined,
    context: context('off'),
  } as const
  await setUserStatus(commands, off)
  await expect(makeAdmin(commands, ada.id, context('b'))).rejects.toMatchObject({ code: 'account-inactive' })
})

test('a repeated command completes one that was interrupted before the list of admins', async () => {
  const ada = await app.signUpUser('ada')
  const broken = logEndingBefore(app.log, 'AdminJoined')
  const interrupted = createCommands({ log: broken, clock })
  await expect(makeAdmin(interrupted, ada.id, context('first'))).rejects.toThrow('The process has ended.')
  await makeAdmin(createCommands({ log: app.log, clock }), ada.id, context('second'))
  expect(await typesOf('admins')).toEqual(['AdminJoined'])
  expect(await typesOf(`user-${ada.id}`)).toEqual(['UserRegistered', 'AdminRightsGranted'])
})
