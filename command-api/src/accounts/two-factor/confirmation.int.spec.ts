import { passkeyOptionsResponse, twoFactorEndpoints } from '@thirty/contracts/accounts/two-factor-api.ts'
import { password, refusal } from '@thirty/command-api/testing/test-app.ts'
import { twoFactorApp } from '@thirty/command-api/testing/two-factor-app.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'

const app = appForEach(twoFactorApp)

const needed = refusal(403, 'confirmation-needed')
const confirm = async (body: object) =>
  twoFactorEndpoints.confirm.response.parse((await app.call('POST', '/confirm', body)).body).confirmation

test('ten minutes after the login every change needs a confirmation', async () => {
  const { changed } = await app.addPasskey()
  const passkey = `/passkeys/${changed.twoFactor.passkeys[0]?.id}`
  app.wait(599)
  expect((await app.state()).confirmedUntil).not.toBeNull()
  expect((await app.call('POST', '/app/setup', {})).status).toBe(200)
  app.wait(1)
  expect((await app.state()).confirmedUntil).toBeNull()
  for (const [method, path, body = {}] of [
    ['POST', '/app/setup'],
    ['DELETE', '/app'],
    ['POST', '/passkeys/options'],
    ['PUT', passkey, { name: 'Other' }],
    ['DELETE', passkey],
    ['POST', '/recovery-codes'],
  ] as const)
    expect({ path, ...(await app.call(method, path, body)) }).toMatchObject({ path, ...needed })
})

test('the password confirms for ten minutes, in this session only', async () => {
  app.wait(3_600)
  const setUp = (confirmation: string, token?: string) =>
    app.call('POST', '/app/setup', { confirmation }, token)
  expect(await app.call('POST', '/confirm', { password: 'Wrong-horse-7' })).toMatchObject({
    status: 401,
    body: { errors: { password: 'Wrong password' } },
  })
  const confirmation = await confirm({ password })
  expect((await setUp(confirmation)).status).toBe(200)
  const other = await app.logInToken('ada')
  app.wait(599)
  expect([(await setUp(confirmation)).status, (await setUp(confirmation, other)).status]).toEqual([200, 200])
  app.wait(2)
  expect(await setUp(confirmation)).toMatchObject(needed)
  expect(await setUp(await confirm({ password }), other)).toMatchObject(needed)
})

test('a code and a passkey confirm, too', async () => {
  const { secret } = await app.addApp()
  const { passkey } = await app.addPasskey()
  app.wait(3_600)
  const options = passkeyOptionsResponse.parse((await app.call('POST', '/confirm/options')).body).passkey
  const proof = { ceremony: options.ceremony, response: passkey.use(options) }
  for (const body of [{ code: app.codeOf(secret) }, { passkey: proof }]) {
    const confirmation = await confirm(body)
    expect((await app.call('POST', '/recovery-codes', { confirmation })).status).toBe(200)
  }
  expect((await app.call('POST', '/confirm', { passkey: proof })).status).toBe(401)
})

test('a session that ends the others does not become a recent login', async () => {
  app.wait(3_600)
  const { body } = await app.http.call('POST', '/api/auth/sessions/end-others', undefined, app.own)
  expect(await app.call('POST', '/app/setup', {}, String(body['token']))).toMatchObject(needed)
})
