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
  const setUpApp = async () =>
    twoFactorEndpoints.setUpApp.response.parse((await call('POST', '/app/setup', {})).body)
  const newPasskeyOptions = async () =>
    passkeyOptionsResponse.parse((await call('POST', '/passkeys/options', {})).body).passkey
  /** Enters the password. Returns the token for the second step. */
  const firstStep = async (): Promise<string> =>
    secondFactorNeeded.parse((await app.logIn('ada')).body).secondFactor.token

  return {
    ...app,
    own,
    call,
    codeOf,
    setUpApp,
    newPasskeyOptions,
    firstStep,
    state: async () => twoFactorResponse.parse((await call('GET', '')).body),
    wait: (seconds: number) => void (app.time.now += seconds * 1_000),
    /** Turns on an authenticator app and lets some seconds pass. Returns its secret and the recovery codes. */
    addApp: async (secondsSince = 0) => {
      const { secret, setup } = await setUpApp()
      const added = await call('POST', '/app', { setup, code: codeOf(secret) })
      app.time.now += secondsSince * 1_000
      return { secret, codes: twoFactorChangedResponse.parse(added.body).codes ?? [] }
    },
    /** Adds a passkey. Returns its authenticator. */
    addPasskey: async (name = 'Laptop', claims: PasskeyClaims = {}) => {
      const passkey = softwarePasskey(app.publicUrl)
      const options = await newPasskeyOptions()
      const response = passkey.create(options, claims)
      const added = await call('POST', '/passkeys', { ceremony: options.ceremony, name, response })
      return { passkey, changed: twoFactorChangedResponse.parse(added.body) }
    },
    secondStep: (body: unknown) => app.http.call('POST', '/api/auth/login/second-factor', body),
    /** Enters the password and then a proof for the second step. Returns the status. */
    logInWith: async (proof: object): Promise<number> => {
      const body = { token: await firstStep(), ...proof }
      return (await app.http.call('POST', '/api/auth/login/second-factor', body)).status
    },
    /** Returns what a passkey proves in the second step of a login. */
    passkeyProof: async (passkey: Passkey, claims?: PasskeyClaims) => {
      const body = { token: await firstStep() }
      const answer = await app.http.call('POST', '/api/auth/login/second-factor/options', body)
      const { passkey: options } = secondStepEndpoints.options.response.parse(answer.body)
      if (options === null) throw new Error('There is no passkey.')
      return { ceremony: options.ceremony, response: passkey.use(options, claims) }
    },
  }
}

type Passkey = ReturnType<typeof softwarePasskey>
