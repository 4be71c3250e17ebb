import { paths, useNavigate } from '../navigation/router.ts'
import { AlertDialog } from '../ui/dialog/dialog.tsx'
import { isAdminSession, useSession } from '../session/session.ts'
import { t } from '../i18n/t.ts'

/** Asks for confirmation before the session in this browser ends. The login of its area opens afterwards. */
export const LogOutDialog = ({ onClose }: { onClose: () => void }) => {
  const { logIn } = useSession(({ session }) => (isAdminSession(session) ? paths.admin : paths))
  const logOut = useSession((store) => store.logOut)
  const navigate = useNavigate()
  const confirm = () => {
    logOut()
    void navigate(logIn)
  }
  return (
    <AlertDialog
      onClose={onClose}
      title={t('account.logOutQuestion')}
      description={t('account.logOutSure')}
      confirmLabel={t('common.logOutAccount')}
      onConfirm={confirm}
    />
  )
}
