import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import { accountsApp } from './accounts-app.ts'

const publicUrl = new URL('https://thirty.example')

/** Serves the endpoints of accounts over HTTP, and collects the emails in `sent`. */
export async function emailConfirmationApp({ areLimitsOn = false } = {}) {
  const sent: EmailMessage[] = []
  const app = await accountsApp({
    areLimitsOn,
    mail: { send: (message: EmailMessage) => sent.push(message) > 0 },
    publicUrl,
  })
  const confirmed = async (id: string): Promise<number> =>
    (await app.eventsOf(`user-${id}`)).filter(({ type }) => type === 'EmailConfirmed').length
  return {
    ...app,
    sent,
    /** Signs up a participant. Returns the id, a session token, and the token in the email. */
    signUpByMail: async (name: string) => {
      const user = await app.signUpUser(name)
      return { ...user, mailed: confirmationToken(sent.at(-1)) }
    },
    confirm: (token: unknown, key?: string) =>
      app.http.call('POST', '/api/auth/confirm-email', { token }, { key }),
    sendAgain: (token: string) => app.http.call('POST', '/api/auth/send-confirmation', undefined, { token }),
    /** Returns how often the address of a user was confirmed. */
    confirmed,
  }
}

/** Returns the token in the confirmation link of an email, or an empty string if there is none. */
export const confirmationToken = (message: EmailMessage | undefined): string =>
  /https:\/\/thirty\.example\/confirm-email\?token=([\w.-]+)/.exec(message?.text ?? '')?.[1] ?? ''
