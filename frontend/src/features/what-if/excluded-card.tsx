import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { WhatIfResponse } from '@thirty/contracts/api/admin/scoring.ts'
import { maxExcluded } from '@thirty/contracts/rules/scoring.ts'
import { useState } from 'react'
import { formatName } from '../../shared/format/format-name.ts'
import { request } from '../../shared/http/http.ts'
import { queryClient } from '../../shared/http/query-client.ts'
import { Avatar } from '../../shared/ui/avatar/avatar.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { SearchField } from '../../shared/ui/forms/search-field.tsx'
import { t } from './messages/t.ts'
import css from './what-if-screen.module.css'

type Person = WhatIfResponse['other']['excluded'][number]

type ExcludedCardProps = {
  /** Those of the draft. */
  excluded: readonly Person[]
  onChange: (excluded: readonly string[]) => void
}

const foundLimit = 5

/** Whom the draft does not rank. */
export const ExcludedCard = ({ excluded, onChange }: ExcludedCardProps) => {
  const ids = excluded.map(({ id }) => id)
  return (
    <Card as="section" className={css.card ?? ''}>
      <CardTitle>{t('excluded')}</CardTitle>
      <p className={css.quiet}>{t('excludedText')}</p>
      {excluded.length === 0 ? (
        <p>{t('nobodyExcluded')}</p>
      ) : (
        <ul className={css.people} aria-label={t('excluded')}>
          {excluded.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              action={t('include')}
              label={t('includeName', { name: nameAndUsername(person) })}
              onPress={() => onChange(ids.filter((id) => id !== person.id))}
            />
          ))}
        </ul>
      )}
      {ids.length >= maxExcluded ? (
        <p className={css.quiet}>{t('tooManyExcluded', { count: maxExcluded })}</p>
      ) : (
        <FindParticipant excluded={ids} onExclude={(id) => onChange([...ids, id])} />
      )}
    </Card>
  )
}

type FindParticipantProps = { excluded: readonly string[]; onExclude: (id: string) => void }

const FindParticipant = ({ excluded, onExclude }: FindParticipantProps) => {
  const [search, setSearch] = useState('')
  const isSearching = search.trim() !== ''
  const { data } = useQuery(
    {
      queryKey: ['what-if-people', search.trim()],
      queryFn: ({ signal }) =>
        request('GET', '/api/auth/users', {
          query: { search: search.trim(), limit: foundLimit + excluded.length },
          area: 'admin',
          signal,
        }),
      enabled: isSearching,
      placeholderData: keepPreviousData,
      gcTime: 0,
    },
    queryClient,
  )
  const found = (isSearching ? (data ?? []) : [])
    .filter(({ _id, isAdmin }) => !isAdmin && !excluded.includes(_id))
    .slice(0, foundLimit)
  return (
    <>
      <SearchField label={t('findParticipant')} value={search} onValueChange={setSearch} />
      {isSearching && data !== undefined && found.length === 0 && (
        <p role="status" className={css.quiet}>
          {t('nobodyFound')}
        </p>
      )}
      {found.length > 0 && (
        <ul className={css.people} aria-label={t('findParticipant')}>
          {found.map(({ _id: id, fullName: name, username, profileImage: avatar }) => (
            <PersonRow
              key={id}
              person={{ id, name, username, avatar }}
              action={t('exclude')}
              label={t('excludeName', { name: nameAndUsername({ name, username }) })}
              onPress={() => onExclude(id)}
            />
          ))}
        </ul>
      )}
    </>
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
