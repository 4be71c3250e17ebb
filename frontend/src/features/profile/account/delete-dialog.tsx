// The dialog that asks for the password before the user's account is deleted.

import { useState } from 'react'
import { Link, useNavigate, paths } from '../../../shared/navigation/router.ts'
import { useFormSubmit } from '../../../shared/http/use-form-submit.ts'
import { isAdminSession, useSession } from '../../../shared/session/session.ts'
import { AlertDialog } from '../../../shared/ui/dialog/alert-dialog.tsx'
import { PasswordField } from '../../../shared/ui/forms/password-fields.tsx'
import { request } from '../../../shared/http/http.ts'
import { t } from '../../../shared/i18n/t.ts'
import profile from '../profile-screen.module.css'
import css from './account-sections.module.css'

export const DeleteDialog = ({ onClose }: { onClose: () => void }) => {
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const isAdmin = useSession(({ session }) => isAdminSession(session))
  const [isLastOwner, setIsLastOwner] = useState(false)
  const { pending, failure, run } = useFormSubmit(t('profile.accountNotDeleted'))
  const confirm = async () => {
    setIsLastOwner(false)
    const response = await run(
      // An account that was created by a social sign-in has no password.
      () => request('DELETE', '/api/auth/account', { body: password === '' ? {} : { password } }),
      ({ code }) => setIsLastOwner(code === 'last-admin'),
    )
    if (response === undefined) return
    useSession.getState().logOut()
    // The server has ended the sessions, too, and whichever comes first leads there.
    void navigate(isAdmin ? paths.admin.logIn : paths.logIn)
  }
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
      onConfirm={() => void confirm()}
    >
      <ul className={css.consequences}>
        <li>{t('profile.profileIsErased')}</li>
        <li>{isAdmin ? t('profile.decisionsStay') : t('profile.projectsStay')}</li>
        <li>{t('profile.nameIsFreeAgain')}</li>
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void confirm()
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
