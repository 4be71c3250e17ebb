import { twoFactorEndpoints } from '@thirty/contracts/accounts/two-factor-api.ts'
import { confirmationHeader, confirmationMinutes } from '@thirty/contracts/accounts/two-factor.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { describe, expect, test } from 'vitest'
import { endpointUses, requestAboutOwner, type EndpointUse } from './testing/endpoint-uses.ts'
import { productForFile, type Person, type TestRequest } from './testing/product.ts'
import { password } from './testing/fixtures.ts'

const product = productForFile()
const admin = appForFile(() => product.admin())

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
const done = [200, undefined]
/** Returns the status and the code of an answer. */
async function answerTo(request: TestRequest) {
  const { status, json } = await product.ask(request)
  return [status, (json as { code?: string }).code]
}
const flagged = endpointUses.filter(({ definition }) => definition.confirmed === true)

test('the endpoints that give rights or replace the run ask again who it is', () => {
  const names = [...new Set(flagged.map(({ endpoint }) => endpoint))]
  const ofHistory = ['history.import', 'history.reset', 'history.restore']
  expect(names.toSorted()).toEqual(['backupKeys.accept', ...ofHistory, 'invitations.create', 'team.setRole'])
})

describe.each(flagged)('$name', (use) => {
  const prepared = async (each: EndpointUse) =>
    (await requestAboutOwner(each, { product, sender: admin, admin })).request
  const send = (request: Awaited<ReturnType<typeof prepared>>, token: string, headers = {}) =>
    answerTo({ ...request, token, headers: { ...request.headers, ...headers } })

  test('refuses a session whose login is old, and admits it once it has confirmed', async () => {
    const request = await prepared(use)
    const token = oldSession()
    const before = await product.core.log.head()
    expect(await send(request, token)).toEqual(needed)
    expect(await send(request, token, { [confirmationHeader]: 'made.up.token' })).toEqual(needed)
    const ofAnother = await confirmed(oldSession())
    expect(await send(request, token, ofAnother)).toEqual(needed)
    expect(await product.core.log.head()).toBe(before)
    const accepted = [use.definition.status ?? 200, undefined]
    expect(await send(request, token, await confirmed(token))).toEqual(accepted)
    // A login that is young needs no confirmation.
    expect(await send(await prepared(use), sessionSince(confirmationMinutes - 1))).toEqual(accepted)
  })
})

test('a caller who may not use an endpoint is refused as before, and is not asked for confirmation', async () => {
  const viewer = await product.adminWith('viewer', admin)
  const token = sessionSince(60, viewer)
  expect(await answerTo({ method: 'POST', path: '/api/admin/reset-with-backup', token })).toEqual([
    403,
    'not-allowed',
  ])
})

test('the status of an admin needs a confirmation, and that of a participant none', async () => {
  const token = oldSession()
  const setStatus = ({ id }: Person, status: string, headers = {}) =>
    answerTo({ method: 'PUT', path: `/api/auth/users/${id}/status`, body: { status }, token, headers })
  const other = await product.admin()
  for (const status of ['inactive', 'active']) {
    expect(await setStatus(await product.participant(), status)).toEqual(done)
    expect(await setStatus(other, status)).toEqual(needed)
    expect(await setStatus(other, status, await confirmed(token))).toEqual(done)
  }
})

test('ending the requirement of two-factor sign-in needs a confirmation, other options do not', async () => {
  const owner = await product.admin()
  await product.turnOnApp(owner)
  const token = sessionSince(confirmationMinutes + 1, owner)
  const changeOptions = (body: object, headers = {}) =>
    answerTo({ method: 'PUT', path: '/api/admin/challenge/options', body, token, headers })
  const [on, off] = [{ ownersNeedTwoFactor: true }, { ownersNeedTwoFactor: false }]
  for (const change of [off, on, { notifications: false }, on])
    expect(await changeOptions(change)).toEqual(done)
  const before = await product.core.log.head()
  for (const change of [off, { notifications: true, ...off }])
    expect(await changeOptions(change)).toEqual(needed)
  expect(await product.core.log.head()).toBe(before)
  expect(await changeOptions(off, await confirmed(token))).toEqual(done)
})
