// The admins with their roles, which owners change, and the invitations of further admins: open, used, expired, revoked and void ones.

import { adminRoles, type AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import type { TeamMember, InvitationEntry } from '@thirty/contracts/team/api.ts'
import { losesPermission } from '@thirty/contracts/team/permissions.ts'
import type { InvitationState } from '@thirty/contracts/team/invitations.ts'
import { useState } from 'react'
import { Ban, Check, Clock, MailPlus, UserPlus, X } from 'lucide-react'
import { LiveConnectionPill } from '../../shared/ui/feedback/live-connection-pill.tsx'
import { request } from '../../shared/http/http.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { ReadOnlyNotice, useMay, roleDescriptions, roleLabels } from '../../shared/team/permissions.tsx'
import {
  CountBadge,
  Badge,
  StatusBadge,
  YouBadge,
  type BadgeProps,
  SectionCard,
  DescriptionList,
} from '../../shared/ui/display/surfaces.tsx'
import { EmptyState, Loaded, SkeletonRows } from '../../shared/ui/feedback/states.tsx'
import { AdminPage } from '../../shared/ui/page/page.tsx'
import { ownUserId } from '../../shared/session/session.ts'
import { Avatar } from '../../shared/people/people.tsx'
import { RequestDialog, ConfirmedButton } from '../../shared/ui/dialog/dialog.tsx'
import { CopyButton } from '../../shared/ui/controls/share-button.tsx'
import { useToastedSubmit } from '../../shared/ui/forms/use-form-submit.ts'
import { Time } from '../../shared/ui/display/time.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { Select } from '../../shared/ui/select/select.tsx'
import { lazyDialog } from '../../shared/ui/dialog/lazy-dialog.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { allAdmins } from './team-data.ts'
import { t, formatName } from '../../shared/i18n/t.ts'
import css from './team-screen.module.css'

export const TeamScreen = () => {
  const mayManage = useMay('manage-team')
  const view = useLiveData(allAdmins, { withInvitations: mayManage })
  return (
    <AdminPage
      title={t('common.team')}
      actions={<LiveConnectionPill view={view} subject={t('adminTeam.listSubject')} />}
      note={t('adminTeam.about')}
    >
      <ReadOnlyNotice permission="manage-team" />
      <Loaded
        view={view}
        loading={<SkeletonRows count={4} label={t('adminTeam.loading')} />}
        failed={t('adminTeam.loadFailed')}
      >
        {({ members, invitations }) => (
          <>
            <SectionCard title={t('adminTeam.admins')} end={<CountBadge count={members.length} />}>
              <ul aria-label={t('adminTeam.admins')}>
                {members.map((member) => (
                  <MemberRow key={member._id} member={member} mayManage={mayManage} />
                ))}
              </ul>
            </SectionCard>
            {mayManage && invitations && <Invitations invitations={invitations} />}
            <SectionCard title={t('adminTeam.roles')}>
              <DescriptionList
                className={css.roles}
                entries={adminRoles.map((role) => [roleLabels[role], roleDescriptions[role]])}
              />
            </SectionCard>
          </>
        )}
      </Loaded>
    </AdminPage>
  )
}

/** An admin, with the role: owners change it. */
const MemberRow = ({ member, mayManage }: { member: TeamMember; mayManage: boolean }) => {
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
        {mayManage ? <RoleSelect member={member} /> : <Badge tone="info" label={roleLabels[role]} />}
      </div>
    </li>
  )
}

const failureText = t('adminTeam.changeFailed')
const roleOptions = adminRoles.map((role) => ({ value: role, label: roleLabels[role] }))

