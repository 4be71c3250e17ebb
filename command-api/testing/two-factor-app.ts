import {
  passkeyOptionsResponse,
  secondFactorNeeded,
  secondStepOptionsResponse,
  setUpAppResponse,
  twoFactorChangedResponse,
  twoFactorResponse,
} from '@thirty/contracts/accounts/two-factor-api.ts'
import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import { accountsApp } from './accounts-app.ts'
import { softwarePasskey, type PasskeyClaims } from './software-passkey.ts'
import { codeAt } from './totp-code.ts'

type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof accountsApp>>['http']['call']>>

/** Serves the endpoints of accounts, and returns what specs of two-factor sign-in do. `Ada` is an admin. */
export async function twoFactorApp(options: Parameters<typeof accountsApp>[0] = {}) {
  const mails: EmailMessage[] = []
  const mail = { send: (message: EmailMessage) => (mails.push(message), true) }
  const app = await accountsApp({ mail, publicUrl, ...options })
  const signedUp = await app.signUpUser('ada', { isAdmin: true })
  mails.length = 0
  const own = { token: signedUp.token }
  const call = (method: string, path: string, body?: unknown, token = own.token): Promise<Answer> =>
    app.http.call(method, `/api/auth/two-factor${path}`, body, { token })
  const codeOf = (secret: string, steps = 0) => codeAt(secret, app.time.now + steps * 30_000)

  return {
    ...app,
    id: signedUp.id,
    own,
    mails,
    call,
    codeOf,
    state: async () => twoFactorResponse.parse((await call('GET', '')).body),
    wait: (seconds: number) => void (app.time.now += seconds * 1_000),
    /** Turns on an authenticator app and lets some seconds pass. Returns its secret and the recovery codes. */
    addApp: async (secondsSince = 0) => {
      const { secret, setup } = setUpAppResponse.parse((await call('POST', '/app/setup', {})).body)
      const added = await call('POST', '/app', { setup, code: codeOf(secret) })
      app.time.now += secondsSince * 1_000
      return { secret, codes: twoFactorChangedResponse.parse(added.body).codes ?? [] }
    },
    /** Adds a passkey. Returns its authenticator. */
    addPasskey: async (name = 'Laptop', claims: PasskeyClaims = {}) => {
      const passkey = softwarePasskey(publicUrl)
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
      const { passkey } = secondStepOptionsResponse.parse(body)
      if (passkey === null) throw new Error('There is no passkey.')
      return passkey
    },
  }
}

/** The address of the installation in these specs. */
export const publicUrl = new URL('https://thirty.example')
