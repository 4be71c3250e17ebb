import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { request } from '../http/http.ts'
import { useFormSubmit } from '../http/use-form-submit.ts'
import { Banner } from '../ui/feedback/banner.tsx'
import { Button } from '../ui/controls/button.tsx'

/** Asks users to confirm their email address, and sends the link again. */
export const EmailNotice = ({ email }: { email: string }) => {
  const { pending, failure, run } = useFormSubmit('The email could not be sent. Please try again.')
  const [message, setMessage] = useState<string>()
  const send = async () => {
    const response = await run(() => request('POST', '/api/auth/send-confirmation'))
    if (response) setMessage(response.message)
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
      title="Confirm your email."
      action={
        <Button size="small" busy={pending} busyText="Sending..." onClick={() => void send()}>
          Send again
        </Button>
      }
    >
      We sent a link to {email}. Reminders reach you once you have opened it.
    </Banner>
  )
}