/** Changes the role, after a confirmation if the admin loses rights. */
const RoleSelect = ({ member }: { member: TeamMember }) => {
  const { _id: id, fullName, role } = member
  const name = formatName(fullName)
  const isOwn = id === ownUserId()
  const [asked, setAsked] = useState<AdminRole>()
  const { pending, run } = useToastedSubmit(failureText)
  const save = async (to: AdminRole) => {
    const options = { params: { userId: id }, body: { role: to } } as const
    await allAdmins.after(request('PUT', '/api/admin/team/:userId/role', options))
    toast({ kind: 'success', text: t('adminTeam.changed', { name, role: to }) })
    setAsked(undefined)
  }
  const choose = (to: AdminRole) => {
    if (to === role) return
    if (losesPermission(role, to)) setAsked(to)
    else void run(() => save(to))
  }
  return (
    <>
      <Select
        id={`role-${id}`}
        label={t('adminTeam.roleOf', { name })}
        labelHidden
        options={roleOptions}
        value={role}
        onValueChange={choose}
        disabled={pending}
      />
      {asked && (
        <RequestDialog
          onClose={() => setAsked(undefined)}
          kind="danger"
          title={isOwn ? t('adminTeam.loseOwnQuestion') : t('adminTeam.loseQuestion', { name, role: asked })}
          description={
            isOwn ? t('adminTeam.loseOwnText', { role: asked }) : t('adminTeam.loseText', { name })
          }
          confirmLabel={t('adminTeam.changeRole')}
          busyText={t('common.changing')}
          failureText={failureText}
          run={() => save(asked)}
        />
      )}
    </>
  )
}

const InviteDialog = lazyDialog(async () => (await import('./invite-dialog.tsx')).InviteDialog)

export const Invitations = ({ invitations }: { invitations: readonly InvitationEntry[] }) => {
  const [isInviting, setIsInviting] = useState(false)
  const button = (
    <Button kind="primary" icon={<UserPlus />} onClick={() => setIsInviting(true)}>
      {t('adminTeam.invite')}
    </Button>
  )
  return (
    <SectionCard title={t('common.invitations')} end={invitations.length > 0 && button}>
      {invitations.length === 0 ? (
        <EmptyState
          title={t('adminTeam.noInvitations')}
          text={t('adminTeam.noInvitationsText')}
          heading="h3"
          action={button}
        />
      ) : (
        <ul aria-label={t('common.invitations')}>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </SectionCard>
  )
}

const states: Readonly<Record<InvitationState, Omit<BadgeProps, 'label'>>> = {
  open: { tone: 'warning', icon: <Clock /> },
  used: { tone: 'success', icon: <Check /> },
  expired: { tone: 'neutral', icon: <Clock /> },
  revoked: { tone: 'neutral', icon: <X /> },
  void: { tone: 'danger', icon: <Ban /> },
}

const InvitationRow = ({ invitation }: { invitation: InvitationEntry }) => {
  const { role, state, by, createdAt, expiresAt, usedBy, email, note, link } = invitation
  const params = { invitationId: invitation.id }
  const who = note ?? email ?? t('adminTeam.forSomebody')
  return (
    <li className={css.invitation}>
      <MailPlus size={18} className={css.icon} />
      <div className={css.words}>
        <h3 className={css.title}>{t('adminTeam.as', { role: roleLabels[role] })}</h3>
        {note !== null && (
          <p className={css.detail} dir="auto">
            {note}
          </p>
        )}
        {email !== null && (
          <p className={css.detail}>
            <bdi>{email}</bdi>
          </p>
        )}
        <p className={css.detail}>
          {t.rich('adminTeam.by', { name: formatName(by.fullName), time: () => <Time at={createdAt} /> })}
        </p>
      </div>
      <p className={css.state}>
        <Badge {...states[state]} label={t('adminTeam.state', { state })} />
        {state === 'open' && (
          <span>{t.rich('adminTeam.until', { time: () => <Time at={expiresAt} exact="minute" /> })}</span>
        )}
        {state === 'void' && <span>{t('adminTeam.voidText')}</span>}
        {usedBy && <span>{t('adminTeam.usedBy', { name: formatName(usedBy.fullName) })}</span>}
      </p>
      {link !== null && (
        <div className={css.actions}>
          <CopyButton
            size="small"
            text={link}
            copied={t('common.linkCopied')}
            notCopied={t('adminTeam.notCopied')}
            aria-label={t('adminTeam.copyOf', { who })}
          >
            {t('adminTeam.copy')}
          </CopyButton>
          <ConfirmedButton
            size="small"
            kind="danger-outline"
            label={t('adminTeam.revoke')}
            aria-label={t('adminTeam.revokeOf', { who })}
            title={t('adminTeam.revokeQuestion')}
            description={t('adminTeam.revokeText')}
            failureText={t('adminTeam.revokeFailed')}
            run={() => allAdmins.after(request('DELETE', '/api/admin/invitations/:invitationId', { params }))}
            doneText={t('common.invitationRevoked')}
          />
        </div>
      )}
    </li>
  )
}
