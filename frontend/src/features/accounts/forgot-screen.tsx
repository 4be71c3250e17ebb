import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { Mail } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { useSubmission } from '../../shared/http-submit.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { useFormChecks } from '../../shared/ui/use-form-checks.ts'
import { forgotPassword } from './api.ts'
import { AuthFrame } from './auth-frame.tsx'
import { forgotRules } from './form-rules.ts'
import { textOf } from './text-of.ts'
import css from './accounts.module.css'

/** Asks for a mail with a link that sets a new password. The answer is the same whether or not there is an account. */
export const ForgotScreen = () => {
  const { errors, setErrors, checkProps, checkAll } = useFormChecks(forgotRules)
  const { pending, failure, run } = useSubmission('The mail could not be sent. Please try again.')
  const [said, setSaid] = useState<string>()

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSaid(undefined)
    if (!checkAll(event.currentTarget)) return
    const email = textOf(new FormData(event.currentTarget), 'email').trim()
    const answer = await run(
      () => forgotPassword({ email }),
      (refused) => setErrors((before) => ({ ...before, ...refused.errors })),
    )
    if (answer) setSaid(answer.message)
  }

  return (
    <AuthFrame>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)} {...checkProps}>
        <div className={css.intro}>
          <h1>Forgot password</h1>
          <p>We will send you a link that sets a new one. It works for 30 minutes, once.</p>
        </div>
        {failure !== undefined && (
          <Banner kind="danger" live>
            {failure}
          </Banner>
        )}
        {said !== undefined && (
          <Banner kind="success" live>
            {said}
          </Banner>
        )}
        <Field
          name="email"
          type="email"
          label="E-mail"
          icon={<Mail />}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email}
        />
        <Button type="submit" kind="primary" size="large" wide busy={pending} busyText="Sending...">
          {said === undefined ? 'Send link' : 'Send again'}
        </Button>
        <Link to={paths.logIn} className={css.forgot}>
          Back to log in
        </Link>
      </form>
    </AuthFrame>
  )
}
