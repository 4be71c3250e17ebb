// An admin, with the role: owners change it.

import type { TeamMember } from '@thirty/contracts/team/api.ts'
import { adminRoles, type AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { losesPermission } from '@thirty/contracts/team/permissions.ts'
import { useState } from 'react'
import { formatName } from '../../shared/format/format-name.ts'
import { errorMessage } from '../../shared/http/request-failed.ts'
import { ownUserId } from '../../shared/session/session.ts'
import { roleLabels } from '../../shared/team/permissions.tsx'
import { Avatar } from '../../shared/ui/avatar/avatar.tsx'
import { AlertDialog } from '../../shared/ui/dialog/alert-dialog.tsx'
import { Badge, StatusBadge, YouBadge } from '../../shared/ui/display/badge.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { Select } from '../../shared/ui/select/select.tsx'
import { changeRole } from './team-data.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './team-screen.module.css'

type MemberRowProps = { member: TeamMember; mayManage: boolean }

export const MemberRow = ({ member, mayManage }: MemberRowProps) => {
  const { _id: id, fullName, email, lastSeenAt, profileImage, role, status } = member
  return (
    <li className={css.row}>
      <Avatar id={id} name={fullName} image={profileImage} size={44} />
      <div className={css.words}>
        <h3 className={css.name}>
          <span dir="auto">{formatName(fullName)}</span>
          {id === ownUserId() && <YouBadge />}
        </h3>
        <p className={css.detail}>
          <bdi>{email}</bdi>
        </p>
      </div>
      <span className={css.status}>
        <StatusBadge status={status} />
      </span>
      <span className={css.seen}>
        {lastSeenAt === null
          ? t('adminTeam.notSeen')
          : t.rich('adminTeam.lastSeen', { time: () => <Time at={lastSeenAt} /> })}
      </span>
      <div className={css.role}>
        {mayManage ? <RoleSelect member={member} /> : <Badge tone="info">{roleLabels[role]}</Badge>}
      </div>
    </li>
  )
}

const options = adminRoles.map((role) => ({ value: role, label: roleLabels[role] }))

type Change = { to: AdminRole; busy: boolean; error?: string }

/** Changes the role, after a confirmation if the admin loses rights. */
const RoleSelect = ({ member }: { member: TeamMember }) => {
  const { _id: id, fullName, role } = member
  const name = formatName(fullName)
  const isOwn = id === ownUserId()
  const [change, setChange] = useState<Change>()
  const save = async (to: AdminRole, onFailure: (message: string) => void) => {
    setChange({ to, busy: true })
    try {
      await changeRole(member, to)
      setChange(undefined)
      toast({ kind: 'success', text: t('adminTeam.changed', { name, role: to }) })
    } catch (error) {
      onFailure(errorMessage(error, t('adminTeam.changeFailed')))
    }
  }
  const choose = (value: string) => {
    const to = adminRoles.find((known) => known === value)
    if (to === undefined || to === role) return
    if (losesPermission(role, to)) setChange({ to, busy: false })
    else
      void save(to, (text) => {
        setChange(undefined)
        toast({ kind: 'error', text })
      })
  }
  const to = change?.to ?? role
  const asks = change !== undefined && losesPermission(role, change.to)
  return (
    <>
      <Select
        id={`role-${id}`}
        label={t('adminTeam.roleOf', { name })}
        labelHidden
        options={options}
        value={role}
        onValueChange={choose}
        disabled={change?.busy === true}
      />
      {asks && (
        <AlertDialog
          onClose={() => setChange(undefined)}
          kind="danger"
          title={isOwn ? t('adminTeam.loseOwnQuestion') : t('adminTeam.loseQuestion', { name, role: to })}
          description={isOwn ? t('adminTeam.loseOwnText', { role: to }) : t('adminTeam.loseText', { name })}
          confirmLabel={t('adminTeam.changeRole')}
          busy={change?.busy}
          busyText={t('common.changing')}
          error={change?.error}
          onConfirm={() => void save(to, (error) => setChange({ to, busy: false, error }))}
        />
      )}
    </>
  )
}
