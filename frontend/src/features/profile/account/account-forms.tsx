// What the sections of the account load before it is opened. One is the form that changes the password, which ends all other sessions of the
// user; the other is the dialog that asks for the password before the account is deleted.

import { useState } from 'react'
import { request } from '../../../shared/http/http.ts'
import { useFormSubmit } from '../../../shared/ui/forms/use-form-submit.ts'
import { t } from '../../../shared/i18n/t.ts'
import { Link, useNavigate, paths } from '../../../shared/navigation/router.ts'
import { useSession, isAdminSession } from '../../../shared/session/session.ts'
import { AlertDialog } from '../../../shared/ui/dialog/dialog.tsx'
import { NewPasswordFields, PasswordField } from '../../../shared/ui/forms/password-fields.tsx'
import { CancelButton, SubmitButton, FormMessages, useForm } from '../../../shared/ui/forms/use-form.tsx'
import layout from '../../../shared/styles/layout.module.css'
import profile from '../profile-screen.module.css'
import css from './account-sections.module.css'

export const PasswordForm = ({ onDone, onClose }: { onDone: () => void; onClose: () => void }) => {
  const replaceToken = useSession((store) => store.replaceToken)
  const form = useForm({
    schema: async () => (await import('../../../shared/account/account-schemas.ts')).changePasswordForm,
    defaultValues: { currentPassword: '', password: '', confirmPassword: '' },
    failureText: t('common.passwordNotChanged'),
    // This session continues with a new token.
    send: ({ currentPassword, password: newPassword }) =>
      replaceToken(() =>
        request('POST', '/api/auth/change-password', { body: { currentPassword, newPassword } }),
      ),
    onDone,
    fieldNames: { newPassword: 'password' },
  })
  return (
    <form className={css.form} {...form.props}>
      <FormMessages form={form} />
      <PasswordField
        label={t('profile.currentPassword')}
        autoComplete="current-password"
        icon={null}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed is gone
        autoFocus
        {...form.text('currentPassword')}
      />
      <NewPasswordFields form={form} />
      <div className={layout.cluster12}>
        <SubmitButton form={form} busyText={t('common.changing')}>
          {t('profile.setNewPassword')}
        </SubmitButton>
        <CancelButton form={form} onClose={onClose} kind="quiet" />
      </div>
    </form>
  )
}

export const DeleteDialog = ({ onClose }: { onClose: () => void }) => {
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const isAdmin = useSession(({ session }) => isAdminSession(session))
  const [isLastOwner, setIsLastOwner] = useState(false)
  const { pending, failure, run } = useFormSubmit(t('profile.accountNotDeleted'))
  const deleteAccount = async () => {
    setIsLastOwner(false)
    // An account that was created by a social sign-in has no password.
    await request('DELETE', '/api/auth/account', { body: password === '' ? {} : { password } })
    useSession.getState().logOut()
    // The server has ended the sessions, too, and whichever comes first leads there.
    void navigate(isAdmin ? paths.admin.logIn : paths.logIn)
  }
  const confirm = () => void run(deleteAccount, ({ code }) => setIsLastOwner(code === 'last-admin'))
  return (
    <AlertDialog
      onClose={onClose}
      kind="danger"
      title={t('profile.deleteQuestion')}
      description={t('common.cannotBeUndone')}
      confirmLabel={t('profile.deleteMyAccount')}
      busy={pending}
      busyText={t('common.deleting')}
      error={failure}
      onConfirm={confirm}
    >
      <ul className={css.consequences}>
        <li>{t('profile.profileIsErased')}</li>
        <li>{isAdmin ? t('profile.decisionsStay') : t('profile.projectsStay')}</li>
        <li>{t('profile.nameIsFreeAgain')}</li>
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          confirm()
        }}
      >
        <PasswordField
          label={t('common.password')}
          name="password"
          autoComplete="current-password"
          hint={t('profile.noPasswordHint')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </form>
      {isLastOwner && (
        <p>
          {t.rich('profile.otherOwnerFirst', {
            link: (text) => (
              <Link to={paths.admin.team} className={profile.link}>
                {text}
              </Link>
            ),
          })}
        </p>
      )}
    </AlertDialog>
  )
}
