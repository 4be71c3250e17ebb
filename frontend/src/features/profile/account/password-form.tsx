// The form that changes the user's password. All other sessions of the user end.

import { useEffect } from 'react'
import { useSession } from '../../../shared/session/session.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { SubmitButton, FormMessages, useForm } from '../../../shared/ui/forms/use-form.tsx'
import { NewPasswordFields, PasswordField } from '../../../shared/ui/forms/password-fields.tsx'
import { request } from '../../../shared/http/http.ts'
import { t } from '../../../shared/i18n/t.ts'
import layout from '../../../shared/styles/layout.module.css'
import css from './account-sections.module.css'

export const PasswordForm = ({ onDone, onClose }: { onDone: () => void; onClose: () => void }) => {
  const replaceToken = useSession((store) => store.replaceToken)
  const form = useForm({
    schema: async () => (await import('../form-schemas.ts')).passwordForm,
    defaultValues: { currentPassword: '', password: '', confirmPassword: '' },
    failureText: t('common.passwordNotChanged'),
    // This session continues with a new token.
    send: ({ currentPassword, password: newPassword }) =>
      replaceToken(() =>
        request('POST', '/api/auth/change-password', { body: { currentPassword, newPassword } }),
      ),
    onDone,
    fieldErrors: ({ errors: { newPassword, ...errors } }) =>
      newPassword === undefined ? errors : { ...errors, password: newPassword },
  })
  const { ref } = form.props
  // The button that was pressed is gone.
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref])
  return (
    <form className={css.form} {...form.props}>
      <FormMessages form={form} />
      <PasswordField
        label={t('profile.currentPassword')}
        autoComplete="current-password"
        icon={null}
        {...form.text('currentPassword')}
      />
      <NewPasswordFields form={form} passwordClassName={css.newPassword} icon={null} />
      <div className={layout.cluster12}>
        <SubmitButton form={form} busyText={t('common.changing')}>
          {t('profile.setNewPassword')}
        </SubmitButton>
        <Button kind="quiet" disabled={form.pending} onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}
