// Finds participants by name, username or email address while an admin types.

import type { Person } from '@thirty/contracts/accounts/people-api.ts'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { request } from '../http/http.ts'
import { t, formatName } from '../i18n/t.ts'
import { liveData, useLast, useLiveData } from '../live/live-data.ts'
import { Failure } from '../ui/display/surfaces.tsx'
import { SearchField } from '../ui/forms/search-field.tsx'
import layout from '../styles/layout.module.css'
import words from '../styles/words.module.css'

const people = liveData({
  load: (query: { search: string; limit: number }, signal) =>
    request('GET', '/api/auth/users', { query, signal }),
  isAlwaysFresh: true,
  failedText: t('common.searchFailed'),
})

const shownLimit = 5

type FindParticipantProps = Omit<ComponentProps<typeof SearchField>, 'value' | 'onValueChange'> & {
  /** The ids of participants who are not offered. */
  except?: readonly string[]
  /** Returns the item of a list. */
  children: (participant: Person) => ReactNode
}

export const FindParticipant = ({ except = [], children, ...field }: FindParticipantProps) => {
  const [text, setText] = useState('')
  // The server refuses longer searches.
  const search = text.trim().slice(0, 200)
  return (
    <>
      <SearchField {...field} value={text} onValueChange={setText} />
      {search !== '' && <Found {...{ search, except, children }} />}
    </>
  )
}

type FoundProps = Required<Pick<FindParticipantProps, 'except' | 'children'>> & { search: string }

const Found = ({ search, except, children }: FoundProps) => {
  // More than are shown, because admins are among the people that the server finds.
  const view = useLiveData(people, { search, limit: 20 + except.length })
  const last = useLast(view.data)
  const isOffered = ({ _id, isAdmin }: Person) => !isAdmin && !except.includes(_id)
  // What an earlier search has found stays while the next one loads, not if that fails.
  const found = view.state === 'failed' ? [] : (last?.filter(isOffered) ?? [])
  return (
    <>
      <Failure text={view.message} />
      {/* It stays while one types, so that screen readers say how many there are now. */}
      <p role="status" className={words.quiet}>
        {view.state !== 'failed' &&
          last &&
          (found.length > shownLimit
            ? t('common.showing', { count: shownLimit })
            : t('common.participantsFound', { count: found.length }))}
      </p>
      {found.length > 0 && (
        <ul className={layout.stack8} aria-label={t('common.participants')}>
          {found.slice(0, shownLimit).map(children)}
        </ul>
      )}
    </>
  )
}

/** Returns the name, always with the username: two participants may have the same name. `people.tsx` adds it only where they do. */
export const nameAndUsername = ({ name, username }: { name: string; username?: string | null }): string =>
  username ? `${formatName(name)} @${username}` : formatName(name)
