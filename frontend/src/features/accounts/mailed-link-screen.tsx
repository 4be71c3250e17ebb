// The target of a link in an email. Opening it changes nothing, because mail programs and scanners open links by
// themselves; the button sends the token.

import { useState } from 'react'
import { Link } from '../../shared/navigation/router.ts'
import { useLinkQuery } from '../../shared/navigation/use-link-query.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { Failure } from '../../shared/ui/feedback/banner.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './accounts.module.css'

type PageText = { title: string; text: string }
type NextStep = { label: string; to: string }

type MailedLinkScreenProps = PageText & {
  /** The path of the screen, without the token. */
  path: string
  button: string
  busyText: string
  /** The message if the server sends none. */
  failureText: string
  /** Sends the token of the link. */
  onSend: (token: string) => Promise<unknown>
  done: PageText & { next: NextStep }
  /** Offered for a link that is incomplete or no longer works. */
  alternative: NextStep
}

export const MailedLinkScreen = ({ path, done, alternative, ...form }: MailedLinkScreenProps) => {
  const token = useLinkQuery(path).get('token')
  const [isDone, setIsDone] = useState(false)
  /** What the server says about a link that no longer works. */
  const [invalidText, setInvalidText] = useState<string>()
  return (
    <AuthLayout>
      {isDone ? (
        <Page title={done.title} text={done.text} next={done.next} />
      ) : token === null ? (
        <Page title={t('common.linkIsIncomplete')} text={t('accounts.openFullLink')} next={alternative} />
      ) : invalidText !== undefined ? (
        <Page title={t('accounts.linkNoLongerWorks')} text={invalidText} next={alternative} />
      ) : (
        <LinkForm {...form} token={token} onDone={() => setIsDone(true)} onInvalid={setInvalidText} />
      )}
    </AuthLayout>
  )
}

type LinkFormProps = Omit<MailedLinkScreenProps, 'path' | 'done' | 'alternative'> & {
  token: string
  onDone: () => void
  onInvalid: (message: string) => void
}

const LinkForm = ({
  title,
  text,
  button,
  busyText,
  failureText,
  onSend,
  token,
  onDone,
  onInvalid,
}: LinkFormProps) => {
  const { pending, failure, run } = useFormSubmit(failureText)
  const send = async () => {
    const response = await run(
      () => onSend(token),
      ({ code, message }) => code === 'link-over' && onInvalid(message),
    )
    if (response) onDone()
  }
  return (
    <div className={css.form}>
      <div className={css.intro}>
        <h1>{title}</h1>
        <p>{text}</p>
      </div>
      <Failure text={failure} />
      <Button kind="primary" size="large" wide busy={pending} busyText={busyText} onClick={() => void send()}>
        {button}
      </Button>
    </div>
  )
}

const Page = ({ title, text, next }: PageText & { next: NextStep }) => (
  <div className={css.form} role="status">
    <div className={css.intro}>
      <h1>{title}</h1>
      <p>{text}</p>
    </div>
    <Link to={next.to} className={css.next}>
      {next.label}
    </Link>
  </div>
)
