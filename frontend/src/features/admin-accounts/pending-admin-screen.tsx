import { pendingAccountMessage } from '@thirty/contracts/endpoints/access.ts'
import { useState } from 'react'
import { useSession } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { AdminAuthLayout } from './admin-auth-layout.tsx'
import css from './admin-auth-layout.module.css'

/** Replaces the admin area for an admin whose account is pending, and who has no admin rights. */
export const PendingAdminScreen = () => {
  const { check, logOut } = useSession()
  const [isChecking, setIsChecking] = useState(false)
  const checkAgain = async () => {
    setIsChecking(true)
    await check()
    setIsChecking(false)
  }
  return (
    <AdminAuthLayout title={pendingAccountMessage}>
      <div className={css.form}>
        <p>Another admin has to activate it before you can use the admin area.</p>
        <Button
          kind="primary"
          size="large"
          wide
          busy={isChecking}
          busyText="Checking..."
          onClick={() => void checkAgain()}
        >
          Check again
        </Button>
        <Button size="large" wide onClick={logOut}>
          Log out
        </Button>
      </div>
    </AdminAuthLayout>
  )
}
