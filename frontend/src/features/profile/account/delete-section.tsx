import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../../app/paths.ts'
import { useFormSubmit } from '../../../shared/http/use-form-submit.ts'
import { useSession } from '../../../shared/session/session.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { AlertDialog } from '../../../shared/ui/dialog/alert-dialog.tsx'
import { Card, CardTitle } from '../../../shared/ui/display/card.tsx'
import { PasswordField } from '../../../shared/ui/forms/password-field.tsx'
import { deleteAccount } from '../api.ts'
import css from './account-sections.module.css'

/** Deletes the account, after the password. */
export const DeleteSection = () => {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Card as="section" padding="large" className={css.danger}>
      <CardTitle>Delete account</CardTitle>
      <div className={css.row}>
        <p>Your personal data is erased at once and for good. Nobody can bring it back.</p>
        <Button kind="danger-outline" onClick={() => setIsAsking(true)}>
          Delete my account
        </Button>
      </div>
      {isAsking && <DeleteDialog onClose={() => setIsAsking(false)} />}
    </Card>
  )
}

const DeleteDialog = ({ onClose }: { onClose: () => void }) => {
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const { pending, failure, run } = useFormSubmit('The account could not be deleted. Please try again.')
  const confirm = async () => {
    if ((await run(() => deleteAccount(password))) === undefined) return
    useSession.getState().logOut()
    // The server has ended the sessions, too, and whichever comes first leads there.
    void navigate(paths.logIn)
  }
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      kind="danger"
      title="Delete your account?"
      description="This cannot be undone."
      confirmLabel="Delete my account"
      busy={pending}
      busyText="Deleting..."
      error={failure}
      onConfirm={() => void confirm()}
    >
      <ul className={css.consequences}>
        <li>Your name, email, username, profile and profile image are erased.</li>
        <li>Your projects, ratings and points stay, under “Deleted participant”.</li>
        <li>Your email and username are free again. You are logged out everywhere.</li>
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void confirm()
        }}
      >
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          hint="Leave it empty if you log in with GitHub or Google and never set one."
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </form>
    </AlertDialog>
  )
}
