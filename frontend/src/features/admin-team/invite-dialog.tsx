// Makes an invitation, and then shows its link.

import type { InvitationEntry } from '@thirty/contracts/team/api.ts'
import { adminRoles, type AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { invitationDays, maxInvitationNoteLength } from '@thirty/contracts/team/invitations.ts'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { request } from '../../shared/http/http.ts'
import { roleDescriptions, roleLabels } from '../../shared/team/permissions.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { CopyButton } from '../../shared/ui/controls/share-button.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { FormDialog } from '../../shared/ui/forms/form-dialog.tsx'
import { Select } from '../../shared/ui/select/select.tsx'
import { allAdmins } from './team-data.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './team-screen.module.css'

const roleOptions = adminRoles.map((role) => ({ value: role, label: roleLabels[role] }))
const dayOptions = invitationDays
  .toSorted((one, other) => one - other)
  .map((count) => ({ value: count, label: t('common.days', { count }) }))

const defaultValues: { role: AdminRole; days: (typeof invitationDays)[number]; email: string; note: string } =
  { role: 'reviewer', days: invitationDays[0], email: '', note: '' }

export const InviteDialog = ({ onClose }: { onClose: () => void }) => {
  const [created, setCreated] = useState<InvitationEntry>()
  if (created) return <CreatedDialog invitation={created} onClose={onClose} />
  return (
    <FormDialog
      title={t('adminTeam.invite')}
      description={t('adminTeam.inviteText')}
      schema={async () => (await import('@thirty/contracts/team/api.ts')).createInvitationRequest}
      defaultValues={defaultValues}
      send={(body) => allAdmins.after(request('POST', '/api/admin/invitations', { body }))}
      failureText={t('adminTeam.createFailed')}
      submitLabel={t('adminTeam.create')}
      busyText={t('adminTeam.creating')}
      onDone={({ invitation }) => setCreated(invitation)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <div className={css.pair}>
            <Select
              {...form.control('role')}
              label={t('common.role')}
              hint={roleDescriptions[form.control('role').value]}
              options={roleOptions}
            />
            <Select {...form.control('days')} label={t('adminTeam.validFor')} options={dayOptions} />
          </div>
          <Field
            {...form.text('email')}
            type="email"
            label={t('common.email')}
            optional
            hint={t('adminTeam.emailHint')}
            icon={<Mail />}
            autoCapitalize="none"
            spellCheck={false}
          />
          <Field
            {...form.text('note')}
            label={t('adminTeam.note')}
            optional
            hint={t('adminTeam.noteHint')}
            dir="auto"
            maxLength={maxInvitationNoteLength}
          />
        </>
      )}
    </FormDialog>
  )
}

type CreatedDialogProps = { invitation: InvitationEntry; onClose: () => void }

const CreatedDialog = ({ invitation: { email, link }, onClose }: CreatedDialogProps) => (
  <Dialog
    onClose={onClose}
    title={t('adminTeam.createdTitle')}
    description={email === null ? t('adminTeam.createdText') : t('adminTeam.createdAndMailed', { email })}
  >
    <div className={layout.stack16}>
      <Field
        id="invitation-link"
        label={t('adminTeam.link')}
        value={link ?? ''}
        readOnly
        dir="ltr"
        onFocus={(event) => event.target.select()}
      />
      <div className={layout.formActions}>
        <CopyButton
          kind="primary"
          text={link ?? ''}
          copied={t('common.linkCopied')}
          notCopied={t('adminTeam.notCopied')}
        >
          {t('adminTeam.copy')}
        </CopyButton>
        <Button onClick={onClose}>{t('common.done')}</Button>
      </div>
    </div>
  </Dialog>
)
