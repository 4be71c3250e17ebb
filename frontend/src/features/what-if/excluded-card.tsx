// The card with the participants who are left out of the scoring that is being tried, and a search for others to leave out.

import type { WhatIfResponse } from '@thirty/contracts/leaderboard/scoring-api.ts'
import { maxExcluded } from '@thirty/contracts/leaderboard/scoring.ts'
import { formatName } from '../../shared/format/format-name.ts'
import { FindParticipant, nameAndUsername } from '../../shared/people/find-participant.tsx'
import { Avatar } from '../../shared/ui/avatar/avatar.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './what-if-screen.module.css'

type Person = WhatIfResponse['other']['excluded'][number]

type ExcludedCardProps = {
  /** Left out of the scoring that is being tried. */
  excluded: readonly Person[]
  onChange: (excluded: readonly string[]) => void
}

export const ExcludedCard = ({ excluded, onChange }: ExcludedCardProps) => {
  const ids = excluded.map(({ id }) => id)
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
              onPress={() => onChange(ids.filter((id) => id !== person.id))}
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
              onPress={() => onChange([...ids, id])}
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
