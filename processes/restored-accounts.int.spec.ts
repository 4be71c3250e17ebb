import { expect, test } from 'vitest'
import { productOfTest } from './testing/product.ts'
import { password } from './testing/fixtures.ts'

test('a restore leaves accounts, passwords and sessions as they are now', async () => {
  const product = await productOfTest()
  const { participant, send } = product
  const [ana, ben, cleo] = [await participant(), await participant(), await participant()]
  const admin = await product.admin()
  const backupId = await product.createBackup(admin)
  const newPassword = 'Another-horse-8'
  await send(ana, 'POST /api/auth/change-password', { currentPassword: password, newPassword })
  await send(admin, `PUT /api/auth/users/${ben.id}/status`, { status: 'inactive' })
  await send(cleo, 'DELETE /api/auth/account', { password })
  const newcomer = await participant()

  await send(admin, `POST /api/admin/restore-backup/${backupId}`)
  const logIn = async ({ email: emailOrUsername }: { email: string }, secret: string) => {
    const body = { emailOrUsername, password: secret }
    return (await product.answer(undefined, 'POST /api/auth/login', body)).status
  }
  expect([await logIn(ana, password), await logIn(ana, newPassword)]).toEqual([401, 200])
  for (const person of [ben, cleo]) {
    expect(await logIn(person, password)).toBe(401)
    await expect(send(person, 'GET /api/auth/me')).rejects.toThrow('401')
  }
  await send(newcomer, 'GET /api/auth/me')
})
