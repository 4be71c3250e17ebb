import { useNavigate } from 'react-router-dom'
import { useSession } from '../../shared/session/session.ts'
import { AlertDialog } from '../../shared/ui/dialog/alert-dialog.tsx'
import { paths } from '../paths.ts'

/** Asks for confirmation before the session in this browser ends. */
export const LogOutDialog = ({ onClose }: { onClose: () => void }) => {
  const logOut = useSession((store) => store.logOut)
  const navigate = useNavigate()
  const confirm = () => {
    logOut()
    void navigate(paths.logIn)
  }
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Log out?"
      description="Are you sure you want to logout?"
      confirmLabel="Logout"
      onConfirm={confirm}
    />
  )
}
