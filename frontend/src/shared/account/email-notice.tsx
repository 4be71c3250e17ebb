// The notice on a screen that the email address of the account is not confirmed.

import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { request } from '../http/http.ts'
import { useFormSubmit } from '../http/use-form-submit.ts'
import { Banner } from '../ui/feedback/banner.tsx'
import { Button } from '../ui/controls/button.tsx'
import { serverText } from '../i18n/server-text.ts'
import { t } from '../i18n/t.ts'

/** Asks users to confirm their address, and sends the link again. */
export const EmailNotice = ({ email }: { email: string }) => {
  const { pending, failure, run } = useFormSubmit(t('account.emailNotSent'))
  const [message, setMessage] = useState<string>()
  const send = async () => {
    const response = await run(() => request('POST', '/api/auth/send-confirmation'))
    if (response) setMessage(serverText(response))
  }
  if (failure !== undefined) {
    return (
      <Banner kind="danger" live>
        {failure}
      </Banner>
    )
  }
  if (message !== undefined) {
    return (
      <Banner kind="success" live>
        {message}
      </Banner>
    )
  }
  return (
    <Banner
      kind="info"
      icon={<MailCheck />}
      title={t('account.confirmYourEmail')}
      action={
        <Button size="small" busy={pending} busyText={t('common.sending')} onClick={() => void send()}>
          {t('common.sendAgain')}
        </Button>
      }
    >
      {t('account.linkWasSent', { email })}
    </Banner>
  )
}
