// The account of this session, and the notice on a screen that its email address is not confirmed.

import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { request } from '../http/http.ts'
import { liveData } from '../live/live-data.ts'
import { useFormSubmit } from '../ui/forms/use-form-submit.ts'
import { Banner, Failure, Success } from '../ui/display/surfaces.tsx'
import { serverText } from '../i18n/server-text.ts'
import { t } from '../i18n/t.ts'

/** The account of this session, with all that only its user may see. */
export const ownAccount = liveData({
  load: (_key: undefined, signal) => request('GET', '/api/auth/me', { signal }),
  failedText: t('profile.profileNotLoaded'),
  resyncs: true,
})

/** Asks participants to confirm their address, and sends the link again; nothing once it is confirmed. */
export const EmailNotice = ({ user }: { user: OwnUser }) => {
  const { failure, button } = useFormSubmit(t('account.emailNotSent'))
  const [message, setMessage] = useState<string>()
  const send = async () => setMessage(serverText(await request('POST', '/api/auth/send-confirmation')))
  // A pending user cannot send commands, and the shell says so.
  if (user.emailConfirmed || user.status !== 'active' || user.isAdmin) return null
  if (failure !== undefined) return <Failure text={failure} />
  if (message !== undefined) return <Success text={message} />
  return (
    <Banner
      kind="info"
      icon={<MailCheck />}
      title={t('account.confirmYourEmail')}
      button={{ ...button(send), busyText: t('common.sending'), children: t('common.sendAgain') }}
    >
      {t('account.linkWasSent', { email: user.email })}
    </Banner>
  )
}
