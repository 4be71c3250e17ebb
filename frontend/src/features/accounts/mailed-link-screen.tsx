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
type LinkPageProps = PageText & { next: NextStep }

type MailedLinkScreenProps = PageText & {
  /** The path of the screen, without the token. */
  path: string
  button: string
  busyText: string
  /** The message if the server sends none. */
  failureText: string
  /** Sends the token of the link. */
  onSend: (token: string) => Promise<unknown>
  done: LinkPageProps
  /** Offered for a link that is incomplete or no longer works. */
  alternative: NextStep
}

export const MailedLinkScreen = ({ path, done, alternative, onSend, ...form }: MailedLinkScreenProps) => {
  const token = useLinkQuery(path).get('token')
  /** Stands in the place of the form, once the link was used or no longer works. */
  const [outcome, setOutcome] = useState<LinkPageProps>()
  const { pending, failure, run } = useFormSubmit(form.failureText)
  const send = async (token: string) => {
    const response = await run(
      () => onSend(token),
      ({ code, message }) =>
        code === 'link-over' &&
        setOutcome({ title: t('accounts.linkNoLongerWorks'), text: message, next: alternative }),
    )
    if (response) setOutcome(done)
  }
  return (
    <AuthLayout>
      {outcome ? (
        <LinkPage role="status" {...outcome} />
      ) : token === null ? (
        <LinkPage
          role="status"
          title={t('common.linkIsIncomplete')}
          text={t('accounts.openFullLink')}
          next={alternative}
        />
      ) : (
        <div className={css.form}>
          <div className={css.intro}>
            <h1>{form.title}</h1>
            <p>{form.text}</p>
          </div>
          <Failure text={failure} />
          <Button
            kind="primary"
            size="large"
            wide
            busy={pending}
            busyText={form.busyText}
            onClick={() => void send(token)}
          >
            {form.button}
          </Button>
        </div>
      )}
    </AuthLayout>
  )
}

/** Stands in the place of a form: says what became of a link, and where to go on. */
export const LinkPage = ({ title, text, next, role }: LinkPageProps & { role?: 'status' }) => (
  <div className={css.form} role={role}>
    <div className={css.intro}>
      <h1>{title}</h1>
      <p>{text}</p>
    </div>
    <Link to={next.to} className={css.next}>
      {next.label}
    </Link>
  </div>
)
