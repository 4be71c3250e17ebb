// Sets a new password, by the link of the email that `forgot-password-screen.tsx` requests; for admins, too.

import type { ResetPasswordResponse } from '@thirty/contracts/accounts/password-reset-api.ts'
import { useState } from 'react'
import { Link } from '../../shared/navigation/router.ts'
import { useLinkQuery } from '../../shared/navigation/use-link-query.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { request } from '../../shared/http/http.ts'
import { SubmitButton } from '../../shared/ui/forms/submit-button.tsx'
import { FormMessages } from '../../shared/ui/forms/form-messages.tsx'
import { NewPasswordFields } from '../../shared/ui/forms/new-password-fields.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { AuthLayout } from './auth-layout.tsx'
import { LinkPage } from './mailed-link-screen.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './accounts.module.css'

export const ResetPasswordScreen = () => {
  const token = useLinkQuery(paths.resetPassword).get('token')
  /** Whether the account belongs to an admin; undefined until the password is set. */
  const [isAdmin, setIsAdmin] = useState<boolean>()
  return (
    <AuthLayout>
      {isAdmin !== undefined ? (
        <LinkPage
          title={t('accounts.passwordIsSet')}
          text={t('accounts.canLogInNow')}
          next={{ label: t('common.logIn'), to: isAdmin ? paths.admin.logIn : paths.logIn }}
        />
      ) : token === null ? (
        <LinkPage
          title={t('common.linkIsIncomplete')}
          text={t('accounts.openFullLinkOrRequest')}
          next={{ label: t('accounts.requestNewLink'), to: paths.forgotPassword }}
        />
      ) : (
        <ResetForm token={token} onDone={(response) => setIsAdmin(response.isAdmin)} />
      )}
    </AuthLayout>
  )
}

type ResetFormProps = { token: string; onDone: (response: ResetPasswordResponse) => void }

const ResetForm = ({ token, onDone }: ResetFormProps) => {
  const form = useForm({
    schema: async () => (await import('./form-schemas.ts')).resetPasswordForm,
    defaultValues: { password: '', confirmPassword: '' },
    failureText: t('common.passwordNotChanged'),
    send: ({ password }) =>
      request('POST', '/api/auth/reset-password', { body: { token, password }, area: 'none' }),
    onDone,
  })

  return (
    <form className={css.form} {...form.props}>
      <div className={css.intro}>
        <h1>{t('common.newPassword')}</h1>
        <p>{t('accounts.newPasswordIntro')}</p>
      </div>
      <FormMessages form={form}>
        <Link to={paths.forgotPassword}>{t('accounts.requestNewLink')}</Link>
      </FormMessages>
      <NewPasswordFields
        form={form}
        passwordClassName={layout.stack12}
        placeholder={t('accounts.repeatPassword')}
        iconHidden
      />
      <SubmitButton form={form} size="large" wide busyText={t('common.saving')}>
        {t('accounts.setPassword')}
      </SubmitButton>
    </form>
  )
}
