import { passkeyOptionsResponse, twoFactorEndpoints } from '@thirty/contracts/accounts/two-factor-api.ts'
import { twoFactorApp } from '@thirty/command-api/testing/two-factor-app.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'

const app = appForEach(twoFactorApp)

const needed = { status: 403, body: { code: 'confirmation-needed' } }
const confirm = async (body: object, token?: string) =>
  twoFactorEndpoints.confirm.response.parse((await app.call('POST', '/confirm', body, token)).body)
    .confirmation

test('ten minutes after the login every change needs a confirmation', async () => {
  const { changed } = await app.addPasskey()
  const [passkey] = changed.twoFactor.passkeys
  app.wait(599)
  expect((await app.state()).confirmedUntil).not.toBeNull()
  expect((await app.call('POST', '/app/setup', {})).status).toBe(200)
  app.wait(1)
  expect((await app.state()).confirmedUntil).toBeNull()
  const changes = [
    ['POST', '/app/setup'],
    ['DELETE', '/app'],
    ['POST', '/passkeys/options'],
    ['PUT', `/passkeys/${passkey?.id}`, { name: 'Other' }],
    ['DELETE', `/passkeys/${passkey?.id}`],
    ['POST', '/recovery-codes'],
  ] as const
  for (const [method, path, body = {}] of changes)
    expect({ path, ...(await app.call(method, path, body)) }).toMatchObject({ path, ...needed })
})

test('the password confirms for ten minutes, in this session only', async () => {
  app.wait(3_600)
  expect(await app.call('POST', '/confirm', { password: 'Wrong-horse-7' })).toMatchObject({
    status: 401,
    body: { errors: { password: 'Wrong password' } },
  })
  const confirmation = await confirm({ password: 'Correct-horse-7' })
  expect((await app.call('POST', '/app/setup', { confirmation })).status).toBe(200)
  const other = await app.logInToken('ada')
  app.wait(599)
  expect((await app.call('POST', '/app/setup', { confirmation })).status).toBe(200)
  expect((await app.call('POST', '/app/setup', { confirmation }, other)).status).toBe(200)
  app.wait(2)
  expect(await app.call('POST', '/app/setup', { confirmation })).toMatchObject(needed)
  const fresh = await confirm({ password: 'Correct-horse-7' })
  expect(await app.call('POST', '/app/setup', { confirmation: fresh }, other)).toMatchObject(needed)
})

test('a code and a passkey confirm, too', async () => {
  const { secret } = await app.addApp()
  const { passkey } = await app.addPasskey()
  app.wait(3_600)
  const byCode = await confirm({ code: app.codeOf(secret) })
  expect((await app.call('POST', '/recovery-codes', { confirmation: byCode })).status).toBe(200)
  const { body } = await app.call('POST', '/confirm/options')
  const options = passkeyOptionsResponse.parse(body).passkey
  const proof = { ceremony: options.ceremony, response: passkey.use(options) }
  const byPasskey = await confirm({ passkey: proof })
  expect((await app.call('POST', '/recovery-codes', { confirmation: byPasskey })).status).toBe(200)
  expect((await app.call('POST', '/confirm', { passkey: proof })).status).toBe(401)
})

test('a session that ends the others does not become a recent login', async () => {
  app.wait(3_600)
  const { body } = await app.http.call('POST', '/api/auth/sessions/end-others', undefined, app.own)
  const token = String(body['token'])
  expect(await app.call('POST', '/app/setup', {}, token)).toMatchObject(needed)
})
