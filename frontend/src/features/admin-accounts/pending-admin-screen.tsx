import { pendingAccountText } from '@thirty/contracts/endpoints/access.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { useSession } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { AdminAuthLayout } from './admin-auth-layout.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'

/** Replaces the admin area for an admin whose account is pending, and who has no admin rights. */
export const PendingAdminScreen = () => {
  const { check, logOut } = useSession()
  const { pending, run } = useFormSubmit('')
  return (
    <AdminAuthLayout title={pendingAccountText.message}>
      <div className={layout.stack20}>
        <p>{t('adminAccounts.pendingText')}</p>
        <Button
          kind="primary"
          size="large"
          wide
          busy={pending}
          busyText={t('common.checking')}
          onClick={() => void run(check)}
        >
          {t('common.checkAgain')}
        </Button>
        <Button size="large" wide onClick={logOut}>
          {t('common.logOut')}
        </Button>
      </div>
    </AdminAuthLayout>
  )
}
