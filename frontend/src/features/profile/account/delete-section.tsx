import { useState } from 'react'
import { Link, useNavigate } from '../../../shared/navigation/router.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { useFormSubmit } from '../../../shared/http/use-form-submit.ts'
import { isAdminSession, useSession } from '../../../shared/session/session.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { AlertDialog } from '../../../shared/ui/dialog/alert-dialog.tsx'
import { Card, CardTitle } from '../../../shared/ui/display/card.tsx'
import { PasswordField } from '../../../shared/ui/forms/password-field.tsx'
import { deleteAccount } from '../api.ts'
import { t } from '../messages/t.ts'
import profile from '../profile-screen.module.css'
import css from './account-sections.module.css'

/** Deletes the account, after the password. */
export const DeleteSection = () => {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Card as="section" padding="large" className={css.danger}>
      <CardTitle>{t('deleteAccount')}</CardTitle>
      <div className={css.row}>
        <p>{t('erasedForGood')}</p>
        <Button kind="danger-outline" onClick={() => setIsAsking(true)}>
          {t('deleteMyAccount')}
        </Button>
      </div>
      {isAsking && <DeleteDialog onClose={() => setIsAsking(false)} />}
    </Card>
  )
}

const DeleteDialog = ({ onClose }: { onClose: () => void }) => {
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const isAdmin = useSession(({ session }) => isAdminSession(session))
  const [isLastOwner, setIsLastOwner] = useState(false)
  const { pending, failure, run } = useFormSubmit(t('accountNotDeleted'))
  const confirm = async () => {
    setIsLastOwner(false)
    const response = await run(
      () => deleteAccount(password),
      ({ code }) => setIsLastOwner(code === 'last-admin'),
    )
    if (response === undefined) return
    useSession.getState().logOut()
    // The server has ended the sessions, too, and whichever comes first leads there.
    void navigate(isAdmin ? paths.admin.logIn : paths.logIn)
  }
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      kind="danger"
      title={t('deleteQuestion')}
      description={t('cannotBeUndone')}
      confirmLabel={t('deleteMyAccount')}
      busy={pending}
      busyText={t('deleting')}
      error={failure}
      onConfirm={() => void confirm()}
    >
      <ul className={css.consequences}>
        <li>{t('profileIsErased')}</li>
        <li>{isAdmin ? t('decisionsStay') : t('projectsStay')}</li>
        <li>{t('nameIsFreeAgain')}</li>
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void confirm()
        }}
      >
        <PasswordField
          label={t('password')}
          name="password"
          autoComplete="current-password"
          hint={t('noPasswordHint')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </form>
      {isLastOwner && (
        <p>
          {t.rich('otherOwnerFirst', {
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
