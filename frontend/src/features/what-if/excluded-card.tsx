// The participants left out of the scoring that is being tried.

import type { WhatIfResponse } from '@thirty/contracts/leaderboard/scoring-api.ts'
import { maxExcluded } from '@thirty/contracts/leaderboard/scoring.ts'
import { useState } from 'react'
import { formatName } from '../../shared/format/format-name.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, useLast, useLiveData } from '../../shared/live/live-data.ts'
import { Avatar } from '../../shared/ui/avatar/avatar.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { SearchField } from '../../shared/ui/forms/search-field.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './what-if-screen.module.css'

type Person = WhatIfResponse['other']['excluded'][number]

type ExcludedCardProps = {
  /** Left out of the scoring that is being tried. */
  excluded: readonly Person[]
  onChange: (excluded: readonly string[]) => void
}

const foundLimit = 5

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
        <FindParticipant excluded={ids} onExclude={(id) => onChange([...ids, id])} />
      )}
    </SectionCard>
  )
}

const people = liveData({
  load: (query: { search: string; limit: number }, signal) =>
    request('GET', '/api/auth/users', { query, signal }),
  isAlwaysFresh: true,
})

type FindParticipantProps = { excluded: readonly string[]; onExclude: (id: string) => void }

const FindParticipant = (props: FindParticipantProps) => {
  const [search, setSearch] = useState('')
  return (
    <>
      <SearchField label={t('common.findParticipant')} value={search} onValueChange={setSearch} />
      {search.trim() !== '' && <Found {...props} search={search.trim()} />}
    </>
  )
}

const Found = ({ search, excluded, onExclude }: FindParticipantProps & { search: string }) => {
  const data = useLast(useLiveData(people, { search, limit: foundLimit + excluded.length }).data)
  if (data === undefined) return null
  const found = data.filter(({ _id, isAdmin }) => !isAdmin && !excluded.includes(_id)).slice(0, foundLimit)
  if (found.length === 0)
    return (
      <p role="status" className={css.quiet}>
        {t('whatIf.nobodyFound')}
      </p>
    )
  return (
    <ul className={layout.stack8} aria-label={t('common.findParticipant')}>
      {found.map(({ _id: id, fullName: name, username, profileImage: avatar }) => (
        <PersonRow
          key={id}
          person={{ id, name, username, avatar }}
          action={t('whatIf.exclude')}
          label={t('whatIf.excludeName', { name: nameAndUsername({ name, username }) })}
          onPress={() => onExclude(id)}
        />
      ))}
    </ul>
  )
}

/** Two participants may have the same name. */
const nameAndUsername = ({ name, username }: Pick<Person, 'name' | 'username'>): string =>
  username ? `${formatName(name)} @${username}` : formatName(name)

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
