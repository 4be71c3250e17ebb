import { meResponse } from '@thirty/contracts/accounts/api.ts'
import {
  secondFactorNeeded,
  twoFactorChangedResponse,
  twoFactorEndpoints,
} from '@thirty/contracts/accounts/two-factor-api.ts'
import { codeAt } from '@thirty/command-api/testing/totp-code.ts'
import { password, type Person, type TestProduct } from './product.ts'

/** Whether a sender is an admin, who may add second factors. */
export async function isAdmin(product: TestProduct, sender: Person | undefined): Promise<boolean> {
  if (sender === undefined) return false
  const { json } = await product.ask({ method: 'GET', path: '/api/auth/me', token: sender.token })
  return meResponse.safeParse(json).data?.user.isAdmin === true
}

/** Begins to set up an authenticator app. Returns the body of the request that turns it on, and the secret. */
export async function appSetup(product: TestProduct, admin: Person) {
  const { secret, setup } = twoFactorEndpoints.setUpApp.response.parse(
    await product.send(admin, 'POST /api/auth/two-factor/app/setup', {}),
  )
  return { secret, body: { setup, code: codeAt(secret, Date.now()) } }
}

/** Turns on an authenticator app. Returns its secret. */
export async function turnOnApp(product: TestProduct, admin: Person): Promise<string> {
  const { secret, body } = await appSetup(product, admin)
  twoFactorChangedResponse.parse(await product.send(admin, 'POST /api/auth/two-factor/app', body))
  return secret
}

/** Logs in a new admin with an app up to the second step. Returns the token, and a code of the next time step. */
export async function secondStep(product: TestProduct): Promise<{ token: string; code: string }> {
  const admin = await product.admin()
  const secret = await turnOnApp(product, admin)
  const body = { emailOrUsername: admin.email, password }
  const response = await product.ask({ method: 'POST', path: '/api/auth/login', body })
  const { token } = secondFactorNeeded.parse(response.json).secondFactor
  return { token, code: codeAt(secret, Date.now() + 30_000) }
}
