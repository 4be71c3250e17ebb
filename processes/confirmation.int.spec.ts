import { twoFactorEndpoints } from '@thirty/contracts/accounts/two-factor-api.ts'
import { confirmationHeader, confirmationMinutes } from '@thirty/contracts/accounts/two-factor.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpointUses, requestAboutOwner, type EndpointUse } from './testing/endpoint-uses.ts'
import { password, productForFile, type Person } from './testing/product.ts'
import { turnOnApp } from './testing/two-factor-scenarios.ts'

const product = productForFile()
let admin: Person
beforeAll(async () => {
  admin = await product.admin()
})

/** Returns a token of a session of an admin whose login is so old. */
const sessionSince = (minutes: number, { id } = admin): string =>
  product.tokensAt(() => Date.now() - minutes * 60_000).issue({ id, version: 0 })
const oldSession = (): string => sessionSince(confirmationMinutes + 1)

/** Returns the header that a session gets for the password. */
async function confirmed(token: string): Promise<Record<string, string>> {
  const { json } = await product.answer({ token }, 'POST /api/auth/two-factor/confirm', { password })
  return { [confirmationHeader]: twoFactorEndpoints.confirm.response.parse(json).confirmation }
}

const needed = [403, 'confirmation-needed']
const codeOf = (json: unknown) => (json as { code?: string }).code
const flagged = endpointUses.filter(({ definition }) => definition.confirmed === true)

test('the endpoints that give rights or replace the run ask again who it is', () => {
  expect(new Set(flagged.map(({ name }) => name.split(' ')[0]))).toEqual(
    new Set([
      'team.setRole',
      'invitations.create',
      'backupKeys.accept',
      'history.reset',
      'history.restore',
      'history.import',
    ]),
  )
})

describe.each(flagged)('$name', (use) => {
  const prepared = async (each: EndpointUse) =>
    (await requestAboutOwner(each, { product, sender: admin, admin })).request
  const send = async (request: Awaited<ReturnType<typeof prepared>>, token: string, headers = {}) => {
    const sent = { ...request, token, headers: { ...request.headers, ...headers } }
    const { status, json } = await product.ask(sent)
    return [status, codeOf(json)]
  }

  test('refuses a session whose login is old, and admits it once it has confirmed', async () => {
    const request = await prepared(use)
    const token = oldSession()
    const before = await product.core.log.head()
    expect(await send(request, token)).toEqual(needed)
    expect(await send(request, token, { [confirmationHeader]: 'made.up.token' })).toEqual(needed)
    const ofAnother = await confirmed(oldSession())
    expect(await send(request, token, ofAnother)).toEqual(needed)
    expect(await product.core.log.head()).toBe(before)
    const done = [use.definition.status ?? 200, undefined]
    expect(await send(request, token, await confirmed(token))).toEqual(done)
    // A login that is young needs no confirmation.
    expect(await send(await prepared(use), sessionSince(confirmationMinutes - 1))).toEqual(done)
  })
})

test('a caller who may not use an endpoint is refused as before, and is not asked for confirmation', async () => {
  const viewer = await product.adminWith('viewer', admin)
  const token = sessionSince(60, viewer)
  const { status, json } = await product.ask({ method: 'POST', path: '/api/admin/reset-with-backup', token })
  expect([status, codeOf(json)]).toEqual([403, 'not-allowed'])
})

/** Sends a change. Returns the status and the code of its answer. */
async function change(path: string, body: object, token: string, headers: Record<string, string> = {}) {
  const { status, json } = await product.ask({ method: 'PUT', path, body, token, headers })
  return [status, codeOf(json)]
}

test('the status of an admin needs a confirmation, and that of a participant none', async () => {
  const token = oldSession()
  const setStatus = ({ id }: Person, status: string, headers?: Record<string, string>) =>
    change(`/api/auth/users/${id}/status`, { status }, token, headers)
  const other = await product.admin()
  for (const status of ['inactive', 'active']) {
    expect(await setStatus(await product.participant(), status)).toEqual([200, undefined])
    expect(await setStatus(other, status)).toEqual(needed)
    expect(await setStatus(other, status, await confirmed(token))).toEqual([200, undefined])
  }
})

test('ending the requirement of two-factor sign-in needs a confirmation, other options do not', async () => {
  const owner = await product.admin()
  await turnOnApp(product, owner)
  const token = sessionSince(confirmationMinutes + 1, owner)
  const changeOptions = (body: object, headers?: Record<string, string>) =>
    change('/api/admin/challenge/options', body, token, headers)
  const done = [200, undefined]
  expect(await changeOptions({ ownersNeedTwoFactor: false })).toEqual(done)
  expect(await changeOptions({ ownersNeedTwoFactor: true })).toEqual(done)
  expect(await changeOptions({ notifications: false })).toEqual(done)
  expect(await changeOptions({ ownersNeedTwoFactor: true })).toEqual(done)
  const before = await product.core.log.head()
  expect(await changeOptions({ ownersNeedTwoFactor: false })).toEqual(needed)
  expect(await changeOptions({ notifications: true, ownersNeedTwoFactor: false })).toEqual(needed)
  expect(await product.core.log.head()).toBe(before)
  expect(await changeOptions({ ownersNeedTwoFactor: false }, await confirmed(token))).toEqual(done)
})
