import { paths, useNavigate } from '../navigation/router.ts'
import { AlertDialog } from '../ui/dialog/dialog.tsx'
import { isAdminSession, useSession } from '../session/session.ts'
import { t } from '../i18n/t.ts'

/** Asks for confirmation before the session in this browser ends. The login of its area opens afterwards. */
export const LogOutDialog = ({ onClose }: { onClose: () => void }) => {
  const { logIn } = useSession(({ session }) => (isAdminSession(session) ? paths.admin : paths))
  const navigate = useNavigate()
  return (
    <AlertDialog
      onClose={onClose}
      title={t('account.logOutQuestion')}
      description={t('account.logOutSure')}
      confirmLabel={t('common.logOutAccount')}
      onConfirm={() => {
        useSession.getState().logOut()
        void navigate(logIn)
      }}
    />
  )
}
