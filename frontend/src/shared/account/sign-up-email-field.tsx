// The email of a sign-up. Where it may be taken, links lead to the login and to a new password with it filled in.

import type { ReactNode } from 'react'
import { Link, useLocation } from '../navigation/router.ts'
import { Field } from '../ui/forms/field.tsx'
import type { Form } from '../ui/forms/use-form.tsx'
import { t } from '../i18n/t.ts'
import css from './sign-up-email-field.module.css'

type SignUpEmailFieldProps = {
  form: Pick<Form<{ email: string }>, 'text' | 'control' | 'errorOf' | 'refusal'>
  icon?: ReactNode
  /** The paths of the ways on for somebody who has an account. */
  logIn: string
  forgotPassword: string
}

export const SignUpEmailField = ({ form, icon, logIn, forgotPassword }: SignUpEmailFieldProps) => {
  const { state } = useLocation()
  const isTaken = form.refusal === 'name-taken' && form.errorOf('email') !== undefined
  // Keeps the page that was requested before the login.
  const linkState = { ...state, email: form.control('email').value.trim() }
  return (
    <div className={css.column}>
      <Field
        {...form.text('email')}
        type="email"
        label={t('common.email')}
        icon={icon}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      {isTaken && (
        <p className={css.waysOn}>
          <span>{t('account.isItYou')}</span>
          <Link to={logIn} state={linkState} className={css.wayOn}>
            {t('common.logIn')}
          </Link>
          <Link to={forgotPassword} state={linkState} className={css.wayOn}>
            {t('common.forgotPassword')}
          </Link>
        </p>
      )}
    </div>
  )
}
