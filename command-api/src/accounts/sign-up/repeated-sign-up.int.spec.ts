import { invitationCreatedResponse } from '@thirty/contracts/team/api.ts'
import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import { twoFactorEndpoints } from '@thirty/contracts/accounts/two-factor-api.ts'
import { signUpBody, refusal } from '@thirty/command-api/testing/test-app.ts'
import { adminKey } from '@thirty/command-api/testing/test-context.ts'
import { twoFactorApp } from '@thirty/command-api/testing/two-factor-app.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'

const app = appForEach(twoFactorApp)

async function invitationToken(): Promise<string> {
  const body = { role: 'reviewer', days: 7 }
  const created = await app.http.call('POST', '/api/admin/invitations', body, app.own)
  const { link } = invitationCreatedResponse.parse(created.body).invitation
  return new URL(link ?? '').searchParams.get('token') ?? ''
}

test.for(['registration key', 'invitation'])(
  'a repeated sign-up with the %s of an admin who has a second factor opens no session',
  async (way) => {
    const token = way === 'invitation' ? await invitationToken() : ''
    const signUp = () =>
      way === 'invitation'
        ? app.http.call('POST', '/api/auth/invitations/accept', { ...signUpBody('bob'), token })
        : app.http.call(
            'POST',
            '/api/auth/admin-signup',
            { ...signUpBody('bob'), adminKey },
            { key: 'key-of-bob' },
          )
    const { user } = signedInResponse.parse((await signUp()).body)
    expect(signedInResponse.parse((await signUp()).body).user._id).toBe(user._id)

    const setUp = await app.call('POST', '/app/setup', {}, user.token)
    const { secret, setup } = twoFactorEndpoints.setUpApp.response.parse(setUp.body)
    const added = await app.call('POST', '/app', { setup, code: app.codeOf(secret) }, user.token)
    expect(added.status).toBe(200)
    const repeated = await signUp()
    expect(repeated).toMatchObject(
      refusal(409, 'conflict', { message: 'You have already signed up. Please log in.' }),
    )
    expect(repeated.body).not.toHaveProperty('user')
  },
)
