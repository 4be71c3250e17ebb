// Finds a participant by name and chooses one.

import { useState } from 'react'
import { formatName } from '../../../shared/format/format-name.ts'
import { useFormSubmit } from '../../../shared/http/use-form-submit.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { Failure } from '../../../shared/ui/feedback/banner.tsx'
import { Field } from '../../../shared/ui/forms/field.tsx'
import { findParticipants } from '../api.ts'
import { distinctNames } from '../../../shared/people/people.tsx'
import { t } from '../../../shared/i18n/t.ts'
import css from '../judging-screen.module.css'

export type FoundParticipant = { id: string; name: string; username: string | null }

type ParticipantChoiceProps = {
  chosen: FoundParticipant | undefined
  onChoose: (participant: FoundParticipant) => void
}

export const ParticipantChoice = ({ chosen, onChoose }: ParticipantChoiceProps) => {
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly FoundParticipant[]>()
  const { pending, failure, run } = useFormSubmit(t('adminJudging.searchFailed'))
  const search = async () => {
    if (text.trim() === '') return
    const response = await run(() => findParticipants(text.trim()))
    if (response)
      setFound(
        response.participants.map(({ _id: id, fullName, username }) => ({
          id,
          name: formatName(fullName),
          username,
        })),
      )
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
        {chosen !== undefined && (
          <span>{t('adminJudging.chosen', { name: distinctNames(found ?? [])(chosen) })}</span>
        )}
        {chosen === undefined && found?.length === 0 && <span>{t('adminJudging.nobodyFound')}</span>}
      </p>
      {found?.map((participant) => (
        <Button
          key={participant.id}
          kind="quiet"
          aria-pressed={participant.id === chosen?.id}
          onClick={() => onChoose(participant)}
        >
          <bdi>{participant.name}</bdi>
          {participant.username !== null && <span className={css.quiet}>{` @${participant.username}`}</span>}
        </Button>
      ))}
    </div>
  )
}
