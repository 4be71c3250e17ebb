import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import {
  passwordResetApp,
  linkExpiredResponse,
  newPassword,
} from '@thirty/command-api/testing/password-reset-app.ts'
import { deletedStream } from '../streams.ts'

const app = appForEach(passwordResetApp)

test('a user who signed up with a provider can set a first password', async () => {
  await app.signUpWithGitHub('social')
  expect((await app.logIn('social@example.org', newPassword)).status).toBe(401)
  expect((await app.reset(await app.mailedToken('social'))).status).toBe(200)
  expect((await app.logIn('social@example.org', newPassword)).status).toBe(200)
})

test('a deleted user cannot set a new password, even before the data is erased', async () => {
  const id = await app.signUp('ana')
  const token = await app.mailedToken('ana')
  const registered = { at: '2026-03-02T08:00:00.000Z', position: '1' }
  const deleted = app.newEvent('AccountDeleted', { role: 'participant', status: 'active', registered })
  await app.log.append(deletedStream(id), [deleted], 'none')
  expect(await app.reset(token)).toMatchObject(linkExpiredResponse)
  expect(app.sent.map(({ kind }) => kind)).toEqual(['password-reset'])
})
