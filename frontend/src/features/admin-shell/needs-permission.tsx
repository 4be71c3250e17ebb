// The guard of screens that need a permission: shows its routes to admins who have it, and tells others who can give it to them. The role
// may change at any time. The guards of `app/guards.tsx` ask for no permission.

import type { Permission } from '@thirty/contracts/team/permissions.ts'
import { Outlet, paths } from '../../shared/navigation/router.ts'
import { formatList } from '../../shared/format/format.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { ButtonLink } from '../../shared/ui/controls/button.tsx'
import { EmptyState } from '../../shared/ui/feedback/states.tsx'
import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { t } from '../../shared/i18n/t.ts'
import { useMay, useRole, lowestRole, roleLabels } from '../../shared/team/permissions.tsx'

const ownerNames = liveData({
  load: async (_key: undefined, signal) => {
    const { members } = await request('GET', '/api/admin/team', { signal })
    return members.flatMap(({ fullName, role, status }) =>
      role === 'owner' && status === 'active' ? [fullName] : [],
    )
  },
})

export const NeedsPermission = ({ permission }: { permission: Permission }) =>
  useMay(permission) ? <Outlet /> : <NoAccess permission={permission} />

const NoAccess = ({ permission }: { permission: Permission }) => {
  const role = useRole()
  const { data: names = [] } = useLiveData(ownerNames)
  return (
    <AdminPage title={t('team.noAccess')}>
      <EmptyState
        title={t('team.noAccessText', {
          lowest: lowestRole(permission),
          role: role === undefined ? '' : roleLabels[role],
        })}
        action={<ButtonLink to={paths.admin.team}>{t('team.toTeam')}</ButtonLink>}
      >
        {names.length > 0 ? t('team.whoChanges', { names: formatList(names) }) : t('team.whoChangesUnknown')}
      </EmptyState>
    </AdminPage>
  )
}
