import { useNavigate } from '../navigation/router.ts'
import { AlertDialog } from '../ui/dialog/alert-dialog.tsx'
import { useSession } from './session.ts'
import { t } from './messages/t.ts'

type LogOutDialogProps = {
  /** The login of the area, which opens afterwards. */
  logInPath: string
  onClose: () => void
}

/** Asks for confirmation before the session in this browser ends. */
export const LogOutDialog = ({ logInPath, onClose }: LogOutDialogProps) => {
  const logOut = useSession((store) => store.logOut)
  const navigate = useNavigate()
  const confirm = () => {
    logOut()
    void navigate(logInPath)
  }
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('logOutQuestion')}
      description={t('logOutSure')}
      confirmLabel={t('logOut')}
      onConfirm={confirm}
    />
  )
}
