// A login with a passkey alone, which only the login of admins offers; nothing in a browser without passkeys.

import type { SignedInResponse } from '@thirty/contracts/accounts/api.ts'
import { request } from '../http/http.ts'
import { t } from '../i18n/t.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { answerWithPasskey, useHasPasskeys } from './passkeys.ts'

async function logInWithPasskey(): Promise<SignedInResponse> {
  const { passkey } = await request('POST', '/api/auth/login/passkey/options', {
    body: {},
    area: 'none',
  })
  return request('POST', '/api/auth/login/passkey', { body: await answerWithPasskey(passkey), area: 'none' })
}

export const PasskeyLogin = ({ onSignedIn }: { onSignedIn: (response: SignedInResponse) => void }) =>
  useHasPasskeys() ? (
    <PasskeyButton label={t('secondStep.logInWithPasskey')} run={logInWithPasskey} onDone={onSignedIn} />
  ) : null
