import { Refusal } from '@thirty/contracts/refusals.ts'
import { LogUnavailable } from '@thirty/infra/event-log/event-log.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createCommands } from '../../handle.ts'
import { passwordHasher } from '../password/password-hasher.ts'
import {
  passwordResetApp,
  linkExpiredResponse,
  newPassword,
} from '@thirty/command-api/testing/password-reset-app.ts'

test('a busy server costs nobody the link', async () => {
  const real = passwordHasher()
  let isBusy = false
  const busy = await passwordResetApp({
    change: {
      passwords: {
        ...real,
        hash: async (text) => {
          if (isBusy) throw new Refusal('busy', 'The server is busy. Please try again in a moment.')
          return real.hash(text)
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

/** An app whose log takes nothing into streams of one kind for a while: resets end in the middle. */
async function brokenOff(kind = 'credentials-') {
  const real = await passwordResetApp()
  let isBroken = false
  const log: typeof real.log = {
    ...real.log,
    append: async (stream, ...rest) => {
      if (isBroken && stream.startsWith(kind)) throw new LogUnavailable('The disk is full.')
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
  return { other, real, breakOff: (is: boolean) => void (isBroken = is) }
}

test('a reset that broke off is brought to its end by its key', async () => {
  const { other, real, breakOff } = await brokenOff()
  await real.signUp('ana')
  const token = await real.mailedToken('ana')
  breakOff(true)
  expect((await other.reset(token, newPassword, 'key-1')).status).toBe(503)
  breakOff(false)
  expect(await other.reset(token, newPassword)).toMatchObject(linkExpiredResponse)
  expect((await other.reset(token, newPassword, 'key-1')).status).toBe(200)
  expect((await real.logIn('ana', newPassword)).status).toBe(200)
  expect(other.sent.map(({ kind }) => kind)).toEqual(['password-changed'])
})

test('the owner is told of a reset that broke off between password and sessions, when its key brings it to its end', async () => {
  const { other, real, breakOff } = await brokenOff('user-')
  await real.signUp('ana')
  const token = await real.mailedToken('ana')
  breakOff(true)
  expect((await other.reset(token, newPassword, 'key-1')).status).toBe(503)
  breakOff(false)
  for (const again of ['once', 'twice'])
    expect([again, (await other.reset(token, newPassword, 'key-1')).status]).toEqual([again, 200])
  expect(other.sent.map(({ kind }) => kind)).toEqual(['password-changed'])
})

test('a reset that broke off does not undo a newer password', async () => {
  const { other, real, breakOff } = await brokenOff()
  await real.signUp('ana')
  const [first, second] = [await real.mailedToken('ana'), await real.mailedToken('ana')]
  breakOff(true)
  expect((await other.reset(first, 'Third-horse-99', 'key-1')).status).toBe(503)
  breakOff(false)
  expect((await real.reset(second)).status).toBe(200)
  expect(await other.reset(first, 'Third-horse-99', 'key-1')).toMatchObject(linkExpiredResponse)
  expect((await real.logIn('ana', newPassword)).status).toBe(200)
})
