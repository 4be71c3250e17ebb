// The cards beside the comparison: the controls of the scoring that is tried (weights, normalisation), the participants who are left out of
// it, and the scoring in force with the button that undoes its last change. `ScoringWords` is any scoring as a sentence.

import type { WhatIfResponse } from '@thirty/contracts/leaderboard/scoring-api.ts'
import {
  maxWeight,
  weightNames,
  type WeightName,
  maxExcluded,
} from '@thirty/contracts/leaderboard/scoring.ts'
import { useId } from 'react'
import { SectionCard } from '../../shared/ui/display/surfaces.tsx'
import { Switch } from '../../shared/ui/forms/choice.tsx'
import type { ScoringDraft } from './comparison.tsx'
import { t, formatNumber, formatName } from '../../shared/i18n/t.ts'
import { Allowed } from '../../shared/team/permissions.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { FindParticipant, nameAndUsername } from '../../shared/people/find-participant.tsx'
import { Avatar } from '../../shared/people/people.tsx'
import layout from '../../shared/styles/layout.module.css'
import css from './what-if-screen.module.css'

const labels: Readonly<Record<WeightName, string>> = {
  projects: t('common.pointsPerProject'),
  quality: t('common.pointsPerQuality'),
  streak: t('common.pointsPerStreakDay'),
}

type ScoringCardProps = {
  comparison: WhatIfResponse
  draft: ScoringDraft
  onChange: (change: ScoringDraft) => void
}

export const ScoringCard = ({ comparison, draft, onChange }: ScoringCardProps) => {
  const { inForce, other } = comparison
  const count = other.reviewers
  return (
    <SectionCard title={t('common.scoring')} padding="medium" className={layout.stack16}>
      {weightNames.map((name) => (
        <Weight
          key={name}
          label={labels[name]}
          value={draft[name] ?? inForce.weights[name]}
          inForce={inForce.weights[name]}
          onChange={(weight) => onChange({ [name]: weight })}
        />
      ))}
      <Switch
        label={t('whatIf.normalise')}
        hint={
          <>
            <span>{t('whatIf.normaliseHint')}</span>
            {count > 0 && <span> {t('whatIf.normaliseReviewers', { count })}</span>}
          </>
        }
        checked={draft.normalise === undefined ? inForce.normalised : draft.normalise === 'on'}
        onChange={(event) => onChange({ normalise: event.target.checked ? 'on' : 'off' })}
      />
    </SectionCard>
  )
}

type WeightProps = { label: string; value: number; inForce: number; onChange: (weight: number) => void }

const Weight = ({ label, value, inForce, onChange }: WeightProps) => {
  const id = useId()
  const text = formatNumber(value, { minimumFractionDigits: 1 })
  return (
    <div className={css.weight}>
      <label htmlFor={id}>{label}</label>
      <strong aria-hidden="true" data-changed={value !== inForce || undefined}>
        {text}
      </strong>
      <input
        id={id}
        type="range"
        min={0}
        max={maxWeight}
        step={0.1}
        value={value}
        aria-valuetext={text}
        aria-describedby={`${id}-now`}
        onChange={(event) => onChange(Math.round(event.target.valueAsNumber * 10) / 10)}
      />
      <span id={`${id}-now`} className={css.quiet}>
        {t('whatIf.inForceIs', { weight: inForce })}
      </span>
    </div>
  )
}

type Scoring = NonNullable<WhatIfResponse['inForce']['before']>

/** The formula, and what else counts, in words. */
export const ScoringWords = ({ scoring: { weights, normalised, excluded } }: { scoring: Scoring }) => (
  <p>
    <strong>{t('common.formula', weights)}</strong>
    {normalised && <span> {t('whatIf.withNormalised')}</span>}
    {excluded.length > 0 && <span> {t('whatIf.withExcluded', { count: excluded.length })}</span>}
  </p>
)

type InForceCardProps = Pick<WhatIfResponse, 'inForce'> & { onUndo: () => void }

export const InForceCard = ({ inForce, onUndo }: InForceCardProps) => {
  const { changedAt, changedBy, reason, before } = inForce
  return (
    <SectionCard title={t('whatIf.history')} padding="medium" className={layout.stack16}>
      <ScoringWords scoring={inForce} />
      <p className={css.quiet} dir="auto">
        {changedAt === null
          ? t('serverTexts.scoringNeverChanged')
          : t.rich('whatIf.changedBy', {
              name: changedBy ?? '',
              reason: reason ?? '',
              time: () => <Time at={changedAt} />,
            })}
      </p>
      {before !== null && (
        <Allowed to="run-challenge">
          <p>
            <Button onClick={onUndo}>{t('whatIf.undo')}</Button>
          </p>
        </Allowed>
      )}
    </SectionCard>
  )
}

type Person = WhatIfResponse['other']['excluded'][number]

/** Who is left out of the scoring that is being tried. */
export const ExcludedCard = ({ comparison, onChange }: Omit<ScoringCardProps, 'draft'>) => {
  const { excluded } = comparison.other
  const ids = excluded.map(({ id }) => id)
  const exclude = (next: readonly string[]) => onChange({ excluded: next.join(',') })
  return (
    <SectionCard title={t('whatIf.excluded')} padding="medium" className={layout.stack16}>
      <p className={css.quiet}>{t('whatIf.excludedText')}</p>
      {excluded.length === 0 ? (
        <p>{t('whatIf.nobodyExcluded')}</p>
      ) : (
        <ul className={layout.stack8} aria-label={t('whatIf.excluded')}>
          {excluded.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              action={t('whatIf.include')}
              label={t('whatIf.includeName', { name: nameAndUsername(person) })}
              onPress={() => exclude(ids.filter((id) => id !== person.id))}
            />
          ))}
        </ul>
      )}
      {ids.length >= maxExcluded ? (
        <p className={css.quiet}>{t('serverTexts.excludedLimit', { count: maxExcluded })}</p>
      ) : (
        <FindParticipant label={t('common.findParticipant')} except={ids}>
          {({ _id: id, fullName: name, username, profileImage: avatar }) => (
            <PersonRow
              key={id}
              person={{ id, name, username, avatar }}
              action={t('whatIf.exclude')}
              label={t('whatIf.excludeName', { name: nameAndUsername({ name, username }) })}
              onPress={() => exclude([...ids, id])}
            />
          )}
        </FindParticipant>
      )}
    </SectionCard>
  )
}

type PersonRowProps = { person: Person; action: string; label: string; onPress: () => void }

const PersonRow = ({ person: { id, name, username, avatar }, action, label, onPress }: PersonRowProps) => (
  <li className={css.person}>
    <Avatar id={id} name={name} image={avatar} size={26} />
    <span dir="auto" className={css.name}>
      <span>{formatName(name)}</span>
      {username && (
        <span className={css.quiet}>
          {' '}
          <bdi>{`@${username}`}</bdi>
        </span>
      )}
    </span>
    <Button size="small" aria-label={label} onClick={onPress}>
      {action}
    </Button>
  </li>
)
