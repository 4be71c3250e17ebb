// The screens of two links in emails, which confirm the address or unsubscribe. A new password is in `password-reset-screens.tsx`, which
// also uses `LinkPage`, the page afterwards. Opening one changes nothing, because mail programs and scanners open links by themselves;
// the button sends the token.

import { useState } from 'react'
import { Link, paths } from '../../shared/navigation/router.ts'
import { useLinkQuery } from '../../shared/navigation/use-link-query.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { Failure } from '../../shared/ui/feedback/banner.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { AuthLayout, Intro } from './auth-layout.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './accounts.module.css'
import { request } from '../../shared/http/http.ts'
import { useSession } from '../../shared/session/session.ts'

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

const MailedLinkScreen = ({ path, done, alternative, onSend, ...form }: MailedLinkScreenProps) => {
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
          <Intro title={form.title}>{form.text}</Intro>
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
    <Intro title={title}>{text}</Intro>
    <Link to={next.to} className={css.next}>
      {next.label}
    </Link>
  </div>
)

/** The target of the link in the email that follows a sign-up. */
export const ConfirmEmailScreen = () => {
  const check = useSession((store) => store.check)
  const confirm = async (token: string) => {
    const response = await request('POST', '/api/auth/confirm-email', { body: { token }, token: null })
    // The account of a signed-in user has changed.
    void check()
    return response
  }
  return (
    <MailedLinkScreen
      path={paths.confirmEmail}
      title={t('accounts.confirmYourEmail')}
      text={t('accounts.confirmIntro')}
      button={t('common.confirmEmail')}
      busyText={t('common.confirming')}
      failureText={t('accounts.emailNotConfirmed')}
      onSend={confirm}
      done={{
        title: t('accounts.emailIsConfirmed'),
        text: t('accounts.remindersFromNowOn'),
        next: { label: t('accounts.goToDashboard'), to: paths.dashboard },
      }}
      alternative={{ label: t('accounts.requestNewLinkOnDashboard'), to: paths.dashboard }}
    />
  )
}

/** The target of the unsubscribe link in reminders. Works without a login. */
export const UnsubscribeScreen = () => (
  <MailedLinkScreen
    path={paths.unsubscribe}
    title={t('accounts.stopReminders')}
    text={t('accounts.stopRemindersIntro')}
    button={t('accounts.unsubscribe')}
    busyText={t('accounts.unsubscribing')}
    failureText={t('accounts.notUnsubscribed')}
    onSend={(token) => request('POST', '/api/reminders/unsubscribe', { query: { token }, token: null })}
    done={{
      title: t('accounts.unsubscribed'),
      text: t('accounts.noMoreReminders'),
      next: { label: t('accounts.goToStartPage'), to: paths.landing },
    }}
    alternative={{ label: t('accounts.goToStartPage'), to: paths.landing }}
  />
)
