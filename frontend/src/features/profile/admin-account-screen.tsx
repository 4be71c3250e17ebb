// The account of the admin who is logged in: name, image, password and sessions.

import type { ReactNode } from 'react'
import { Link } from '../../shared/navigation/router.ts'
import { ownAccount } from '../../shared/account/own-account.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { Card } from '../../shared/ui/display/card.tsx'
import { SkeletonForm } from '../../shared/ui/feedback/skeleton.tsx'
import { ErrorState } from '../../shared/ui/feedback/states.tsx'
import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { ProfileSections } from './profile-sections.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './profile-screen.module.css'

export const AdminAccountScreen = ({ sessions }: { sessions?: ReactNode }) => {
  const me = useLiveData(ownAccount)
  const note = t.rich('profile.secondFactors', {
    link: (text) => (
      <Link to={paths.admin.security} className={css.link}>
        {text}
      </Link>
    ),
  })
  return (
    <AdminPage title={t('common.account')} note={note} narrow>
      {me.data && <ProfileSections user={me.data.user} sessions={sessions} />}
      {me.state === 'loading' && (
        <Card padding="large">
          <SkeletonForm fields={4} />
        </Card>
      )}
      {me.state === 'failed' && (
        <Card>
          <ErrorState title={me.message || t('profile.profileNotLoaded')} heading="h2" onRetry={me.reload} />
        </Card>
      )}
    </AdminPage>
  )
}
