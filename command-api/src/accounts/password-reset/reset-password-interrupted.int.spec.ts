import { untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import { LogUnavailable } from '@thirty/infra/event-log/event-log.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createCommands } from '../../handle.ts'
import { passwordHasher } from '../password/password-hasher.ts'
import {
  passwordResetApp,
  linkExpiredResponse,
  newPassword,
} from '@thirty/command-api/testing/password-reset-app.ts'

test('a busy server does not use up the link', async () => {
  const hasher = passwordHasher()
  let isBusy = false
  const busy = await passwordResetApp({
    change: {
      passwords: {
        ...hasher,
        hash: async (text) => {
          if (isBusy) throw untranslated('busy', 'The server is busy. Please try again in a moment.')
          return hasher.hash(text)
        },
      },
    },
  })
  onTestFinished(busy.close)
  await busy.signUp('ana')
  const token = await busy.mailedToken('ana')
  isBusy = true
  expect((await busy.reset(token)).status).toBe(503)
  isBusy = false
  expect((await busy.reset(token)).status).toBe(200)
})

/** Starts an app whose log can fail for streams with this prefix, so that resets are interrupted. */
async function interruptibleApp(prefix = 'credentials-') {
  const real = await passwordResetApp()
  let isBroken = false
  const log: typeof real.log = {
    ...real.log,
    append: async (stream, ...rest) => {
      if (isBroken && stream.startsWith(prefix)) throw new LogUnavailable('The disk is full.')
      return real.log.append(stream, ...rest)
    },
  }
  const other = await passwordResetApp({
    change: { log, commands: createCommands({ log, clock: real.clock }) },
  })
  onTestFinished(async () => {
    await other.close()
    await real.close()
  })
  return { other, real, setBroken: (value: boolean) => void (isBroken = value) }
}

test('an interrupted reset is completed with its idempotency key', async () => {
  const { other, real, setBroken } = await interruptibleApp()
  await real.signUp('ana')
  const token = await real.mailedToken('ana')
  setBroken(true)
  expect((await other.reset(token, newPassword, 'key-1')).status).toBe(503)
  setBroken(false)
  expect(await other.reset(token, newPassword)).toMatchObject(linkExpiredResponse)
  expect((await other.reset(token, newPassword, 'key-1')).status).toBe(200)
  expect((await real.logIn('ana', newPassword)).status).toBe(200)
  expect(other.sent.map(({ kind }) => kind)).toEqual(['password-changed'])
})

test('the owner gets an email about a reset that was interrupted before ending sessions, once its key completes it', async () => {
  const { other, real, setBroken } = await interruptibleApp('user-')
  await real.signUp('ana')
  const token = await real.mailedToken('ana')
  setBroken(true)
  expect((await other.reset(token, newPassword, 'key-1')).status).toBe(503)
  setBroken(false)
  for (const again of ['once', 'twice'])
    expect([again, (await other.reset(token, newPassword, 'key-1')).status]).toEqual([again, 200])
  expect(other.sent.map(({ kind }) => kind)).toEqual(['password-changed'])
})

test('an interrupted reset does not undo a newer password', async () => {
  const { other, real, setBroken } = await interruptibleApp()
  await real.signUp('ana')
  const [first, second] = [await real.mailedToken('ana'), await real.mailedToken('ana')]
  setBroken(true)
  expect((await other.reset(first, 'Third-horse-99', 'key-1')).status).toBe(503)
  setBroken(false)
  expect((await real.reset(second)).status).toBe(200)
  expect(await other.reset(first, 'Third-horse-99', 'key-1')).toMatchObject(linkExpiredResponse)
  expect((await real.logIn('ana', newPassword)).status).toBe(200)
})
