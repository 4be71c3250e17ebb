import { expect, test } from 'vitest'
import { password, startTestProduct, type Person } from './testing/product.ts'

test('a restore leaves accounts, passwords and sessions as they are now', async () => {
  const product = await startTestProduct()
  try {
    const [ana, ben, cleo, admin] = [
      await product.participant(),
      await product.participant(),
      await product.participant(),
      await product.admin(),
    ]
    const send = async (person: Person | undefined, endpoint: string, body?: unknown) => {
      const [method = '', path = ''] = endpoint.split(' ')
      const { status, json } = await product.ask({ method, path, token: person?.token, body })
      // Every response of the API is a JSON object.
      return { status, body: json as Record<string, unknown> }
    }
    const logIn = async ({ email: emailOrUsername }: Person, secret: string) =>
      (await send(undefined, 'POST /api/auth/login', { emailOrUsername, password: secret })).status

    const { backupId } = (await send(admin, 'POST /api/admin/backups', { name: 'Before' })).body
    const newPassword = 'Another-horse-8'
    const change = { currentPassword: password, newPassword }
    expect((await send(ana, 'POST /api/auth/change-password', change)).status).toBe(200)
    expect((await send(admin, `PUT /api/auth/users/${ben.id}/status`, { status: 'inactive' })).status).toBe(
      200,
    )
    expect((await send(cleo, 'DELETE /api/auth/account', { password })).status).toBe(200)
    const newcomer = await product.participant()

    expect((await send(admin, `POST /api/admin/restore-backup/${String(backupId)}`)).status).toBe(200)
    expect([await logIn(ana, password), await logIn(ana, newPassword)]).toEqual([401, 200])
    expect([await logIn(ben, password), (await send(ben, 'GET /api/auth/me')).status]).toEqual([401, 401])
    expect([await logIn(cleo, password), (await send(cleo, 'GET /api/auth/me')).status]).toEqual([401, 401])
    expect((await send(newcomer, 'GET /api/auth/me')).status).toBe(200)
  } finally {
    await product.close()
  }
})
