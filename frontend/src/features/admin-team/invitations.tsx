// The invitations of admins: open, used, expired, revoked and void ones.

import type { InvitationEntry } from '@thirty/contracts/team/api.ts'
import type { InvitationState } from '@thirty/contracts/team/invitations.ts'
import { Ban, Check, Clock, Copy, MailPlus, UserPlus, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { formatName } from '../../shared/format/format-name.ts'
import { roleLabels } from '../../shared/team/permissions.tsx'
import { lazyDialog } from '../../shared/ui/dialog/lazy-dialog.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { ConfirmedButton } from '../../shared/ui/dialog/request-dialog.tsx'
import { Badge, type BadgeTone } from '../../shared/ui/display/badge.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { EmptyState } from '../../shared/ui/feedback/states.tsx'
import { copyText } from '../../shared/ui/feedback/copy-text.ts'
import { revokeInvitation } from './team-data.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './invitations.module.css'

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
        <EmptyState title={t('adminTeam.noInvitations')} heading="h3" action={button}>
          {t('adminTeam.noInvitationsText')}
        </EmptyState>
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

const states: Readonly<Record<InvitationState, { tone: BadgeTone; icon: ReactNode }>> = {
  open: { tone: 'warning', icon: <Clock /> },
  used: { tone: 'success', icon: <Check /> },
  expired: { tone: 'neutral', icon: <Clock /> },
  revoked: { tone: 'neutral', icon: <X /> },
  void: { tone: 'danger', icon: <Ban /> },
}

const InvitationRow = ({ invitation }: { invitation: InvitationEntry }) => {
  const { role, state, by, createdAt, email, note, link } = invitation
  const { tone, icon } = states[state]
  const who = note ?? email ?? t('adminTeam.forSomebody')
  return (
    <li className={css.row}>
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
        <Badge tone={tone} icon={icon}>
          {t('adminTeam.state', { state })}
        </Badge>
        <StateDetail invitation={invitation} />
      </p>
      {link !== null && (
        <div className={css.actions}>
          <Button
            size="small"
            icon={<Copy />}
            aria-label={t('adminTeam.copyOf', { who })}
            onClick={() =>
              void copyText(link, { copied: t('common.linkCopied'), notCopied: t('adminTeam.notCopied') })
            }
          >
            {t('adminTeam.copy')}
          </Button>
          <ConfirmedButton
            size="small"
            kind="danger-outline"
            isDangerous
            label={t('adminTeam.revoke')}
            aria-label={t('adminTeam.revokeOf', { who })}
            title={t('adminTeam.revokeQuestion')}
            description={t('adminTeam.revokeText')}
            failureText={t('adminTeam.revokeFailed')}
            run={() => revokeInvitation(invitation)}
            doneText={t('common.invitationRevoked')}
          />
        </div>
      )}
    </li>
  )
}

const StateDetail = ({ invitation: { state, expiresAt, usedBy } }: { invitation: InvitationEntry }) => {
  if (state === 'open')
    return <span>{t.rich('adminTeam.until', { time: () => <Time at={expiresAt} exact="minute" /> })}</span>
  if (state === 'void') return <span>{t('adminTeam.voidText')}</span>
  return usedBy && <span>{t('adminTeam.usedBy', { name: formatName(usedBy.fullName) })}</span>
}
