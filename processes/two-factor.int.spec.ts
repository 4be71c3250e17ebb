import { meResponse } from '@thirty/contracts/accounts/api.ts'
import { twoFactorResponse } from '@thirty/contracts/accounts/two-factor-api.ts'
import { expect, test } from 'vitest'
import { productForEach, type Person } from './testing/product.ts'

const product = productForEach()
const require = (by: Person, ownersNeedTwoFactor = true) =>
  product.answer(by, 'PUT /api/admin/challenge/options', { ownersNeedTwoFactor })
const statuses = async (by: Person, paths: readonly string[]) =>
  new Set(await Promise.all(paths.map(async (path) => (await product.answer(by, `GET ${path}`)).status)))

test('while owners need a second factor, one without sees only what sets it up', async () => {
  const [ines, tom, participant] = [await product.admin(), await product.admin(), await product.participant()]
  expect((await require(ines)).json).toMatchObject({ code: 'no-second-factor' })
  await product.turnOnApp(ines)
  expect((await require(ines)).status).toBe(200)

  const adminPaths = ['/api/admin/statistics', '/api/auth/users', '/api/projects/all', '/api/admin/audit']
  const otherPaths = ['/api/leaderboard/leaderboard', '/api/auth/bookmarks', '/api/auth/export']
  expect(await statuses(tom, [...adminPaths, ...otherPaths])).toEqual(new Set([403]))
  expect((await product.answer(tom, 'GET /api/admin/statistics')).json).toMatchObject({
    code: 'two-factor-needed',
    message: 'Set up two-factor sign-in first.',
  })
  expect(await require(tom, false)).toMatchObject({ status: 403 })
  const me = await product.answer(tom, 'GET /api/auth/me')
  expect(meResponse.parse(me.json).needsTwoFactor).toBe(true)
  const own = await product.answer(tom, 'GET /api/auth/two-factor')
  expect(twoFactorResponse.parse(own.json).required).toBe(true)

  // Other admins continue, and the end of the requirement admits all admins again.
  expect(await statuses(ines, adminPaths)).toEqual(new Set([200]))
  expect(await statuses(participant, ['/api/leaderboard/leaderboard'])).toEqual(new Set([200]))
  await require(ines, false)
  expect(await statuses(tom, adminPaths)).toEqual(new Set([200]))
  await require(ines)
  const secret = await product.turnOnApp(tom)
  expect(await statuses(tom, adminPaths)).toEqual(new Set([200]))
  const removed = await product.answer(tom, 'DELETE /api/auth/two-factor/app', {})
  expect(removed.json).toMatchObject({ code: 'last-factor' })
  const { text, json } = await product.answer(tom, 'GET /api/auth/export')
  expect(json).toMatchObject({ secondFactors: { passkeys: [], recoveryCodes: { left: 10 } } })
  expect(text).not.toMatch(new RegExp(`${secret}|digests`))
})
