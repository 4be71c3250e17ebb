// Declares a conflict of interest of this admin with a participant, or of another one if the role allows it.

import { useState } from 'react'
import type { JudgingResponse } from '@thirty/contracts/judging/api.ts'
import type { SearchResponse } from '@thirty/contracts/operations/search-api.ts'
import { conflictReasons, type ConflictReason } from '@thirty/contracts/judging/conflicts.ts'
import { formatName } from '../../../shared/format/format-name.ts'
import { request } from '../../../shared/http/http.ts'
import { useFormSubmit } from '../../../shared/http/use-form-submit.ts'
import { conflictReasonLabel, declareConflict } from '../../../shared/judging/judging-requests.ts'
import { ownUserId } from '../../../shared/session/session.ts'
import { Allowed } from '../../../shared/team/permissions.tsx'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { Failure } from '../../../shared/ui/feedback/banner.tsx'
import { Field } from '../../../shared/ui/forms/field.tsx'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { Select } from '../../../shared/ui/select/select.tsx'
import { judgingData } from '../judging-data.ts'
import { distinctNames, useNameOf } from '../../../shared/people/people.tsx'
import { t } from '../../../shared/i18n/t.ts'
import layout from '../../../shared/styles/layout.module.css'
import css from '../judging-screen.module.css'

const none = 'none'
const reasonOptions = [
  { value: none, label: t('adminJudging.noReason') },
  ...conflictReasons.map((value) => ({ value, label: conflictReasonLabel(value) })),
]

type Participant = SearchResponse['participants'][number]

type DeclareConflictDialogProps = { admins: JudgingResponse['admins']; onClose: () => void }

export const DeclareConflictDialog = ({ admins, onClose }: DeclareConflictDialogProps) => {
  const own = ownUserId()
  const nameOf = useNameOf()
  const [admin, setAdmin] = useState(own ?? '')
  const [participant, setParticipant] = useState<Participant>()
  const [reason, setReason] = useState<ConflictReason>()
  const { pending, failure, run, setFailure } = useFormSubmit(t('common.conflictNotDeclared'))
  const others = admins.filter(({ _id }) => _id !== own)

  const submit = async () => {
    if (participant === undefined) return setFailure(t('adminJudging.chooseParticipant'))
    const response = await run(() =>
      declareConflict({
        participant: participant._id,
        ...(admin !== own && { admin }),
        ...(reason !== undefined && { reason }),
      }),
    )
    if (response === undefined) return
    toast({ kind: 'success', text: t('common.conflictDeclared') })
    onClose()
    await judgingData.refresh()
  }

  return (
    <Dialog
      onClose={() => !pending && onClose()}
      title={t('adminJudging.declareTitle')}
      description={t('adminJudging.declareText')}
      width={520}
    >
      <form
        className={layout.stack16}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Allowed to="run-challenge">
          <Select
            label={t('common.admin')}
            options={[
              ...(own === undefined ? [] : [{ value: own, label: t('adminJudging.myself') }]),
              ...others.map((other) => ({ value: other._id, label: nameOf(other) })),
            ]}
            value={admin}
            onValueChange={setAdmin}
          />
        </Allowed>
        <ParticipantChoice chosen={participant} onChoose={setParticipant} />
        <Select
          label={t('common.reason')}
          options={reasonOptions}
          value={reason ?? none}
          onValueChange={(next) => setReason(conflictReasons.find((one) => one === next))}
        />
        <Failure text={failure} />
        <Button type="submit" kind="primary" busy={pending} busyText={t('adminJudging.declaring')}>
          {t('adminJudging.declareNow')}
        </Button>
      </form>
    </Dialog>
  )
}

type ParticipantChoiceProps = {
  chosen: Participant | undefined
  onChoose: (participant: Participant) => void
}

/** Maximum number of participants that are offered. */
const maxFound = 5

/** Finds participants by name, username and email address, and chooses one. */
const ParticipantChoice = ({ chosen, onChoose }: ParticipantChoiceProps) => {
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly Participant[]>()
  const { pending, failure, run } = useFormSubmit(t('adminJudging.searchFailed'))
  const search = async () => {
    const q = text.trim().slice(0, 100)
    if (q === '') return
    const response = await run(() => request('GET', '/api/admin/search', { query: { q, limit: maxFound } }))
    if (response) setFound(response.participants)
  }
  return (
    <div className={css.found}>
      <div className={css.searchLine}>
        <Field
          label={t('adminJudging.participant')}
          placeholder={t('adminJudging.participantHint')}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter searches and does not declare a conflict.
            event.preventDefault()
            void search()
          }}
        />
        <Button busy={pending} busyText={t('adminJudging.searching')} onClick={() => void search()}>
          {t('adminJudging.search')}
        </Button>
      </div>
      <Failure text={failure} />
      <p role="status">
        {chosen
          ? t('adminJudging.chosen', { name: distinctNames(found ?? [])(chosen) })
          : found?.length === 0 && t('adminJudging.nobodyFound')}
      </p>
      {found?.map((participant) => (
        <Button
          key={participant._id}
          kind="quiet"
          aria-pressed={participant._id === chosen?._id}
          onClick={() => onChoose(participant)}
        >
          <bdi>{formatName(participant.fullName)}</bdi>
          {participant.username !== null && <span className={css.quiet}>{` @${participant.username}`}</span>}
        </Button>
      ))}
    </div>
  )
}
