import {
  passkeyOptionsResponse,
  secondFactorNeeded,
  twoFactorChangedResponse,
  twoFactorResponse,
  secondStepEndpoints,
  twoFactorEndpoints,
} from '@thirty/contracts/accounts/two-factor-api.ts'
import { softwarePasskey, type PasskeyClaims } from './software-passkey.ts'
import { commandApp } from './test-app.ts'
import { codeAt } from './totp-code.ts'

/** The command side, and what specs of two-factor sign-in do. `Ada` is an admin. */
export async function twoFactorApp(options?: Parameters<typeof commandApp>[0]) {
  const app = await commandApp(options)
  const own = await app.signUpUser('ada', { isAdmin: true })
  app.sent.length = 0
  const call = (method: string, path: string, body?: unknown, token = own.token) =>
    app.http.call(method, `/api/auth/two-factor${path}`, body, { token })
  const codeOf = (secret: string, steps = 0) => codeAt(secret, app.time.now + steps * 30_000)

  return {
    ...app,
    own,
    call,
    codeOf,
    state: async () => twoFactorResponse.parse((await call('GET', '')).body),
    wait: (seconds: number) => void (app.time.now += seconds * 1_000),
    /** Turns on an authenticator app and lets some seconds pass. Returns its secret and the recovery codes. */
    addApp: async (secondsSince = 0) => {
      const { secret, setup } = twoFactorEndpoints.setUpApp.response.parse(
        (await call('POST', '/app/setup', {})).body,
      )
      const added = await call('POST', '/app', { setup, code: codeOf(secret) })
      app.time.now += secondsSince * 1_000
      return { secret, codes: twoFactorChangedResponse.parse(added.body).codes ?? [] }
    },
    /** Adds a passkey. Returns its authenticator. */
    addPasskey: async (name = 'Laptop', claims: PasskeyClaims = {}) => {
      const passkey = softwarePasskey(app.publicUrl)
      const options = passkeyOptionsResponse.parse((await call('POST', '/passkeys/options', {})).body).passkey
      const response = passkey.create(options, claims)
      const added = await call('POST', '/passkeys', { ceremony: options.ceremony, name, response })
      return { passkey, changed: twoFactorChangedResponse.parse(added.body) }
    },
    /** Enters the password. Returns the token for the second step. */
    firstStep: async (): Promise<string> =>
      secondFactorNeeded.parse((await app.logIn('ada')).body).secondFactor.token,
    secondStep: (body: unknown) => app.http.call('POST', '/api/auth/login/second-factor', body),
    passkeyOptions: async (token: string) => {
      const { body } = await app.http.call('POST', '/api/auth/login/second-factor/options', { token })
      const { passkey } = secondStepEndpoints.options.response.parse(body)
      if (passkey === null) throw new Error('There is no passkey.')
      return passkey
    },
  }
}
